import { ChartFrame, type ChartProps, type Plot, type Series } from './chart-frame.tsx'
import { pathThrough } from './scales.ts'

const styles = {
  solid: { colour: 'text-accent', dash: undefined },
  dashed: { colour: 'text-muted', dash: '6 4' },
  dotted: { colour: 'text-agent', dash: '1.5 4' },
}

export interface Line extends Series {
  /** The style, so that lines differ without colours. The area below a solid line is filled. */
  line: keyof typeof styles
}

/** A line chart. A burn-up uses a dashed line for the scope and a solid one for completed work. */
export function Lines({ lines, ...chart }: ChartProps & { lines: readonly Line[] }) {
  return (
    <ChartFrame
      {...chart}
      series={lines}
      legend={lines.map(({ name, line }) => (
        <span key={name} className="flex items-center gap-1.5">
          <svg width="22" height="8" aria-hidden className={styles[line].colour}>
            <line x1="1" x2="21" y1="4" y2="4" {...stroke(line)} />
          </svg>
          {name}
        </span>
      ))}
    >
      {(plot) => (
        <>
          {plot.marked !== undefined && (
            <line
              x1={plot.centers[plot.marked]}
              x2={plot.centers[plot.marked]}
              y1={plot.y(0)}
              y2={22}
              className="stroke-strong-line"
            />
          )}
          {lines.map((line) => (
            <DrawnLine key={line.name} line={line} plot={plot} />
          ))}
        </>
      )}
    </ChartFrame>
  )
}

function DrawnLine({ line: { values, line }, plot }: { line: Line; plot: Plot }) {
  const { centers, y, floor, marked } = plot
  const points = values.map((value, index) => [centers[index]!, y(value)] as const)
  const path = pathThrough(points)
  const [first, last] = [points[0], points.at(-1)]
  const dotted = marked === undefined ? last : points[marked]
  return (
    <g className={styles[line].colour}>
      {line === 'solid' && first && last && (
        <path d={`${path}L${last[0]} ${floor}L${first[0]} ${floor}Z`} fill="currentColor" opacity={0.12} />
      )}
      <path d={path} fill="none" {...stroke(line)} />
      {dotted && (
        <circle
          cx={dotted[0]}
          cy={dotted[1]}
          r={4}
          fill="currentColor"
          className="stroke-surface"
          strokeWidth={1.5}
        />
      )}
    </g>
  )
}

function stroke(line: Line['line']) {
  return {
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinejoin: 'round' as const,
    strokeLinecap: 'round' as const,
    strokeDasharray: styles[line].dash,
  }
}

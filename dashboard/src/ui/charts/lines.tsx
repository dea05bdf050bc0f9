import { ChartFrame, type ChartProps, type Plot, type Series } from './chart-frame.tsx'
import { pathThrough, segmentsOf } from './scales.ts'

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
  const points = values.map((value, index) =>
    value === null ? null : ([centers[index]!, y(value)] as const),
  )
  const segments = segmentsOf(points)
  const last = points.findLast((point) => point !== null)
  // A value between two missing ones has no line, so it needs a dot.
  const single = segments.filter(({ length }) => length === 1).flat()
  const dots = [...single, marked === undefined ? last : points[marked]]
  return (
    <g className={styles[line].colour}>
      {segments.map((segment) => {
        const path = pathThrough(segment)
        const [from, to] = [segment[0]![0], segment.at(-1)![0]]
        return (
          <g key={from}>
            {line === 'solid' && (
              <path d={`${path}L${to} ${floor}L${from} ${floor}Z`} fill="currentColor" opacity={0.12} />
            )}
            <path d={path} fill="none" {...stroke(line)} />
          </g>
        )
      })}
      {dots.map(
        (dot, index) =>
          dot && (
            <circle
              key={index === dots.length - 1 ? 'marked' : dot[0]}
              cx={dot[0]}
              cy={dot[1]}
              r={4}
              fill="currentColor"
              className="stroke-surface"
              strokeWidth={1.5}
            />
          ),
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

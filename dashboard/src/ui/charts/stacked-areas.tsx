import { ChartFrame, type ChartProps } from './chart-frame.tsx'
import { Patterns, fillOf, FillName, usePatternId } from './fills.tsx'
import type { BarSeries } from './grouped-bars.tsx'
import { pathThrough, stackOf } from './scales.ts'

/** Areas on top of each other, the first one at the bottom. The legend names them from top to bottom. */
export function StackedAreas({ areas, ...chart }: ChartProps & { areas: readonly BarSeries[] }) {
  const id = usePatternId()
  const tops = stackOf(areas.map(({ values }) => values))
  const fromTop = areas.toReversed()
  return (
    <ChartFrame
      {...chart}
      series={fromTop}
      max={Math.max(0, ...(tops.at(-1) ?? []))}
      legend={fromTop.map(({ name, fill }) => (
        <FillName key={name} fill={fill} name={name} />
      ))}
    >
      {({ centers, y, floor, marked }) => {
        const line = (sums: readonly number[]) =>
          sums.map((sum, index) => [centers[index]!, y(sum)] as [x: number, y: number])
        return (
          <>
            <Patterns id={id} fills={areas.map(({ fill }) => fill)} />
            {areas.map(({ name, fill }, index) => {
              const top = line(tops[index]!)
              const bottom = index === 0 ? line(tops[0]!.map(() => 0)) : line(tops[index - 1]!)
              return (
                <g key={name} className={fill.colour}>
                  <path
                    d={`${pathThrough(top)}${pathThrough(bottom.toReversed()).replace('M', 'L')}Z`}
                    fill={fillOf(id, fill)}
                  />
                  <path d={pathThrough(top)} fill="none" stroke="currentColor" strokeWidth={1.5} />
                </g>
              )
            })}
            {marked !== undefined && (
              <line
                x1={centers[marked]}
                x2={centers[marked]}
                y1={floor}
                y2={22}
                className="stroke-ink"
                strokeWidth={1.5}
              />
            )}
          </>
        )
      }}
    </ChartFrame>
  )
}

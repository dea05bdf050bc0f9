import { ChartFrame, type ChartProps, type Series } from './chart-frame.tsx'
import { type Fill, FillName, Patterns, fillOf, usePatternId } from './fills.tsx'
import { barPath } from './scales.ts'

export interface BarSeries extends Series {
  values: readonly number[]
  fill: Fill
}

/** A bar chart with several bars side by side for each label. */
export function GroupedBars({ series, ...chart }: ChartProps & { series: readonly BarSeries[] }) {
  const id = usePatternId()
  return (
    <ChartFrame
      {...chart}
      series={series}
      legend={series.map(({ name, fill }) => (
        <FillName key={name} fill={fill} name={name} />
      ))}
    >
      {({ centers, band, y, floor, marked }) => {
        const width = Math.min(22, (band * 0.76) / series.length)
        return (
          <>
            <Patterns id={id} fills={series.map(({ fill }) => fill)} />
            {series.map(({ name, fill, values }, place) => (
              <g key={name} className={fill.colour} fill={fillOf(id, fill)} stroke="currentColor">
                {values.map((value, index) => (
                  <path
                    key={chart.labels[index]}
                    d={barPath(
                      centers[index]! + (place - (series.length - 1) / 2) * width,
                      width - 1.5,
                      y(value),
                      floor,
                    )}
                    opacity={marked === undefined || marked === index ? 1 : 0.45}
                  />
                ))}
              </g>
            ))}
          </>
        )
      }}
    </ChartFrame>
  )
}

import { formatNumber } from '../format-number.ts'
import { ChartFrame, type ChartProps } from './chart-frame.tsx'
import { barPath } from './scales.ts'

interface BarsProps extends ChartProps {
  values: readonly number[]
}

/** A bar chart. Shows the values above the bars if they fit. */
export function Bars({ values, ...chart }: BarsProps) {
  return (
    <ChartFrame {...chart} series={[{ name: chart.yLabel, values }]}>
      {({ centers, band, y, floor, marked }) => {
        const width = Math.min(36, band * 0.7)
        return values.map((value, index) => (
          <g key={chart.labels[index]}>
            <path
              d={barPath(centers[index]!, width, y(value), floor)}
              className={marked === index ? 'fill-accent-hover' : 'fill-accent'}
              opacity={marked === undefined || marked === index ? 1 : 0.55}
            />
            {band > 26 && value > 0 && marked === undefined && (
              <text
                x={centers[index]}
                y={y(value) - 5}
                textAnchor="middle"
                className="fill-ink text-[11px] font-medium tabular-nums"
              >
                {formatNumber(value)}
              </text>
            )}
          </g>
        ))
      }}
    </ChartFrame>
  )
}

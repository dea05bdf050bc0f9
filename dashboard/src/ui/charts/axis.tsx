import { formatNumber } from '../format-number.ts'
import { type Range, visibleLabels } from './scales.ts'

interface AxisProps {
  xLabel: string
  yLabel: string
  labels: readonly string[]
  centers: readonly number[]
  ticks: readonly number[]
  y: (value: number) => number
  range: Range
  floor: number
  height: number
}

/** The axes: grid lines at round numbers with their values, and as many labels as fit. */
export function Axis({ xLabel, yLabel, labels, centers, ticks, y, range, floor, height }: AxisProps) {
  const [left, right] = range
  const maxLength = Math.max(...labels.map(({ length }) => length))
  const shown = visibleLabels(labels.length, right - left, maxLength * 6.5 + 12)
  return (
    <g className="fill-muted text-[11px]">
      <text x={0} y={10}>
        {yLabel}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-strong-line' : 'stroke-line'}
            shapeRendering="crispEdges"
          />
          <text x={left - 6} y={y(tick)} dy="0.35em" textAnchor="end" className="tabular-nums">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {shown.map((index) => (
        <text key={index} x={centers[index]} y={floor + 15} textAnchor="middle">
          {labels[index]}
        </text>
      ))}
      <text x={(left + right) / 2} y={height - 4} textAnchor="middle">
        {xLabel}
      </text>
    </g>
  )
}

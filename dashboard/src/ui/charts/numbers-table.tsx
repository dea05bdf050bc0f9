import { formatNumber } from '../format-number.ts'
import { texts } from '../texts.ts'
import type { Series } from './chart-frame.tsx'

interface NumbersTableProps {
  title: string
  xLabel: string
  labels: readonly string[]
  series: readonly Series[]
  /** Whether it replaces the chart. Otherwise only screen readers read it. */
  isVisible?: boolean
}

/** The values of a chart as a table. */
export function NumbersTable({ title, xLabel, labels, series, isVisible = false }: NumbersTableProps) {
  const cell = 'border-b px-3 py-1 text-right font-normal first:pl-0 first:text-left'
  return (
    // The wrapper is needed because a table ignores the size of `sr-only`.
    <div
      {...(isVisible && { role: 'region', 'aria-label': texts.chart.tableOf(title), tabIndex: 0 })}
      className={isVisible ? 'max-h-80 overflow-auto' : 'sr-only'}
    >
      <table className="w-full text-[13px] tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className={cell}>
              {xLabel}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className={cell}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row" className={`${cell} whitespace-nowrap`}>
                {label}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className={cell}>
                  {shownValue(values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function shownValue(value: number | null | undefined): string {
  return value === null ? texts.chart.none : formatNumber(value ?? 0)
}

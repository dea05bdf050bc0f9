import type { Series } from './chart-frame.tsx'

interface NumbersTableProps {
  title: string
  xLabel: string
  labels: readonly string[]
  series: readonly Series[]
}

/** The values of a chart as a table for screen readers. */
export function NumbersTable({ title, xLabel, labels, series }: NumbersTableProps) {
  return (
    // The wrapper is needed because a table ignores the size of `sr-only`.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{xLabel}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[index] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

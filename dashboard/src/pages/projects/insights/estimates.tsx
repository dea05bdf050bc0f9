import { useQuery } from '@tanstack/react-query'
import { RankedBars } from '../../../ui/charts/ranked-bars.tsx'
import { columnCounts } from '../../tasks/board/column-counts.ts'
import { boardColumns, statusNames } from '../../tasks/names.ts'
import { StatusIcon } from '../../tasks/status-icon.tsx'
import { texts } from './texts.ts'

/** The sum of the estimates in each column of the board. */
export function Estimates({ slug }: { slug: string }) {
  const { estimates } = texts
  const groups = useQuery(columnCounts(slug)).data?.groups
  if (!groups) return null
  const pointsIn = (column: string) => groups.find(({ value }) => value === column)?.points ?? 0
  const items = boardColumns.map((column) => ({
    key: column,
    name: (
      <span className="flex items-center gap-2">
        <StatusIcon status={column} /> {statusNames[column]}
      </span>
    ),
    value: pointsIn(column),
  }))
  return (
    <RankedBars
      title={estimates.title}
      text={estimates.text}
      nameLabel={estimates.column}
      valueLabel={texts.points}
      items={items.some(({ value }) => value > 0) ? items : []}
      inOrder
      empty={estimates.empty}
    />
  )
}

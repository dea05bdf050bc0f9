import type { ReactNode } from 'react'

export interface Column<Item> {
  /** The heading of the column. In a card, it is shown beside the value. */
  head: string
  cell: (item: Item) => ReactNode
  /** Whether the heading is only for screen readers, for a column of buttons. */
  quiet?: boolean
  /** Whether it is aligned right, for numbers and buttons. */
  atEnd?: boolean
  /** Classes such as a fixed width. */
  className?: string
}

interface TableProps<Item> {
  label: string
  /** The first column identifies the row. */
  columns: readonly Column<Item>[]
  /** The heading of a column that isn't shown here. */
  hidden?: string | undefined
  items: readonly Item[]
  keyOf: (item: Item) => string
}

/**
 * A table, whose rows become cards on small screens. The roles are explicit, because browsers drop them when CSS changes
 * the layout of a row.
 */
export function Table<Item>({ label, hidden, items, keyOf, ...props }: TableProps<Item>) {
  const columns = props.columns.filter(({ head }) => head !== hidden)
  return (
    <div className="@container rounded-lg border bg-surface">
      <table role="table" aria-label={label} className="block w-full @min-[40rem]:table">
        <thead role="rowgroup" className="sr-only @min-[40rem]:not-sr-only @min-[40rem]:table-header-group">
          <tr role="row" className="text-left text-xs text-muted">
            {columns.map(({ head, quiet, atEnd, className = '' }) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className={`px-4 pt-2.5 pb-1.5 font-semibold whitespace-nowrap ${atEnd ? 'text-right' : ''} ${className}`}
              >
                {quiet ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block @min-[40rem]:table-row-group">
          {items.map((item) => (
            <tr
              key={keyOf(item)}
              role="row"
              className="relative flex flex-col gap-1.5 border-t px-4 py-3 first:border-t-0 @min-[40rem]:table-row @min-[40rem]:first:border-t"
            >
              {columns.map((column, index) => (
                <Cell key={column.head} column={column} first={index === 0} item={item} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Item>({ column, first, item }: { column: Column<Item>; first: boolean; item: Item }) {
  const { head, cell, quiet, atEnd } = column
  const content = cell(item)
  if (first)
    return (
      <th
        role="rowheader"
        scope="row"
        className={`${cellClass} flex pr-9 @min-[40rem]:w-full @min-[40rem]:max-w-0 @min-[40rem]:pr-4`}
      >
        {content}
      </th>
    )
  // In a card, buttons are in the corner and empty cells are hidden.
  const cardClass = quiet ? 'absolute top-3 right-2.5 @min-[40rem]:static' : content ? 'flex' : 'hidden'
  return (
    <td
      role="cell"
      className={`${cellClass} ${cardClass} @min-[40rem]:whitespace-nowrap ${atEnd ? '@min-[40rem]:text-right' : ''}`}
    >
      {!quiet && (
        <span aria-hidden className="w-28 shrink-0 text-[13px] text-muted @min-[40rem]:hidden">
          {head}
        </span>
      )}
      {content}
    </td>
  )
}

const cellClass =
  'min-w-0 items-center gap-3 text-left font-normal @min-[40rem]:table-cell @min-[40rem]:px-4 @min-[40rem]:py-(--row-inset) @min-[40rem]:align-middle'

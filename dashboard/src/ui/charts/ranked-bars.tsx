import { type ReactNode, useId } from 'react'
import { formatNumber } from '../format-number.ts'
import { locale } from '../locale.ts'
import { useStore } from '../store.ts'

export interface Ranked {
  key: string
  /** The name, such as a person or a project. */
  name: ReactNode
  value: number
}

interface RankedBarsProps {
  title: string
  text?: string
  /** The heading of the names, such as "Person". */
  nameLabel: string
  /** The heading of the values, such as "Tasks". */
  valueLabel: string
  items: readonly Ranked[]
  /** Whether to keep the order of the items, such as that of the board columns. */
  inOrder?: boolean
  empty: string
}

/** A ranking from the highest value, with bars. It is a table, so that screen readers can read it. */
export function RankedBars(props: RankedBarsProps) {
  const { title, text, nameLabel, valueLabel, items, inOrder = false, empty } = props
  const id = useId()
  useStore(locale)
  const ranked = inOrder ? items : items.toSorted((one, other) => other.value - one.value)
  const max = Math.max(1, ...ranked.map(({ value }) => value))
  return (
    <figure aria-labelledby={id} className="relative min-w-0 rounded-lg border bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span id={id} className="font-semibold">
          {title}
        </span>
        {text && <span className="text-[13px] text-muted">{text}</span>}
      </figcaption>
      {ranked.length === 0 ? (
        <p className="py-10 text-center text-balance text-muted">{empty}</p>
      ) : (
        <table aria-labelledby={id} className="w-full table-fixed">
          <thead className="text-left text-[11px] text-muted">
            <tr>
              <th scope="col" className="w-2/5 font-normal">
                {nameLabel}
              </th>
              <th scope="col" className="font-normal">
                {valueLabel}
              </th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ key, name, value }) => (
              <tr key={key} className="hover:bg-hover/60">
                <th scope="row" className="truncate py-1 pr-3 text-left font-normal">
                  {name}
                </th>
                <td className="py-1">
                  <span className="flex items-center gap-2">
                    <span
                      aria-hidden
                      className={`h-4 rounded-r-[3px] bg-accent ${value > 0 ? 'min-w-0.5' : ''}`}
                      // Leaves space for the number.
                      style={{ width: `calc(${value / max} * (100% - 3.5rem))` }}
                    />
                    <span className="font-medium tabular-nums">{formatNumber(value)}</span>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  )
}

import type { ReactNode } from 'react'
import { dayName } from './time.tsx'

interface ByDayProps<Item> {
  items: readonly Item[]
  /** Returns the time of an item. */
  at: (item: Item) => string
  children: (items: Item[]) => ReactNode
}

/** Items grouped by day, each day with its name as a heading. */
export function ByDay<Item>({ items, at, children }: ByDayProps<Item>) {
  const days = Map.groupBy(items, (item) => dayName(new Date(at(item))))
  return [...days].map(([day, itemsOfDay]) => (
    <section key={day} aria-label={day} className="mt-4">
      <h2 className="mb-2 text-xs font-semibold text-muted">{day}</h2>
      {children(itemsOfDay)}
    </section>
  ))
}

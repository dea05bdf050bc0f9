import type { Status } from '../../../client.ts'
import { createStore } from '../../../ui/store.ts'
import { boardColumns } from '../names.ts'

const place = 'baton.board.folded'

/** The columns that are only a strip at their side: what one rarely looks at leaves room for the rest. */
export const foldedColumns = createStore<readonly Status[]>(stored())

/** Folds a column, or unfolds it. This browser remembers it, for every board. */
export function fold(status: Status): void {
  const folded = foldedColumns.get()
  const next = folded.includes(status) ? folded.filter((each) => each !== status) : [...folded, status]
  localStorage.setItem(place, next.join(','))
  foldedColumns.set(next)
}

function stored(): readonly Status[] {
  const kept = localStorage.getItem(place) ?? 'cancelled'
  return boardColumns.filter((status) => kept.split(',').includes(status))
}

import type { Status } from '../../../client.ts'
import { createStore } from '../../../ui/store.ts'
import { boardColumns } from '../names.ts'

const storageKey = 'baton.board.folded'

/** The columns that are collapsed to a strip. */
export const collapsedColumns = createStore<readonly Status[]>(readStored())

/** Collapses or expands a column. The browser stores the choice for all boards. */
export function toggleColumn(status: Status): void {
  const collapsed = collapsedColumns.get()
  const next = collapsed.includes(status)
    ? collapsed.filter((each) => each !== status)
    : [...collapsed, status]
  localStorage.setItem(storageKey, next.join(','))
  collapsedColumns.set(next)
}

function readStored(): readonly Status[] {
  const saved = localStorage.getItem(storageKey) ?? 'cancelled'
  return boardColumns.filter((status) => saved.split(',').includes(status))
}

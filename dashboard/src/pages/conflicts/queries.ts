import type { OutputOf } from '../../client.ts'
import { read, readPages } from '../../read.ts'
import { oneOf, searchOf } from '../../routes/search.ts'

export type Conflict = OutputOf<'conflicts.list'>['items'][number]
export type Who = Conflict['otherBy']

export const states = ['open', 'resolved'] as const
export const readConflictSearch = searchOf({ state: oneOf(states) })
export type ConflictSearch = ReturnType<typeof readConflictSearch>

/** Shows whether any conflict is open. Only then do pages read the conflicts of their item. */
export const anyConflictQuery = read('conflicts.list', { state: 'open', limit: 1 })

/** An open conflict from a list, which follows the changes of its item. */
export const conflictQuery = (listed: Conflict) => ({
  ...read('conflicts.get', { conflict: listed.id }),
  initialData: listed,
  enabled: listed.resolvedAt === null,
})

export const itemConflictsQuery = (item: string) => read('conflicts.list', { state: 'open', item, limit: 20 })

export const conflictsQuery = ({ state = 'open' }: ConflictSearch) =>
  readPages('conflicts.list', { state, limit: 20 })

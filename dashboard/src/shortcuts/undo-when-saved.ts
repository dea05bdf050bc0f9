import { queryClient } from '../query-client.ts'
import { undoLatest } from '../ui/undo.ts'

const changes = { mutationKey: ['change'] }

/** Undoes the latest change, also one that the server hasn't saved yet. Returns whether there is one. */
export function undoWhenSaved(): boolean {
  if (queryClient.isMutating(changes) === 0) return undoLatest()
  const unsubscribe = queryClient.getMutationCache().subscribe(() => {
    if (queryClient.isMutating(changes) > 0) return
    unsubscribe()
    undoLatest()
  })
  return true
}

import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EventPattern } from '../../server/database/events.ts'
import { type Change, isChangedBy } from './refresh.ts'
import { showError } from './ui/toasts.ts'

interface OptimisticChange<Input, Output> {
  /** The kinds of changed items. The reads that show them are restored if it fails, and refetched when it is done. */
  kinds: EventPattern[]
  /** The slug of the project, if the items belong to one. */
  project?: string
  /** Shows the result before the server responds. */
  show?: (cache: QueryClient, input: Input) => void
  /** Reads the cache when it is sent, because it can wait for an earlier change that updates the cache. */
  send: (input: Input, cache: QueryClient) => Promise<Output>
  done?: (output: Output, input: Input) => void
  /** A sentence about the failed change. The reason follows it. */
  failed?: (input: Input) => string
  /** Reports a rejected change where a sentence isn't enough. */
  onRejected?: (error: Error, input: Input, failed: string | undefined) => void
}

/** An optimistic change, which is reverted with a message if the server rejects it. */
export function useChange<Input, Output>({
  kinds,
  project,
  show,
  send,
  done,
  failed,
  onRejected,
}: OptimisticChange<Input, Output>) {
  const cache = useQueryClient()
  const change: Change = { types: kinds, ...(project !== undefined && { project: [project] }) }
  const mutationKey = ['change', change]
  const changed = { predicate: isChangedBy(change) }
  return useMutation({
    mutationKey,
    // Sends the changes one after the other, in order.
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (input: Input) => send(input, cache),
    onMutate: async (input) => {
      // A read in progress would revert it. Cancelling is synchronous, so the change shows immediately.
      const cancelled = cache.cancelQueries(changed)
      const before = cache.getQueriesData(changed)
      show?.(cache, input)
      await cancelled
      return before
    },
    onSuccess: (output, input) => {
      updateVersion(cache, change, output)
      done?.(output, input)
    },
    onError: (error, input, before) => {
      for (const [queryKey, value] of before ?? []) {
        if (value !== undefined) cache.setQueryData(queryKey, value)
        // Shown before its first read, so only the loading state can be restored.
        else if (cache.getQueryData(queryKey) !== undefined)
          void cache.resetQueries({ queryKey, exact: true })
      }
      const sentence = failed?.(input)
      if (onRejected) onRejected(error, input, sentence)
      else showError(error, sentence)
    },
    onSettled: () => {
      // While another change is in progress, a refetch would revert what is shown of it.
      if (cache.isMutating({ mutationKey }) > 1) return
      // Not awaited: while a change is in progress, live updates are ignored, and those during the refetch must not be.
      void cache.invalidateQueries(changed)
    },
  })
}

/** Updates the cached version, so that a second change before the refetch sends the right one. */
function updateVersion(cache: QueryClient, change: Change, output: unknown): void {
  const { id, version } = (output ?? {}) as { id?: string; version?: number }
  if (id === undefined || version === undefined) return
  cache.setQueriesData<{ id?: string }>({ predicate: isChangedBy(change) }, (cached) =>
    cached?.id === id ? { ...cached, version } : cached,
  )
}

interface Removal<Item> {
  kinds: EventPattern[]
  /** The key of the list that contains the item. */
  queryKey: QueryKey
  idOf: (item: Item) => string
  send: (item: Item) => Promise<unknown>
  done: (item: Item) => void
}

/** Removes an item from its list optimistically, and restores it with a message if the server rejects that. */
export function useRemoval<Item>({ kinds, queryKey, idOf, send, done }: Removal<Item>) {
  return useChange({
    kinds,
    show: (cache, removed: Item) =>
      cache.setQueryData<{ items: Item[] }>(
        queryKey,
        (list) => list && { ...list, items: list.items.filter((item) => idOf(item) !== idOf(removed)) },
      ),
    send,
    done: (_, removed) => done(removed),
  })
}

import { type QueryKey, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { showError } from './ui/toasts.ts'

interface Change<Input, Output> {
  /** The queries that it changes: restored if it fails, refetched when it is done. */
  keys: QueryKey[]
  /** Shows the result before the server responds. */
  show: (cache: QueryClient, input: Input) => void
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
  keys,
  show,
  send,
  done,
  failed,
  onRejected,
}: Change<Input, Output>) {
  const cache = useQueryClient()
  const mutationKey = ['change', ...(keys[0] ?? [])]
  return useMutation({
    mutationKey,
    // Sends the changes one after the other, in order.
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (input: Input) => send(input, cache),
    onMutate: async (input) => {
      // A read in progress would revert it. Cancelling is synchronous, so the change shows immediately.
      const cancelled = Promise.all(keys.map((queryKey) => cache.cancelQueries({ queryKey })))
      const before = keys.flatMap((queryKey) => cache.getQueriesData({ queryKey }))
      show(cache, input)
      await cancelled
      return before
    },
    onSuccess: (output, input) => {
      for (const queryKey of keys) updateVersion(cache, queryKey, output)
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
      for (const queryKey of keys) void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Updates the cached version, so that a second change before the refetch sends the right one. */
function updateVersion(cache: QueryClient, queryKey: QueryKey, output: unknown): void {
  const { id, version } = (output ?? {}) as { id?: string; version?: number }
  if (id === undefined || version === undefined) return
  cache.setQueriesData<{ id?: string }>({ queryKey }, (cached) =>
    cached?.id === id ? { ...cached, version } : cached,
  )
}

interface Removal<Item> {
  /** The list that contains the item. */
  queryKey: QueryKey
  idOf: (item: Item) => string
  send: (item: Item) => Promise<unknown>
  done: (item: Item) => void
}

/** Removes an item from its list optimistically, and restores it with a message if the server rejects that. */
export function useRemoval<Item>({ queryKey, idOf, send, done }: Removal<Item>) {
  return useChange({
    keys: [queryKey],
    show: (cache, removed: Item) =>
      cache.setQueryData<{ items: Item[] }>(
        queryKey,
        (list) => list && { ...list, items: list.items.filter((item) => idOf(item) !== idOf(removed)) },
      ),
    send,
    done: (_, removed) => done(removed),
  })
}

import { type QueryKey, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { showError } from './ui/toasts.ts'

interface Change<Input, Output> {
  /** What it touches: put back if it fails, read again when it is done. */
  keys: QueryKey[]
  /** Shows the result before the server has answered. */
  show: (cache: QueryClient, input: Input) => void
  /** Given what is known now, which may be more than when the change was made: it may have waited for another. */
  send: (input: Input, cache: QueryClient) => Promise<Output>
  done?: (output: Output, input: Input) => void
  /** What has not happened if it is refused, as a sentence: the reason follows it. */
  failed?: (input: Input) => string
  /** Says what was refused, where sentences are not all there is to say. */
  refused?: (error: Error, input: Input, failed: string | undefined) => void
}

/** A change that is seen at once, and taken back with a message if the server refuses it. */
export function useChange<Input, Output>({ keys, show, send, done, failed, refused }: Change<Input, Output>) {
  const cache = useQueryClient()
  const mutationKey = ['change', ...(keys[0] ?? [])]
  return useMutation({
    mutationKey,
    // One after the other, in the order they were made.
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (input: Input) => send(input, cache),
    onMutate: async (input) => {
      // What is being read would undo it: that ends at once, and so it can be shown at once.
      const ended = Promise.all(keys.map((queryKey) => cache.cancelQueries({ queryKey })))
      const before = keys.flatMap((queryKey) => cache.getQueriesData({ queryKey }))
      show(cache, input)
      await ended
      return before
    },
    onSuccess: (output, input) => {
      for (const queryKey of keys) learnVersion(cache, queryKey, output)
      done?.(output, input)
    },
    onError: (error, input, before) => {
      for (const [queryKey, value] of before ?? []) {
        if (value !== undefined) cache.setQueryData(queryKey, value)
        // Shown before it was read: there is nothing to put back but the wait.
        else if (cache.getQueryData(queryKey) !== undefined)
          void cache.resetQueries({ queryKey, exact: true })
      }
      const sentence = failed?.(input)
      if (refused) refused(error, input, sentence)
      else showError(error, sentence)
    },
    onSettled: () => {
      // While another one is under way, what the server says would undo what is shown of it.
      if (cache.isMutating({ mutationKey }) > 1) return
      // Not waited for: what others do while this is read again must be read as well, and is not while a change is under way.
      for (const queryKey of keys) void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Whoever changes the same thing again before it is read again means the version that this change has made. */
function learnVersion(cache: QueryClient, queryKey: QueryKey, output: unknown): void {
  const { id, version } = (output ?? {}) as { id?: string; version?: number }
  if (id === undefined || version === undefined) return
  cache.setQueriesData<{ id?: string }>({ queryKey }, (known) =>
    known?.id === id ? { ...known, version } : known,
  )
}

interface Removal<Item> {
  /** The list it is taken from. */
  queryKey: QueryKey
  idOf: (item: Item) => string
  send: (item: Item) => Promise<unknown>
  done: (item: Item) => void
}

/** An item leaves its list at once, and comes back with a message if the server refuses. */
export function useRemoval<Item>({ queryKey, idOf, send, done }: Removal<Item>) {
  return useChange({
    keys: [queryKey],
    show: (cache, gone: Item) =>
      cache.setQueryData<{ items: Item[] }>(
        queryKey,
        (list) => list && { ...list, items: list.items.filter((item) => idOf(item) !== idOf(gone)) },
      ),
    send,
    done: (_, gone) => done(gone),
  })
}

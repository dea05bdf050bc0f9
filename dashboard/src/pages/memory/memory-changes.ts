import { useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { memoryKeys } from '../../live/refresh-changed.ts'
import { changeItems } from '../../pages-query.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Memory } from './queries.ts'
import { texts } from './texts.ts'

/** Deletes an entry, with an undo. */
export function useDeleteMemory() {
  const restore = useChange({
    keys: memoryKeys,
    show: () => {},
    send: ({ id }: Memory) => call('trash.restore', { kind: 'memory', item: id }),
    done: () => showToast({ text: texts.changes.restored }),
  })
  return useChange({
    keys: memoryKeys,
    show: (cache, deleted: Memory) =>
      changeItems<Memory>(cache, ['memories', 'listed'], (items) =>
        items.filter(({ id }) => id !== deleted.id),
      ),
    send: ({ id }) => call('memories.delete', { memory: id }),
    failed: () => texts.changes.deleteFailed,
    done: (_, memory) =>
      showToast({
        text: texts.changes.deleted(shortened(memory.content)),
        undo: () => restore.mutate(memory),
      }),
  })
}

export function useRefreshMemory(): () => void {
  const cache = useQueryClient()
  return () => {
    for (const queryKey of memoryKeys) void cache.invalidateQueries({ queryKey })
  }
}

export function shortened(text: string, length = 40): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text
}

import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Memory } from './queries.ts'
import { texts } from './texts.ts'

/** Deletes an entry, with an undo. */
export function useDeleteMemory() {
  const restore = useChange({
    kinds: ['memory'],
    send: ({ id }: Memory) => call('trash.restore', { kind: 'memory', item: id }),
    done: () => showToast({ text: texts.changes.restored }),
  })
  return useChange({
    kinds: ['memory'],
    show: (cache, deleted: Memory) =>
      changeItems(cache, 'memories.list', {}, (items) => items.filter(({ id }) => id !== deleted.id)),
    send: ({ id }) => call('memories.delete', { memory: id }),
    failed: () => texts.changes.deleteFailed,
    done: (_, memory) =>
      showToast({
        text: texts.changes.deleted(shortened(memory.content)),
        undo: () => restore.mutate(memory),
      }),
  })
}

export function shortened(text: string, length = 40): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text
}

import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import { showToast } from '../../ui/toasts.ts'
import { trashKinds } from './names.ts'
import type { Trashed } from './queries.ts'
import { texts } from './texts.ts'

/** Restores an item and everything that was deleted with it. */
export function useRestore() {
  return useChange({
    // Items that were deleted with it are restored too.
    kinds: [...trashKinds, '*.restored'],
    show: (cache, { id }: Trashed) =>
      changeItems(cache, 'trash.list', {}, (items) => items.filter((item) => item.id !== id)),
    send: ({ kind, id }) => call('trash.restore', { kind, item: id }),
    done: (_, { kind, key, title, children }) => {
      const item = kindsWithoutKey.has(kind) ? texts.restore.quoted(truncate(title)) : key
      showToast({ text: texts.restore.restored(item, children ?? 0) })
    },
  })
}

/** Kinds that people know by their text instead of a key. */
const kindsWithoutKey = new Set<Trashed['kind']>(['comment', 'evidence', 'memory'])

function truncate(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

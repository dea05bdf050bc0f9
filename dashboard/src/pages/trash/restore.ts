import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { changeItems } from '../../pages-query.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Trashed } from './queries.ts'

/** It leaves the trash at once, with what went there with it. */
export function useRestore() {
  return useChange({
    keys: [
      ...[['trash'], ['projects'], ['project'], ['tasks'], ['task'], ['tree']],
      ...[['features'], ['feature'], ['comments'], ['history'], ['workflows'], ['workspaces']],
      ...[['spec'], ['specs'], ['note'], ['notes'], ['decision'], ['decisions'], ['skill'], ['skills']],
      ...[['agents'], ['agent'], ['memories'], ['sessions'], ['session'], ['repos']],
    ],
    show: (cache, { id }: Trashed) =>
      changeItems<Trashed>(cache, ['trash'], (items) => items.filter((item) => item.id !== id)),
    send: ({ kind, id }) => call('trash.restore', { kind, item: id }),
    done: (_, { kind, key, title, children }) => {
      const what = unnamed.has(kind) ? `“${shortened(title)}”` : key
      const along = children ? `, with ${children === 1 ? 'one more' : `${children} more`}` : ''
      showToast({ text: `${what} is back${along}.` })
    },
  })
}

/** What goes by its words. */
const unnamed = new Set<Trashed['kind']>(['comment', 'evidence', 'memory'])

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

import type { QueryKey } from '@tanstack/react-query'
import type { InputOf } from './client.ts'
import { queryClient } from './query-client.ts'
import { refresh } from './refresh.ts'
import { showProblem, showToast } from './ui/toasts.ts'
import { restoreItem } from './write.ts'

interface Deletion {
  kind: InputOf<'trash.restore'>['kind']
  id: string
  send: () => Promise<unknown>
  /** Opens another page, because the page of the item is not found any more. */
  leave: () => Promise<void>
  /** The read that the page shows. */
  opened: { queryKey: QueryKey }
  texts: { deleted: string; restored: string }
}

/** Deletes the item of a page, leaves the page and offers to restore the item. */
export async function deleteItem({ kind, id, send, leave, opened, texts }: Deletion): Promise<void> {
  await send()
  const restore = () => restoreItem(kind, id).then(() => showToast({ text: texts.restored }), showProblem)
  showToast({ text: texts.deleted, undo: () => void restore() })
  await leave()
  queryClient.removeQueries({ queryKey: opened.queryKey })
  await refresh(queryClient, { types: [`${kind}.deleted`] })
}

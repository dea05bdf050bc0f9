import { useNavigate } from '@tanstack/react-router'
import { deleteItem } from '../../delete-item.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { type DocumentKind, type SiteKind, documentKinds } from './document-kinds.ts'
import { texts } from './texts.ts'

interface DeleteDocumentProps {
  kind: Exclude<DocumentKind, SiteKind>
  id: string
  /** The key or id in the URL. */
  at: string
  /** The name in messages. */
  name: string
}

/** The menu item that deletes the document of this page, and offers to restore it. */
export function DeleteDocument({ kind, id, at, name }: DeleteDocumentProps) {
  const navigate = useNavigate()
  const { list, get, delete: send } = documentKinds[kind]
  const { action, deleted, restored } = texts.deleteDocument
  const remove = () =>
    deleteItem({
      kind,
      id,
      send: () => send(at),
      leave: () => navigate({ to: list }),
      opened: get(at),
      texts: { deleted: deleted(name), restored: restored(name) },
    })
  return (
    <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
      {action}
    </MenuItem>
  )
}

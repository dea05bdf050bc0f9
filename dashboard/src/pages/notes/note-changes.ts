import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { noteKeys } from '../../live/refresh-changed.ts'
import { changeItems } from '../../pages-query.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type ListedNote, type Note, noteQuery } from './queries.ts'

type AnyNote = Pick<Note, 'id' | 'title'>

export function usePinNote() {
  return useChange({
    keys: noteKeys,
    show: (cache, { note: { id }, pinned }: { note: AnyNote; pinned: boolean }) => {
      patch(cache, id, { pinned })
      changeItems<ListedNote>(cache, ['notes'], (notes) =>
        notes.map((note) => (note.id === id ? { ...note, pinned } : note)),
      )
    },
    send: ({ note, pinned }) => call('notes.update', { note: note.id, pinned }),
    done: (_, { note, pinned }) =>
      showToast({
        text: pinned ? `“${note.title}” stands first now.` : `“${note.title}” is no longer pinned.`,
      }),
    failed: ({ note, pinned }) => `“${note.title}” is ${pinned ? 'not' : 'still'} pinned.`,
  })
}

/** Null as project: its owner's alone. */
export function useMoveNote({ id }: Note) {
  return useChange({
    keys: noteKeys,
    show: () => {},
    send: (project: string | null) => call('notes.update', { note: id, project }),
    done: ({ title, project }) =>
      showToast({
        text: project ? `“${title}” is in ${project.name} now.` : `“${title}” is its owner's alone now.`,
      }),
  })
}

export function useUnpublishNote({ id }: Note) {
  return useChange({
    keys: noteKeys,
    show: (cache) => patch(cache, id, { publicSlug: null, publishedAt: null }),
    send: () => call('notes.unpublish', { note: id }),
    done: ({ title }) => showToast({ text: `“${title}” is no longer public.` }),
  })
}

/** What it was becomes what it is, as a new revision: nothing of what came between is lost. */
export function useRestoreNote({ id, version }: Note) {
  return useChange({
    keys: noteKeys,
    show: () => {},
    send: async (revision: number) => {
      const { title, content } = await call('notes.getRevision', { note: id, revision })
      const reason = `Back to revision ${revision}.`
      return call('notes.update', { note: id, title, content, reason }, { ifMatch: version })
    },
    done: (note, from) => showToast({ text: `Revision ${from} is back, as revision ${note.revision}.` }),
  })
}

export function useDeleteNote({ id, title }: Note) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const again = () => Promise.all(noteKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  const restore = async () => {
    await call('trash.restore', { kind: 'note', item: id })
    showToast({ text: `“${title}” is back.` })
    await again()
  }
  return async () => {
    await call('notes.delete', { note: id })
    showToast({ text: `Deleted “${title}”.`, undo: () => void restore().catch(showProblem) })
    await navigate({ to: '/notes' })
    cache.removeQueries({ queryKey: ['note', id] })
    await again()
  }
}

function patch(cache: QueryClient, id: string, set: Partial<Note>): void {
  cache.setQueryData(noteQuery(id).queryKey, (note) => note && { ...note, ...set })
}

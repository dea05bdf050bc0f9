import type { QueryClient } from '@tanstack/react-query'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { changeItems } from '../../list-cache.ts'
import { read } from '../../read.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Restoration } from '../knowledge/restore-revision.ts'
import type { Note } from './queries.ts'
import type { Ticked } from '../knowledge/tick.ts'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { texts } from './texts.ts'

const { changes } = texts

type AnyNote = Pick<Note, 'id' | 'title'>

export function usePinNote() {
  return useChange({
    kinds: ['note'],
    show: (cache, { note: { id }, pinned }: { note: AnyNote; pinned: boolean }) => {
      patch(cache, id, { pinned })
      changeItems(cache, 'notes.list', {}, (notes) =>
        notes.map((note) => (note.id === id ? { ...note, pinned } : note)),
      )
    },
    send: ({ note, pinned }) => call('notes.update', { note: note.id, pinned }),
    done: (_, { note, pinned }) =>
      showToast({
        text: pinned ? changes.pinned(note.title) : changes.unpinned(note.title),
      }),
    failed: ({ note, pinned }) => (pinned ? changes.pinFailed(note.title) : changes.unpinFailed(note.title)),
  })
}

/** Saves the content after a user ticked an item of a checklist. */
export function useTickNote({ id, version }: Note) {
  const key = read('notes.get', { note: id }).queryKey
  const change = useChange({
    kinds: ['note'],
    show: (cache, { content }: Ticked) => patch(cache, id, { content }),
    send: ({ content }, cache) =>
      call('notes.update', { note: id, content }, { ifMatch: cache.getQueryData(key)?.version ?? version }),
    done: (_, { before }) =>
      before !== undefined &&
      showToast({ text: knowledgeTexts.ticked, undo: () => change.mutate({ content: before }) }),
    failed: () => knowledgeTexts.tickFailed,
  })
  return change
}

export function useUnpublishNote({ id }: Note) {
  return useChange({
    kinds: ['note'],
    show: (cache) => patch(cache, id, { publicSlug: null, publishedAt: null }),
    send: () => call('notes.unpublish', { note: id }),
    done: ({ title }) => showToast({ text: changes.unpublished(title) }),
  })
}

export function noteRestoration({ id, version }: Note): Restoration {
  return {
    kind: 'note',
    send: async (revision, reason) => {
      const { title, content } = await call('notes.getRevision', { note: id, revision })
      return call('notes.update', { note: id, title, content, reason }, { ifMatch: version })
    },
  }
}

function patch(cache: QueryClient, id: string, set: Partial<Note>): void {
  cache.setQueryData(read('notes.get', { note: id }).queryKey, (note) => note && { ...note, ...set })
}

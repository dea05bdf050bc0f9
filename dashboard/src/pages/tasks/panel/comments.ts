import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../../change.ts'
import { type Me, type OutputOf, call } from '../../../client.ts'
import { changeItems, prependItem } from '../../../list-cache.ts'
import { meQuery } from '../../../queries.ts'
import { readPages } from '../../../read.ts'
import { showToast } from '../../../ui/toasts.ts'
import { texts } from './texts.ts'

const { taskComments } = texts

export type Comment = OutputOf<'comments.list'>['items'][number]

/** The comments on an item, newest first. */
export const commentsQuery = (item: string) =>
  readPages('comments.list', { item, sort: '-createdAt', limit: 30 })

/** The events of an item, newest first. */
export const historyQuery = (item: string) => readPages('activity.listHistory', { item, limit: 30 })

export function useAddComment(item: string) {
  const me = useQuery(meQuery).data
  return useChange({
    kinds: ['comment'],
    show: (cache, body: string) =>
      prependItem(cache, commentsQuery(item).queryKey, draftComment(item, body, me)),
    send: (body) => call('comments.create', { item, body }),
    failed: () => taskComments.addFailed,
  })
}

export function useUpdateComment(item: string) {
  return useChange({
    kinds: ['comment'],
    show: (cache, { comment, body }: { comment: Comment; body: string }) =>
      changeItems(cache, 'comments.list', { item }, (comments) =>
        comments.map((each) => (each.id === comment.id ? { ...each, body } : each)),
      ),
    // Send the version, so that this edit can't overwrite a concurrent one.
    send: ({ comment, body }) =>
      call('comments.update', { comment: comment.id, body }, { ifMatch: comment.version }),
    failed: () => taskComments.updateFailed,
  })
}

export function useDeleteComment(item: string) {
  const restore = useChange({
    kinds: ['comment'],
    send: ({ id }: Comment) => call('trash.restore', { kind: 'comment', item: id }),
    done: () => showToast({ text: taskComments.restored }),
  })
  return useChange({
    kinds: ['comment'],
    show: (cache, removed: Comment) =>
      changeItems(cache, 'comments.list', { item }, (comments) =>
        comments.filter(({ id }) => id !== removed.id),
      ),
    send: ({ id }) => call('comments.delete', { comment: id }),
    done: (_, comment) => showToast({ text: taskComments.deleted, undo: () => restore.mutate(comment) }),
    failed: () => taskComments.deleteFailed,
  })
}

/** Whether this is a placeholder until the server responds. */
export const isDraftComment = ({ version }: Comment): boolean => version === 0

function draftComment(key: string, body: string, me: Me | undefined): Comment {
  const now = new Date().toISOString()
  return {
    id: `draft ${now}`,
    item: { kind: 'task', id: '', key },
    body,
    createdBy: { kind: 'user', id: me?.user.id ?? null, name: me?.user.name ?? '', onBehalfOf: null },
    createdAt: now,
    editedAt: null,
    version: 0,
    may: { edit: false, delete: false },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../../change.ts'
import { type Me, type OutputOf, call } from '../../../client.ts'
import { commentKeys } from '../../../live/refresh-changed.ts'
import { changeItems, pagesQuery, prependItem } from '../../../pages-query.ts'
import { meQuery } from '../../../queries.ts'
import { showToast } from '../../../ui/toasts.ts'
import { texts } from './texts.ts'

const { taskComments } = texts

export type Comment = OutputOf<'comments.list'>['items'][number]

/** The comments on an item, newest first. */
export const commentsQuery = (slug: string, item: string) =>
  pagesQuery(['comments', slug, item], (cursor, signal) =>
    call('comments.list', { item, sort: '-createdAt', limit: 30, cursor }, { signal }),
  )

/** The events of an item, newest first. */
export const historyQuery = (slug: string, item: string) =>
  pagesQuery(['history', slug, item], (cursor, signal) =>
    call('activity.listHistory', { item, limit: 30, cursor }, { signal }),
  )

export function useAddComment(slug: string, item: string) {
  const me = useQuery(meQuery).data
  return useChange({
    keys: commentKeys(slug),
    show: (cache, body: string) =>
      prependItem(cache, commentsQuery(slug, item).queryKey, draftComment(item, body, me)),
    send: (body) => call('comments.create', { item, body }),
    failed: () => taskComments.addFailed,
  })
}

export function useUpdateComment(slug: string, item: string) {
  return useChange({
    keys: commentKeys(slug),
    show: (cache, { comment, body }: { comment: Comment; body: string }) =>
      changeItems<Comment>(cache, commentsQuery(slug, item).queryKey, (comments) =>
        comments.map((each) => (each.id === comment.id ? { ...each, body } : each)),
      ),
    // Send the version, so that this edit can't overwrite a concurrent one.
    send: ({ comment, body }) =>
      call('comments.update', { comment: comment.id, body }, { ifMatch: comment.version }),
    failed: () => taskComments.updateFailed,
  })
}

export function useDeleteComment(slug: string, item: string) {
  const restore = useChange({
    keys: commentKeys(slug),
    show: () => {},
    send: ({ id }: Comment) => call('trash.restore', { kind: 'comment', item: id }),
    done: () => showToast({ text: taskComments.restored }),
  })
  return useChange({
    keys: commentKeys(slug),
    show: (cache, removed: Comment) =>
      changeItems<Comment>(cache, commentsQuery(slug, item).queryKey, (comments) =>
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

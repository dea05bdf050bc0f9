import type { ActivityEvent } from '../../../client.ts'
import { type Comment, isDraftComment } from './comments.ts'

/** A comment or an event of a task. */
export type StreamEntry = { at: string; id: string } & (
  | { comment: Comment; event?: undefined }
  | { comment?: undefined; event: ActivityEvent }
)

/** The loaded part of a list, newest first. */
interface Loaded<Item> {
  items: Item[]
  hasMore: boolean
}

/** Events that the comments and the watchers show themselves. */
const hidden = /^(comment\.(created|updated)|watcher\..+)$/

/**
 * Merges comments and events into one list, oldest first. Omits entries that are older than the loaded part of the
 * other list, because entries between them can be missing.
 */
export function mergeStream(comments: Loaded<Comment>, events: Loaded<ActivityEvent>): StreamEntry[] {
  const complete = [
    comments.hasMore ? comments.items.at(-1)?.createdAt : undefined,
    events.hasMore ? events.items.at(-1)?.at : undefined,
  ].filter((start) => start !== undefined)
  const start = Math.max(...complete.map((at) => Date.parse(at)), 0)
  const entries: StreamEntry[] = [
    ...comments.items.map((comment) => ({ at: comment.createdAt, id: comment.id, comment })),
    ...events.items
      .filter(({ type }) => !hidden.test(type))
      .map((event) => ({ at: event.at, id: event.id, event })),
  ]
  return entries.filter(({ at }) => Date.parse(at) >= start).toSorted(compare)
}

/** Sorts by time. The clock of this device can be wrong, so comments that the server doesn't have yet are last. */
function compare(one: StreamEntry, other: StreamEntry): number {
  return draftRank(one) - draftRank(other) || Date.parse(one.at) - Date.parse(other.at)
}

const draftRank = ({ comment }: StreamEntry) => (comment && isDraftComment(comment) ? 1 : 0)

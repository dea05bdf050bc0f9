import { databaseTime } from '../../database/clock.ts'
import type { EventTypeOf } from '../../database/events.ts'
import type { Entry } from '../../database/journal.ts'
import type { Changes } from '../../database/tables.ts'
import type { CommunityPostRow } from './community-post.ts'

type Concerned = Pick<CommunityPostRow, 'id' | 'author_id'>

/** Returns a journal entry about a post. Only its author can read it, and it is deleted with their account. */
export function postEntry(
  type: EventTypeOf<'community_post'>,
  { id, author_id }: Concerned,
  details: Pick<Entry, 'data' | 'changes' | 'version'> = {},
): Entry {
  return { type, ...aboutPost(id), privateTo: author_id, ...details }
}

/** Identifies a post in a journal entry. It belongs to no organization. */
export function aboutPost(id: string): Pick<Entry, 'subject' | 'organizationId'> {
  return { subject: { kind: 'community_post', id, key: null }, organizationId: null }
}

interface NewText {
  title?: string | undefined
  body?: string | undefined
}

/** Returns the columns to set for a new text, with the time and the kind of its editor if it differs. */
export function textChanges(
  post: CommunityPostRow,
  { title = post.title, body = post.body }: NewText,
  editor: NonNullable<CommunityPostRow['edited_by']>,
): Partial<CommunityPostRow> {
  if (title === post.title && body === post.body) return {}
  return { title, body, edited_at: databaseTime(), edited_by: editor }
}

/** Removes the columns that describe the edit, which the entry has itself, and those named. */
export function journaledChanges(changes: Changes, ...omitted: string[]): Changes {
  const left = ['editedAt', 'editedBy', ...omitted]
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !left.includes(name)))
}

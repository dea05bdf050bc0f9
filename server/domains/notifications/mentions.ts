import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { CommentRow } from '../work/comments/comment.ts'
import { itemKinds } from '../work/items/item-kinds.ts'
import type { NoteRow } from '../knowledge/notes/note.ts'
import { withoutCode } from '../knowledge/notes/text.ts'
import { plainExcerpt, isOwnAction, fromRow, buildEach, canSee } from './pending-notification.ts'

const maxNames = 50

/** Returns the usernames mentioned as `@name`, without duplicates. Ignores code and email addresses. */
export function namesIn(text: string): string[] {
  const found = withoutCode(text).matchAll(/(?<![\w@./-])@([a-z0-9]+(?:-[a-z0-9]+)*)(?![\w@]|-\w|\.\w)/gi)
  return [...new Set([...found].map(([, name]) => name!.toLowerCase()))].slice(0, maxNames)
}

/** Notifies users who are mentioned in a comment. The subject is the item of the comment. */
export const mentionedInComment = buildEach(async (db, row) => {
  const [comment] = await db.run<CommentRow>(
    sql`select * from comments where id = ${row.subject_id} and deleted_at is null`,
  )
  if (!comment) return []
  const to = await addMentions(db, row, {
    text: comment.body,
    column: 'comment_id',
    projectId: comment.project_id,
  })
  if (to.length === 0) return []
  const { subject_kind: kind, subject_id: id, subject_key: key, body } = comment
  const [item] = await db.run<{ title: string }>(
    sql`select title from ${sql.raw(itemKinds[kind].table)} where id = ${id} and deleted_at is null`,
  )
  if (!item) return []
  const excerpt = { about: item.title, body: plainExcerpt(body) }
  return [{ kind: 'mentioned', to, ...fromRow(row), subject: { kind, id, key }, ...excerpt }]
})

/** Notifies users who are mentioned in a note of a project. A private note notifies no one until it is moved. */
export const mentionedInNote = buildEach(async (db, row) => {
  const [note] = await db.run<Pick<NoteRow, 'title' | 'content' | 'project_id' | 'owner_id'>>(
    sql`select title, content, project_id, owner_id from notes where id = ${row.subject_id} and deleted_at is null`,
  )
  if (!note) return []
  const { title, content, project_id: projectId } = note
  if (row.type === 'note.moved') await moveNotifications(db, row.subject_id, note)
  if (projectId === null) return []
  const to = await addMentions(db, row, { text: content, column: 'note_id', projectId })
  const subject = { kind: 'note', id: row.subject_id, key: null }
  return [{ kind: 'mentioned', to, ...fromRow(row), projectId, subject, about: title }]
})

/** Moves the notifications about a note to its new project. Deletes those of others if it became private. */
async function moveNotifications(
  db: Queries,
  noteId: string,
  { project_id, owner_id }: Pick<NoteRow, 'project_id' | 'owner_id'>,
): Promise<void> {
  if (project_id === null)
    await db.run(sql`delete from notifications where subject_id = ${noteId} and user_id <> ${owner_id}`)
  else await db.run(sql`update notifications set project_id = ${project_id} where subject_id = ${noteId}`)
}

interface Text {
  text: string
  column: 'comment_id' | 'note_id'
  projectId: string
}

/** Stores new mentions of users who can see the text, and returns only these users. */
async function addMentions(
  db: Queries,
  row: JournalRow,
  { text, column, projectId }: Text,
): Promise<string[]> {
  const names = namesIn(text)
  if (names.length === 0) return []
  const named = await db.run<{ id: string }>(
    sql`select u.id from users u where u.username = any(${names}) and ${canSee(row.organization_id, projectId)}`,
  )
  const others = named.filter(({ id }) => !isOwnAction(row.actor, id)).map(({ id }) => id)
  const added = await db.run<{ user_id: string }>(
    sql`insert into mentions (${sql.raw(column)}, user_id) select ${row.subject_id}::uuid, unnest(${others}::uuid[])
     on conflict do nothing returning user_id`,
  )
  return added.map(({ user_id }) => user_id)
}

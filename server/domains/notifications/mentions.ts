import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import type { CommentRow } from '../comments/tables.ts'
import { itemKinds } from '../items/item-kinds.ts'
import type { NoteRow } from '../notes/tables.ts'
import { withoutCode } from '../notes/text.ts'
import { beginningOf, didItThemselves, fromRow, oneByOne, sees } from './pending-notification.ts'

const mostNames = 50

/** The usernames that stand as `@name` in a text, each once. In code, and in an address, nobody is named. */
export function namesIn(text: string): string[] {
  const found = withoutCode(text).matchAll(/(?<![\w@./-])@([a-z0-9]+(?:-[a-z0-9]+)*)(?![\w@]|-\w|\.\w)/gi)
  return [...new Set([...found].map(([, name]) => name!.toLowerCase()))].slice(0, mostNames)
}

/** Somebody is named in a comment. It is about the item that was commented on. */
export const mentionedInComment = oneByOne(async (db, row) => {
  const [comment] = await db.run<CommentRow>('select * from comments where id = $1 and deleted_at is null', [
    row.subject_id,
  ])
  if (!comment) return []
  const to = await namedAnew(db, row, {
    text: comment.body,
    column: 'comment_id',
    projectId: comment.project_id,
  })
  if (to.length === 0) return []
  const { subject_kind: kind, subject_id: id, subject_key: key, body } = comment
  const [item] = await db.run<{ title: string }>(
    `select title from ${itemKinds[kind].table} where id = $1 and deleted_at is null`,
    [id],
  )
  if (!item) return []
  const said = { about: item.title, body: beginningOf(body) }
  return [{ kind: 'mentioned', to, ...fromRow(row), subject: { kind, id, key }, ...said }]
})

/** Somebody is named in a note of a project. One that is its owner's alone names nobody, until it is moved. */
export const mentionedInNote = oneByOne(async (db, row) => {
  const [note] = await db.run<Pick<NoteRow, 'title' | 'content' | 'project_id' | 'owner_id'>>(
    'select title, content, project_id, owner_id from notes where id = $1 and deleted_at is null',
    [row.subject_id],
  )
  if (!note) return []
  const { title, content, project_id: projectId } = note
  if (row.type === 'note.moved') await moveAlong(db, row.subject_id, note)
  if (projectId === null) return []
  const to = await namedAnew(db, row, { text: content, column: 'note_id', projectId })
  const subject = { kind: 'note', id: row.subject_id, key: null }
  return [{ kind: 'mentioned', to, ...fromRow(row), projectId, subject, about: title }]
})

/** What was told of a note is seen by those who see the note. */
async function moveAlong(
  db: Queries,
  noteId: string,
  { project_id, owner_id }: Pick<NoteRow, 'project_id' | 'owner_id'>,
): Promise<void> {
  if (project_id === null)
    await db.run('delete from notifications where subject_id = $1 and user_id <> $2', [noteId, owner_id])
  else await db.run('update notifications set project_id = $2 where subject_id = $1', [noteId, project_id])
}

interface Text {
  text: string
  column: 'comment_id' | 'note_id'
  projectId: string
}

/** Those who are named, may see it, and were not told that this text names them. From now on they were. */
async function namedAnew(db: Queries, row: JournalRow, { text, column, projectId }: Text): Promise<string[]> {
  const names = namesIn(text)
  if (names.length === 0) return []
  const named = await db.run<{ id: string }>(
    `select u.id from users u where u.username = any($1) and ${sees('$2', '$3')}`,
    [names, row.organization_id, projectId],
  )
  const others = named.filter(({ id }) => !didItThemselves(row.actor, id)).map(({ id }) => id)
  const added = await db.run<{ user_id: string }>(
    `insert into mentions (${column}, user_id) select $1::uuid, unnest($2::uuid[]) on conflict do nothing returning user_id`,
    [row.subject_id, others],
  )
  return added.map(({ user_id }) => user_id)
}

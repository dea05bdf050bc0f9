import { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import {
  type SeenNote,
  writesNotes,
  onNote,
  fromNotes,
  listedColumns,
  namesOfNote,
  notesVisibleTo,
  visibleNotes,
} from './access.ts'
import { backlinksOf, visibleLinks } from './links.ts'
import {
  Note,
  sharedFromRow,
  noteFields,
  noteRef,
  ListedNote,
  type ListedNoteRow,
  excerptColumn,
  listedNoteFromRow,
  noteKind,
  type NoteRow,
} from './note.ts'
import { operation } from '../../../operations/operation.ts'
import { insertNote, newNoteFields, saveNote } from './save-note.ts'
import { type Order, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { normalTag, tagField } from '../../../platform/tags.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { matchesSearch, withLowerEstimate } from '../../work/tasks/search.ts'
import { reasonField } from '../revisions/revision.ts'
import { deleteRow } from '../../../operations/rows.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'

/** Returns a note with the links and backlinks that the caller can see. */
export async function showNote(
  ctx: Context & InOrganization,
  note: SeenNote,
): Promise<z.output<typeof Note>> {
  const [links, backlinks] = await Promise.all([visibleLinks(ctx, note.id), backlinksOf(ctx, note.id)])
  return { ...sharedFromRow(note, ctx.caller), content: note.content, links, backlinks }
}

export const createNote = operation({
  id: 'notes.create',
  summary: 'Create a Markdown note in a project, or a private one.',
  http: 'POST /api/notes',
  tool: {
    name: 'create_note',
    rare: ['pinned'],
    brief: {
      content: 'Markdown. [[WEB-42]] and [[title]] are links.',
      links: 'Keys, ids or URLs.',
      project: 'Default: a private note.',
    },
  },
  access: writesNotes,
  created: true,
  input: z.object({
    ...newNoteFields,
    project: noteFields.project
      .optional()
      .describe(
        'Project of the note: its slug, key or id. Default: none, which makes the note private to the caller.',
      ),
  }),
  output: Note,
}).run(async (ctx, { project: _, ...input }) => showNote(ctx, await insertNote(ctx, input)))

export const getNote = operation({
  id: 'notes.get',
  summary: 'Show one note with its text, links and backlinks.',
  http: 'GET /api/notes/:note',
  tool: { name: 'get_note' },
  shows: ['note', 'epic', 'project', 'story', 'task', 'user'],
  access: onNote('view'),
  input: z.object({ note: noteRef }),
  output: Note,
}).run((ctx) => showNote(ctx, ctx.note))

// Pinned notes come first. Each expression must match the one of its index in the migration.
const orders = {
  '-updatedAt': { column: 'note_place(n.pinned, n.updated_at)', type: 'text', descending: true },
  '-createdAt': { column: 'note_place(n.pinned, n.created_at)', type: 'text', descending: true },
  title: {
    column: `(case when n.pinned then '0' else '1' end || lower(n.title))`,
    type: 'text',
    descending: false,
  },
} as const satisfies Record<string, Order>

export const listNotes = operation({
  id: 'notes.list',
  summary: 'List your notes and those of projects, pinned first, then most recently changed.',
  http: 'GET /api/notes',
  tool: { name: 'list_notes', rare: ['mine', 'personal', 'pinned', 'published', 'since', 'sort', 'until'] },
  shows: ['note', 'project', 'user'],
  access: visibleNotes,
  input: z.object({
    project: projectRef.optional().describe('Only notes of this project: its slug, key or id.'),
    mine: z.boolean().optional().describe('Only notes that the caller created. False: only notes of others.'),
    personal: z
      .boolean()
      .optional()
      .describe('Only private notes of the caller. False: only notes of projects.'),
    tag: z.array(tagField).max(10).optional().describe('Only notes with all of these tags.'),
    search: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Only notes with these words in title or text. Supports "phrases", or, -exclusion.'),
    pinned: z.boolean().optional().describe('Only pinned notes. False: only unpinned ones.'),
    published: z.boolean().optional().describe('Only published notes. False: only unpublished ones.'),
    since: z.iso.datetime().optional().describe('Only notes changed at this time or later.'),
    until: z.iso.datetime().optional().describe('Only notes changed before this time.'),
    sort: z
      .enum(['-updatedAt', '-createdAt', 'title'])
      .default('-updatedAt')
      .describe('Sort order after pinned notes.'),
    ...pageInput,
  }),
  output: pageOf(ListedNote),
}).run(async (ctx, input) => {
  const { user } = ctx
  const seen = notesVisibleTo(ctx)
  const filters: Sql[] = []
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false))
  if (project) filters.push(sql`n.project_id = ${project.id}`)
  if (input.mine !== undefined)
    filters.push(input.mine ? sql`n.owner_id = ${user.id}` : sql`n.owner_id <> ${user.id}`)
  if (input.personal !== undefined)
    filters.push(input.personal ? sql`n.private_to = ${user.id}` : sql`n.project_id is not null`)
  if (input.tag) filters.push(withLowerEstimate(sql`n.tags @> ${input.tag.map(normalTag)}::text[]`))
  if (input.search) filters.push(withLowerEstimate(matchesSearch(input.search, sql`n.words`)))
  if (input.pinned !== undefined) filters.push(input.pinned ? sql`n.pinned` : sql`not n.pinned`)
  if (input.published !== undefined)
    filters.push(input.published ? sql`n.published_at is not null` : sql`n.published_at is null`)
  if (input.since) filters.push(sql`n.updated_at >= ${input.since}::timestamptz`)
  if (input.until) filters.push(sql`n.updated_at < ${input.until}::timestamptz`)
  const order = orders[input.sort]
  const conditions = sql.join([seen.where, sql`n.deleted_at is null`, ...filters], ' and ')
  return readPage(
    ctx.db,
    input,
    { ...order, sort: input.sort, id: 'n.id' },
    ({ after, orderAndLimit }) => {
      const statement = sql`select ${listedColumns}, ${namesOfNote}, ${excerptColumn},
            ${seen.right} as right, ${sql.raw(order.column)} as sort_value
       from ${fromNotes} where ${conditions} and ${after} ${orderAndLimit}`
      return filters.length > 0 ? statement.unprepared : statement
    },
    (row: ListedNoteRow & { sort_value: string }) => listedNoteFromRow(row, ctx.caller),
  )
})

export const updateNote = operation({
  id: 'notes.update',
  summary: 'Change the text, title, tags or links of a note.',
  http: 'PUT /api/notes/:note',
  aliases: ['PATCH /api/notes/:note'],
  tool: {
    name: 'update_note',
    rare: ['pinned', 'reason', 'project'],
    brief: { content: 'Whole new text.', tags: 'All tags, old and new.', links: 'All links, old and new.' },
  },
  access: onNote('edit'),
  input: z.object({
    note: noteRef,
    title: noteFields.title.optional(),
    content: noteFields.content.optional(),
    tags: noteFields.tags.optional(),
    links: noteFields.links.optional(),
    pinned: noteFields.pinned.optional(),
    project: noteFields.project
      .nullable()
      .optional()
      .describe('Project to move it to: its slug, key or id. Null makes it private to its owner.'),
    reason: reasonField.optional().describe('Reason for the change, saved with its own revision.'),
  }),
  output: Note,
}).run(async (ctx, { note: _, ...change }) => showNote(ctx, await saveNote(ctx, change)))

export const deleteNote = operation({
  id: 'notes.delete',
  summary: 'Move a note to the trash for 30 days.',
  http: 'DELETE /api/notes/:note',
  tool: { name: 'delete_note' },
  access: onNote('edit'),
  destructive: true,
  input: z.object({ note: noteRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(noteKind, await deleteRow<NoteRow>(ctx, noteKind, ctx.note)))

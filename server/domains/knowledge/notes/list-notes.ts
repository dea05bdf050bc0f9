import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { normalTag, tagField } from '../../../platform/tags.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { matchesSearch, withLowerEstimate } from '../../work/tasks/search.ts'
import { fromNotes, listedColumns, namesOfNote, notesVisibleTo, visibleNotes } from './access.ts'
import { ListedNote, type ListedNoteRow, excerptColumn, listedNoteFromRow } from './note.ts'

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
  tool: { name: 'list_notes', rare: ['mine', 'personal', 'pinned', 'published', 'sort', 'until'] },
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
  const { after, orderAndLimit } = keysetPage(order, 'n.id', input)
  const conditions = sql.join([seen.where, sql`n.deleted_at is null`, ...filters], ' and ')
  const statement = sql`select ${listedColumns}, ${namesOfNote}, ${excerptColumn},
            ${seen.right} as right, ${sql.raw(order.column)} as sort_value
       from ${fromNotes} where ${conditions} and ${after} ${orderAndLimit}`
  const rows = await ctx.db.run<ListedNoteRow & { sort_value: string }>(
    filters.length > 0 ? statement.unprepared : statement,
  )
  return page(
    rows,
    input,
    (row) => [row.sort_value, row.id],
    (row) => listedNoteFromRow(row, ctx.caller),
  )
})

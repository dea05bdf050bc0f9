import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { plannedEachTime } from '../../../database/queries.ts'
import { operation } from '../../../operations/operation.ts'
import { normalTag, tagField } from '../../../platform/tags.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { searched, twice } from '../../work/tasks/search.ts'
import { fromNotes, listedColumns, namesOfNote, notesSeenBy, visibleNotes } from './access.ts'
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
  tool: 'list_notes',
  rare: ['mine', 'personal', 'pinned', 'published', 'sort', 'until'],
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
  const seen = notesSeenBy(ctx)
  const values = [...seen.values]
  const conditions = [seen.where, 'n.deleted_at is null']
  const filter = (sql: string, value: unknown) => conditions.push(sql.replace('?', `$${values.push(value)}`))
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false))
  if (project) filter('n.project_id = ?', project.id)
  if (input.mine !== undefined) conditions.push(input.mine ? 'n.owner_id = $3' : 'n.owner_id <> $3')
  if (input.personal !== undefined)
    conditions.push(input.personal ? 'n.private_to = $3' : 'n.project_id is not null')
  if (input.tag) conditions.push(twice(`n.tags @> $${values.push(input.tag.map(normalTag))}::text[]`))
  if (input.search) conditions.push(twice(searched(input.search, values, 'n.words')))
  if (input.pinned !== undefined) conditions.push(input.pinned ? 'n.pinned' : 'not n.pinned')
  if (input.published !== undefined) conditions.push(`n.published_at is ${input.published ? 'not ' : ''}null`)
  if (input.since) filter('n.updated_at >= ?::timestamptz', input.since)
  if (input.until) filter('n.updated_at < ?::timestamptz', input.until)
  const order = orders[input.sort]
  const { after, orderAndLimit } = keyset(order, 'n.id', input, values)
  const rows = await ctx.db.run<ListedNoteRow & { sort_value: string }>(
    `${conditions.length > 2 ? plannedEachTime : ''} select ${listedColumns}, ${namesOfNote}, ${excerptColumn},
            ${seen.right} as right, ${order.column} as sort_value
       from ${fromNotes} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    input,
    (row) => [row.sort_value, row.id],
    (row) => listedNoteFromRow(row, ctx.caller),
  )
})

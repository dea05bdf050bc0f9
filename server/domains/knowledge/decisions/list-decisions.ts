import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { normalTag, tagField } from '../../../platform/tags.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import {
  type SeenDecision,
  decisionsVisibleTo,
  fromDecisions,
  seenDecision,
  visibleDecisions,
} from './access.ts'
import { Decision } from './decision.ts'
import { showDecisions } from './read-decisions.ts'
import { decisionStatuses } from './tables.ts'

const newestFirst: Order = { column: 'd.id', type: 'uuid', descending: true }

export const listDecisions = operation({
  id: 'decisions.list',
  summary: 'List decisions of one project or all, newest first.',
  http: 'GET /api/decisions',
  tool: { name: 'list_decisions', rare: ['organizationWide', 'tag'] },
  shows: ['decision', 'project', 'user'],
  access: visibleDecisions,
  input: z.object({
    project: projectRef.optional().describe('Only decisions of this project: slug, key or id.'),
    organizationWide: z
      .boolean()
      .optional()
      .describe('True: only organization-wide decisions. False: only project decisions.'),
    status: z
      .array(z.enum(decisionStatuses))
      .max(decisionStatuses.length)
      .optional()
      .describe('Only decisions with one of these statuses.'),
    tag: z.array(tagField).max(10).optional().describe('Only decisions with all of these tags.'),
    ...pageInput,
  }),
  output: pageOf(Decision),
}).run(async (ctx, input) => {
  const visible = decisionsVisibleTo(ctx)
  const filters: Sql[] = []
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false))
  if (project) filters.push(sql`d.project_id = ${project.id}`)
  if (input.organizationWide !== undefined)
    filters.push(input.organizationWide ? sql`d.project_id is null` : sql`d.project_id is not null`)
  if (input.status) filters.push(sql`d.status = any(${input.status}::text[])`)
  if (input.tag) filters.push(sql`d.tags @> ${input.tag.map(normalTag)}::text[]`)
  const paging = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keysetPage(newestFirst, 'd.id', paging)
  const conditions = sql.join([visible.where, sql`d.deleted_at is null`, ...filters], ' and ')
  const statement = sql`select ${seenDecision}, ${visible.right} as right
       from ${fromDecisions} where ${conditions} and ${after} ${orderAndLimit}`
  const rows = await ctx.db.run<SeenDecision>(filters.length > 0 ? statement.unprepared : statement)
  const { items, nextCursor } = page(
    rows,
    paging,
    (row) => [row.id, row.id],
    (row) => row,
  )
  return { items: await showDecisions(ctx, items), nextCursor }
})

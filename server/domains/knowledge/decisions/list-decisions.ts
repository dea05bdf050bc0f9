import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../../database/pages.ts'
import { plannedEachTime } from '../../../database/queries.ts'
import { operation } from '../../../operations/operation.ts'
import { normalTag, tagField } from '../../../platform/tags.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import {
  type SeenDecision,
  decisionsSeenBy,
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
  tool: 'list_decisions',
  rare: ['organizationWide', 'tag'],
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
  const visible = decisionsSeenBy(ctx)
  const values = [...visible.values]
  const conditions = [visible.where, 'd.deleted_at is null']
  const filter = (sql: string, value: unknown) => conditions.push(sql.replace('?', `$${values.push(value)}`))
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false))
  if (project) filter('d.project_id = ?', project.id)
  if (input.organizationWide !== undefined)
    conditions.push(`d.project_id is ${input.organizationWide ? '' : 'not '}null`)
  if (input.status) filter('d.status = any(?::text[])', input.status)
  if (input.tag) filter('d.tags @> ?::text[]', input.tag.map(normalTag))
  const paging = { ...input, sort: '-createdAt' }
  const { after, orderAndLimit } = keyset(newestFirst, 'd.id', paging, values)
  const rows = await ctx.db.run<SeenDecision>(
    `${conditions.length > 2 ? plannedEachTime : ''} select ${seenDecision}, ${visible.right} as right
       from ${fromDecisions} where ${conditions.join(' and ')} and ${after} ${orderAndLimit}`,
    values,
  )
  const { items, nextCursor } = page(
    rows,
    paging,
    (row) => [row.id, row.id],
    (row) => row,
  )
  return { items: await showDecisions(ctx, items), nextCursor }
})

import { changeRow, differences, idOfNew, insertRow, deleteRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { normalTags, normalTag, tagField } from '../../../platform/tags.ts'
import {
  type OnDecision,
  type SeenDecision,
  findDecision,
  logsDecisions,
  requireEdit,
  onDecision,
  decisionsVisibleTo,
  fromDecisions,
  seenDecision,
  visibleDecisions,
} from './access.ts'
import {
  decisionKind,
  type DecisionRow,
  type DecisionStatus,
  Decision,
  decisionFields,
  decisionRef,
  Remark,
  remarkFromRow,
  type RemarkRow,
  decisionStatuses,
} from './decision.ts'
import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import { sql, type Sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { showDecision, chainOf, showDecisions } from './read-decisions.ts'
import { requireTransition, supersede } from './resolve-decision.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'

export type DecisionChange = Partial<
  Pick<DecisionRow, 'title' | 'context' | 'rationale' | 'alternatives' | 'tags'>
>

const nextSteps: Record<Exclude<DecisionStatus, 'proposed'>, string> = {
  accepted: 'Log a new decision that supersedes it.',
  rejected: 'Reopen it first, or log a new one.',
  superseded: 'See the decision that supersedes it.',
}

/** Changes a decision. Once it is resolved, only its tags can change. */
export async function changeDecision(
  ctx: Context & OnDecision,
  change: DecisionChange,
): Promise<SeenDecision> {
  const { decision } = ctx
  const { tags, ...rest } = change
  const set: DecisionChange = { ...rest, ...(tags && { tags: normalTags(tags) }) }
  const hasTextChange = Object.keys(differences<DecisionRow>(decision, set)).some((field) => field !== 'tags')
  if (hasTextChange && decision.status !== 'proposed')
    reject('decision_fixed', {
      decision: decision.key,
      status: decision.status,
      next: nextSteps[decision.status],
    })
  return { ...decision, ...(await changeRow<DecisionRow>(ctx, decisionKind, decision, set)) }
}

export const logDecision = operation({
  id: 'decisions.log',
  summary: 'Log a decision with its reasons and alternatives.',
  http: 'POST /api/decisions',
  tool: {
    name: 'log_decision',
    hint: 'Decide it later with resolve_decision.',
    rare: ['outcome', 'tags'],
    brief: { project: 'Default: all projects.', supersedes: 'The older decision: D-12.' },
  },
  access: logsDecisions,
  created: true,
  input: z.object({
    title: decisionFields.title,
    context: decisionFields.context.default(''),
    rationale: decisionFields.rationale.default(''),
    alternatives: decisionFields.alternatives.default([]),
    outcome: decisionFields.outcome.default(''),
    tags: decisionFields.tags.default([]),
    project: decisionFields.project
      .optional()
      .describe('The project: slug, key or id. Default: the whole organization.'),
    status: z
      .enum(['proposed', 'accepted'])
      .default('proposed')
      .describe('Initial status. Default proposed.'),
    supersedes: decisionRef
      .optional()
      .describe('The accepted decision that it supersedes: number (D-12) or id.'),
  }),
  output: Decision,
}).run(async (ctx, input) => {
  const { project, organization } = ctx
  const by = JSON.stringify(actorOf(ctx.caller))
  const accepted = input.status === 'accepted'
  const superseded =
    input.supersedes === undefined ? undefined : await findSuperseded(ctx, input.supersedes, accepted)
  const tags = normalTags(input.tags)
  const { title, context, rationale, alternatives, outcome, status } = input
  const row = await insertRow<DecisionRow>(ctx, decisionKind, {
    // Numbers the decision in the same statement, so that concurrent inserts get different numbers.
    before: sql`numbered as (
      update organizations set last_decision = last_decision + 1 where id = ${organization.id} returning last_decision as number)`,
    insert: sql`insert into decisions (id, organization_id, project_id, number, key, title, context, rationale,
               alternatives, outcome, status, tags, decided_at, decided_by, created_by)
      select ${idOfNew(ctx)}::uuid, ${organization.id}::uuid, ${project?.id ?? null}::uuid, number, 'D-' || number, ${title},
             ${context}, ${rationale}, ${JSON.stringify(alternatives)}::jsonb, ${outcome}, ${status}, ${tags}::text[],
             ${accepted ? databaseTime() : null}::timestamptz, ${accepted ? by : null}::jsonb, ${by}::jsonb
        from numbered`,
    data: { title, context, rationale, alternatives, outcome, status, tags },
  })
  if (!row) reject('gone_meanwhile')
  if (superseded) await supersede(ctx, superseded, row)
  const names = { project_slug: project?.slug ?? null, project_name: project?.name ?? null }
  return showDecision(ctx, { ...row, ...names, right: project?.right ?? 'edit' })
})

async function findSuperseded(ctx: Parameters<typeof supersede>[0], ref: string, accepted: boolean) {
  const superseded = await findDecision(ctx.db, ctx, ref, { lock: true })
  if (!superseded) rejectField('supersedes', `Decision "${ref}" doesn't exist, or you can't see it.`)
  requireEdit(superseded)
  if (!accepted)
    rejectField('supersedes', 'Only an accepted decision can supersede another. Pass "status": "accepted".')
  requireTransition(superseded, 'superseded')
  return superseded
}

export const getDecision = operation({
  id: 'decisions.get',
  summary: 'Show one decision with its discussion, outcome and supersede chain.',
  http: 'GET /api/decisions/:decision',
  tool: { name: 'get_decision' },
  shows: ['decision', 'epic', 'project', 'story', 'task', 'user'],
  access: onDecision('view'),
  input: z.object({ decision: decisionRef }),
  output: Decision.extend({
    discussion: z.array(Remark).describe('The newest 200 remarks, oldest first.'),
    chain: z
      .array(
        z.object({
          id: z.uuid(),
          key: z.string(),
          title: z.string(),
          status: z.enum(decisionStatuses),
          decidedAt: z.iso.datetime().nullable(),
        }),
      )
      .describe('Decisions linked by supersession, including this one, oldest first.'),
  }),
}).run(async (ctx) => {
  const [decision, remarks, chain] = await Promise.all([
    showDecision(ctx, ctx.decision),
    ctx.db.run<RemarkRow>(
      sql`select * from remarks where decision_id = ${ctx.decision.id} order by id desc limit 200`,
    ),
    chainOf(ctx, ctx.decision),
  ])
  return {
    ...decision,
    discussion: remarks.toReversed().map(remarkFromRow),
    chain: chain.map(({ id, key, title, status, decided_at }) => ({
      id,
      key,
      title,
      status,
      decidedAt: decided_at,
    })),
  }
})

const newestFirst = orderByNewest('d.id')

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
  const conditions = sql.join([visible.where, sql`d.deleted_at is null`, ...filters], ' and ')
  const { items, nextCursor } = await readPage(
    ctx.db,
    input,
    newestFirst,
    ({ after, orderAndLimit }) => {
      const statement = sql`select ${seenDecision}, ${visible.right} as right
       from ${fromDecisions} where ${conditions} and ${after} ${orderAndLimit}`
      return filters.length > 0 ? statement.unprepared : statement
    },
    (row: SeenDecision) => row,
  )
  return { items: await showDecisions(ctx, items), nextCursor }
})

export const updateDecision = operation({
  id: 'decisions.update',
  summary: 'Change a proposed decision. Once it is resolved, only its tags can change.',
  http: 'PATCH /api/decisions/:decision',
  aliases: ['PUT /api/decisions/:decision'],
  access: onDecision('edit'),
  input: z.object({
    decision: decisionRef,
    title: decisionFields.title.optional(),
    context: decisionFields.context.optional(),
    rationale: decisionFields.rationale.optional(),
    alternatives: decisionFields.alternatives.optional(),
    tags: decisionFields.tags.optional(),
  }),
  output: Decision,
}).run(async (ctx, { decision: _, ...change }) => showDecision(ctx, await changeDecision(ctx, change)))

export const deleteDecision = operation({
  id: 'decisions.delete',
  summary: 'Move a decision to the trash, restorable for 30 days. Its number is never reused.',
  http: 'DELETE /api/decisions/:decision',
  access: onDecision('edit'),
  destructive: true,
  input: z.object({ decision: decisionRef }),
  output: Deleted,
}).run(async (ctx) =>
  deletedResponse(decisionKind, await deleteRow<DecisionRow>(ctx, decisionKind, ctx.decision)),
)

import { databaseTime } from '../../../database/clock.ts'
import { changeRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { type SeenDecision, findDecision, onDecision } from './access.ts'
import {
  decisionKind,
  type DecisionRow,
  type DecisionStatus,
  Decision,
  decisionFields,
  decisionRef,
  remarkField,
  decisionStatuses,
} from './decision.ts'
import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { addRemark } from './discuss-decision.ts'
import { showDecision } from './read-decisions.ts'

/** Allowed status transitions. An accepted decision is part of the record: it can only be superseded. */
export const transitions: Record<DecisionStatus, readonly DecisionStatus[]> = {
  proposed: ['accepted', 'rejected'],
  accepted: ['superseded'],
  rejected: ['proposed'],
  superseded: [],
}

type DecisionContext = Context & InOrganization

export function requireTransition({ key, status }: DecisionRow, target: DecisionStatus): void {
  const allowed = transitions[status]
  if (allowed.includes(target)) return
  const to = allowed.length > 0 ? allowed.join(' or ') : 'none'
  reject('wrong_status', { what: key, from: status, to, asked: target }, { allowed })
}

const events = {
  accepted: 'decision.accepted',
  rejected: 'decision.rejected',
  proposed: 'decision.reopened',
} as const

/** Accepts, rejects or reopens a decision, which the caller must have locked. */
async function decide(
  ctx: DecisionContext,
  decision: SeenDecision,
  status: Exclude<DecisionStatus, 'superseded'>,
  outcome: string | undefined,
): Promise<SeenDecision> {
  requireTransition(decision, status)
  const resolution =
    status === 'proposed'
      ? { decided_at: null, decided_by: null }
      : { decided_at: databaseTime(), decided_by: actorOf(ctx.caller) }
  const set = { status, ...resolution, ...(outcome !== undefined && { outcome }) }
  return { ...decision, ...(await changeRow<DecisionRow>(ctx, decisionKind, decision, set, events[status])) }
}

/** Finds the superseding decision. Rejects one that the caller cannot see or that was never accepted. */
async function findSuperseding(ctx: DecisionContext, ref: string): Promise<SeenDecision> {
  const by = await findDecision(ctx.db, ctx, ref, { lock: false })
  if (!by) rejectField('supersededBy', `Decision "${ref}" doesn't exist, or you can't see it.`)
  if (by.status === 'proposed' || by.status === 'rejected')
    rejectField(
      'supersededBy',
      `${by.key} is ${by.status}. Only an accepted decision can supersede another. Accept it first.`,
    )
  return by
}

/** Marks a decision as superseded by another. The caller must have locked it. */
export async function supersede(
  ctx: DecisionContext,
  decision: SeenDecision,
  by: DecisionRow,
  outcome?: string,
): Promise<SeenDecision> {
  requireTransition(decision, 'superseded')
  await rejectCycle(ctx, decision, by)
  const set = {
    status: 'superseded' as const,
    superseded_by: by.id,
    ...(outcome !== undefined && { outcome }),
  }
  const data = { supersededBy: { id: by.id, key: by.key } }
  const after = await changeRow<DecisionRow>(ctx, decisionKind, decision, set, 'decision.superseded', data)
  return { ...decision, ...after }
}

/** Rejects a cycle. Serializes supersessions per organization, so that two concurrent ones cannot close a cycle. */
async function rejectCycle(ctx: DecisionContext, decision: SeenDecision, by: DecisionRow): Promise<void> {
  await ctx.db.run(
    sql`select pg_advisory_xact_lock(hashtextextended('decisions ' || ${decision.organization_id}::uuid, 0))`,
  )
  const later = await ctx.db.run<{ id: string; key: string }>(
    sql`with recursive later as (
       select id, key, superseded_by, 1 as place from decisions where id = ${by.id}
       union all
       select d.id, d.key, d.superseded_by, later.place + 1
         from decisions d join later on d.id = later.superseded_by where later.id <> ${decision.id})
     select id, key from later order by place`,
  )
  const end = later.findIndex(({ id }) => id === decision.id)
  if (end === -1) return
  const cycle = later.slice(0, end + 1).map(({ key }) => key)
  reject(
    'decision_circle',
    { decision: decision.key, by: by.key, circle: cycle.join(' → ') },
    { circle: cycle },
  )
}

export const resolveDecision = operation({
  id: 'decisions.resolve',
  summary: 'Accept, reject, reopen or supersede a decision, record its outcome, or add a remark.',
  http: 'POST /api/decisions/:decision/resolve',
  tool: {
    name: 'resolve_decision',
    brief: { remark: 'Remark to add.', supersededBy: 'The newer decision: D-14.' },
  },
  adds: true,
  access: onDecision('edit'),
  input: z.object({
    decision: decisionRef,
    remark: remarkField.optional().describe('Remark for the discussion, in Markdown.'),
    status: z
      .enum(decisionStatuses)
      .optional()
      .describe('New status. Use proposed to reopen a rejected decision.'),
    outcome: decisionFields.outcome
      .optional()
      .describe('Result of the decision, in Markdown. Can be added later.'),
    supersededBy: decisionRef
      .optional()
      .describe('The accepted decision that supersedes it: number (D-12) or id.'),
  }),
  output: Decision,
}).run(async (ctx, { remark, status, outcome, supersededBy }) => {
  let decision = ctx.decision
  if ([remark, status, outcome, supersededBy].every((value) => value === undefined))
    rejectField('status', 'Pass at least one of status, outcome, remark and supersededBy.')
  if (supersededBy !== undefined && (status ?? 'superseded') !== 'superseded')
    rejectField('status', 'With supersededBy, the status becomes "superseded". Omit status.')
  if (supersededBy !== undefined)
    decision = await supersede(ctx, decision, await findSuperseding(ctx, supersededBy), outcome)
  else if (status === 'superseded')
    rejectField('supersededBy', 'Pass the decision that supersedes it: number (D-12) or id.')
  else if (status !== undefined) decision = await decide(ctx, decision, status, outcome)
  else if (outcome !== undefined) {
    if (decision.status === 'proposed')
      rejectField('outcome', 'The decision is still proposed. Pass a status with the outcome.')
    const after = await changeRow<DecisionRow>(ctx, decisionKind, decision, { outcome })
    decision = { ...decision, ...after }
  }
  if (remark !== undefined) await addRemark(ctx, decision, remark)
  return showDecision(ctx, decision)
})

import { changeRow, differences } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { normalTags } from '../../../platform/tags.ts'
import type { OnDecision, SeenDecision } from './access.ts'
import { decisionKind } from './decision.ts'
import type { DecisionRow, DecisionStatus } from './tables.ts'

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

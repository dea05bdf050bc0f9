import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { type OperationError, reject } from '../../../errors/errors.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { parse, prepare, toOperationError } from '../../../operations/perform.ts'
import { reference } from '../../../operations/reference.ts'
import { concerning } from '../../../operations/rows.ts'
import type { CheckedWrite } from '../../../operations/services.ts'
import { transact } from '../../../operations/transact.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { Proposal } from '../answers/answer-shapes.ts'
import { resultOf } from '../answers/proposal-result.ts'
import type { AiSessionRow, ProposalRow } from '../tables.ts'
import { type OnAiSession, findSession, onAiSession } from './access.ts'
import { aiSessionKind, aiSessionRef } from './ai-session.ts'
import { proposalFromRow } from './messages.ts'

const input = z.object({
  aiSession: aiSessionRef,
  proposal: reference('aiProposal', 'Id of the proposed change.'),
})

type Decided = Pick<ProposalRow, 'state' | 'result' | 'failure'>

export const confirmAiSession = operation({
  id: 'aiSessions.confirm',
  summary: 'Confirm a change that an answer proposed. It is performed once, with your rights.',
  http: 'POST /api/ai/sessions/:aiSession/proposals/:proposal/confirm',
  access: onAiSession('own'),
  ownTransactions: true,
  input,
  output: Proposal,
}).run(async (ctx, { proposal: ref }) => {
  const proposal = await findProposal(ctx.db, ctx, ref)
  if (!mustDecide(proposal, ['confirmed', 'rejected'])) return shown(proposal)
  try {
    return shown(await confirm(ctx, proposal))
  } catch (error) {
    const rejection = error instanceof ChangeRejected ? toOperationError(error.cause) : undefined
    if (!rejection || !isFinal(rejection)) throw error instanceof ChangeRejected ? error.cause : error
    return shown(await decideAlone(ctx, proposal, rejected(rejection)))
  }
})

export const dismissAiSession = operation({
  id: 'aiSessions.dismiss',
  summary: 'Dismiss a change that an answer proposed.',
  http: 'POST /api/ai/sessions/:aiSession/proposals/:proposal/dismiss',
  access: onAiSession('own'),
  input,
  output: Proposal,
}).run(async (ctx, { proposal: ref }) => {
  const proposal = await findProposal(ctx.db, ctx, ref, { lock: true })
  if (!mustDecide(proposal, ['dismissed'])) return shown(proposal)
  return shown(await decide(ctx, proposal, { state: 'dismissed', result: null, failure: null }))
})

/** The operation of a proposal failed, in contrast to the confirmation itself. */
class ChangeRejected extends Error {}

/** Performs the change and stores the decision in one transaction, so that the change can't happen twice. */
async function confirm(
  ctx: Context & OnAiSession,
  { id, tool, input: given }: ProposalRow,
): Promise<ProposalRow> {
  const { app, caller, request } = ctx
  const { write, prepared } = await rejecting(async () => {
    const checked: CheckedWrite = await app.answerTools.check(caller, { name: tool, input: given })
    const parsed = parse(checked.operation, checked.input)
    return { write: checked, prepared: await prepare(app, checked.operation, caller, parsed, request) }
  })
  return transact(app, caller, request, async (unit) => {
    const session = await findSession(unit.db, ctx, ctx.session.id, { owner: true, lock: true })
    const proposal = await findProposal(unit.db, { session }, id, { lock: true })
    if (!mustDecide(proposal, ['confirmed', 'rejected'])) return proposal
    const output = await rejecting(() => unit.perform(write.operation, write.input, { prepared }))
    return decide({ ...unit, session }, proposal, {
      state: 'confirmed',
      result: resultOf(tool, output),
      failure: null,
    })
  })
}

async function rejecting<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new ChangeRejected('The change was rejected.', { cause })
  }
}

/** Returns whether a repeated confirmation would be rejected too. Others can be confirmed again later. */
function isFinal({ status }: OperationError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)
}

function rejected({ message, errors = [] }: OperationError): Decided {
  const [first] = errors
  return { state: 'rejected', result: null, failure: first ? `${first.path}: ${first.message}` : message }
}

function decideAlone(
  ctx: Context & OnAiSession,
  { id }: ProposalRow,
  decided: Decided,
): Promise<ProposalRow> {
  return transact(ctx.app, ctx.caller, ctx.request, async (unit) => {
    const session = await findSession(unit.db, ctx, ctx.session.id, { owner: true, lock: true })
    const proposal = await findProposal(unit.db, { session }, id, { lock: true })
    return proposal.state === 'open' ? decide({ ...unit, session }, proposal, decided) : proposal
  })
}

/** Returns whether the proposal is open. A repeated decision changes nothing, and another one is rejected. */
function mustDecide({ state }: ProposalRow, same: ProposalRow['state'][]): boolean {
  if (state === 'open') return true
  if (!same.includes(state)) reject('proposal_decided', { state })
  return false
}

async function findProposal(
  db: Queries,
  { session }: { session: Pick<AiSessionRow, 'id'> },
  ref: string,
  { lock = false } = {},
): Promise<ProposalRow> {
  const [proposal] = anyUuid.test(ref)
    ? await db.run<ProposalRow>(
        sql`select * from ai_proposals where id = ${ref} and session_id = ${session.id}
          ${lock ? sql`for update` : sql.empty}`,
      )
    : []
  return proposal ?? reject('not_found', { kind: 'proposal', ref })
}

/** Stores a decision. The caller has locked the conversation and the proposal. */
async function decide(
  ctx: Pick<Context, 'db' | 'record'> & { session: Pick<AiSessionRow, 'id'> },
  proposal: ProposalRow,
  { state, result, failure }: Decided,
): Promise<ProposalRow> {
  const { db, session } = ctx
  const [after] = await db.run<ProposalRow>(
    sql`update ai_proposals set state = ${state}, result = ${result && JSON.stringify(result)}, failure = ${failure},
        decided_at = now() where id = ${proposal.id} returning *`,
  )
  const [changed] = await db.run<AiSessionRow>(
    sql`update ai_sessions set version = version + 1, updated_at = now() where id = ${session.id} returning *`,
  )
  ctx.record({
    type: 'ai_session.decided',
    ...concerning(aiSessionKind, changed!),
    version: changed!.version,
    data: { tool: proposal.tool, state },
  })
  return after!
}

/** The owner performed the change, so they can see its result. */
function shown(proposal: ProposalRow): Proposal {
  return proposalFromRow(proposal, new Set(proposal.result ? [proposal.result.id] : []))
}

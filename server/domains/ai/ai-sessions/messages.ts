import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { wordsOfName } from '../../../platform/words-of-name.ts'
import { type SearchKind, searchKinds } from '../../search/kinds.ts'
import { visibleSubjects } from '../../search/visible-subjects.ts'
import type { AiMessage, Proposal } from '../answers/answer-shapes.ts'
import { visiblePassages } from '../answers/visible-passages.ts'
import type { AiMessageRow, ProposalRow } from '../tables.ts'
import type { SeenAiSession } from './ai-session.ts'

type Reader = { db: Queries } & InOrganization

/** The columns of `AiMessageRow`, of the messages `m`. */
export const messageColumns = sql`m.session_id, m.number, m.id, m.role, m.text, m.passages, m.steps, m.outcome, m.note,
  m.model, m.input_tokens, m.output_tokens, m.created_at`

/**
 * Returns messages as the caller can see them: without the sources and the results that are hidden from them, and for
 * readers without the inputs of the reads, which can name hidden items. Makes the same number of queries for every
 * number of messages.
 */
export async function showMessages(
  ctx: Reader,
  rows: AiMessageRow[],
  { is_owner: isOwner }: Pick<SeenAiSession, 'is_owner'>,
): Promise<AiMessage[]> {
  const answers = rows.filter(({ role }) => role === 'answer')
  const proposals = await readProposals(
    ctx.db,
    answers.map(({ id }) => id),
  )
  const passages = new Set(
    await visiblePassages(
      ctx,
      answers.flatMap((row) => row.passages),
    ),
  )
  const results = await visibleSubjects(ctx, proposals.flatMap(resultOf))
  const ofMessage = Map.groupBy(proposals, ({ message_id }) => message_id)
  return rows.map((row) => ({
    ...messageFromRow(row, ofMessage.get(row.id) ?? [], results),
    passages: row.passages.filter((passage) => passages.has(passage)),
    steps: isOwner ? row.steps : row.steps.map((step) => ({ ...step, input: {} })),
  }))
}

async function readProposals(db: Queries, messages: string[]): Promise<ProposalRow[]> {
  if (messages.length === 0) return []
  return db.run<ProposalRow>(
    sql`select * from ai_proposals where message_id = any(${messages}::uuid[]) order by message_id, number`,
  )
}

function resultOf({ result }: ProposalRow): { kind: SearchKind; id: string }[] {
  return result && isSearchKind(result.kind) ? [{ kind: result.kind, id: result.id }] : []
}

function isSearchKind(kind: string): kind is SearchKind {
  return searchKinds.some((each) => each === kind)
}

function messageFromRow(row: AiMessageRow, proposals: ProposalRow[], visible: Set<string>): AiMessage {
  return {
    id: row.id,
    number: row.number,
    role: row.role,
    text: row.text,
    passages: row.passages,
    steps: row.steps,
    proposals: proposals.map((proposal) => proposalFromRow(proposal, visible)),
    outcome: row.outcome,
    note: row.note,
    model: row.model,
    createdAt: row.created_at,
  }
}

/** Returns a proposal. Leaves out a result that the caller can't see: see `visibleSubjects`. */
export function proposalFromRow(row: ProposalRow, visible: Set<string>): Proposal {
  return {
    id: row.id,
    number: row.number,
    tool: row.tool,
    title: wordsOfName(row.tool),
    input: row.input,
    state: row.state,
    result: row.result && visible.has(row.result.id) ? row.result : null,
    failure: row.failure,
    decidedAt: row.decided_at,
  }
}

import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { App, Context } from '../../../operations/context.ts'
import { concerning } from '../../../operations/rows.ts'
import { transact, type Unit } from '../../../operations/transact.ts'
import { newId } from '../../../platform/ids.ts'
import type { AiMessage, AnswerStep, Outcome } from '../answers/answer-shapes.ts'
import type { Passage } from '../answers/passage.ts'
import type { AiMessageRow, AiSessionRow } from '../tables.ts'
import { findSession } from './access.ts'
import { type SeenAiSession, aiSessionKind, isAnswering, titleFrom } from './ai-session.ts'
import { messageColumns, showMessages } from './messages.ts'

/** Questions and answers that a conversation can have. */
export const maxMessages = 400

/** The length of a lease. The node that writes the answer renews it well before its end. */
const leaseSeconds = 60

/** The exclusive right to write the next answer of a conversation. */
export interface AnswerLease {
  session: string
  /** The id that the answer will have. Another lease has another one, so an old one can't finish. */
  answer: string
}

export interface StartedAnswer {
  session: SeenAiSession
  question: AiMessage
  answerId: string
  lease: AnswerLease
}

type Asking = Context & InOrganization

/**
 * Stores a question and takes the lease for its answer. Rejects while another question is being answered. The first
 * question gives the conversation its title.
 */
export function startAnswer(
  app: App,
  ctx: Asking,
  { id }: Pick<AiSessionRow, 'id'>,
  question: string,
): Promise<StartedAnswer> {
  return transact(app, ctx.caller, ctx.request, async (unit) => {
    const session = await lockForAnswer(unit, ctx, id)
    if (session.messages + 2 > maxMessages) reject('conversation_full', { most: maxMessages })
    const [row] = await unit.db.run<AiMessageRow>(
      sql`insert into ai_messages as m (session_id, number, id, role, text)
        values (${id}, ${session.messages + 1}, ${newId()}, 'question', ${question}) returning ${messageColumns}`,
    )
    const title = session.untitled ? titleFrom(question) : session.title
    return takeLease(unit, ctx, session, row!, { title, messages: session.messages + 1 })
  })
}

/**
 * Removes the last answer with its open proposals, and takes the lease for another one. Works too for a question without
 * an answer, after a crash. Rejects an answer of which a proposal was confirmed.
 */
export function startRetry(app: App, ctx: Asking, { id }: Pick<AiSessionRow, 'id'>): Promise<StartedAnswer> {
  return transact(app, ctx.caller, ctx.request, async (unit) => {
    const session = await lockForAnswer(unit, ctx, id)
    const last = await unit.db.run<AiMessageRow>(
      sql`select ${messageColumns} from ai_messages m where m.session_id = ${id} order by m.number desc limit 2`,
    )
    const answer = last.find(({ role }, index) => index === 0 && role === 'answer')
    const question = answer ? last[1] : last[0]
    if (question?.role !== 'question') reject('nothing_to_retry')
    if (answer) await removeAnswer(unit, answer)
    return takeLease(unit, ctx, session, question, { title: session.title, messages: question.number }, true)
  })
}

async function removeAnswer({ db }: Unit, { id }: AiMessageRow): Promise<void> {
  // Waits for a confirmation that is being performed.
  const proposals = await db.run<{ state: string }>(
    sql`select state from ai_proposals where message_id = ${id} for update`,
  )
  if (proposals.some(({ state }) => state === 'confirmed')) reject('answer_confirmed')
  await db.run(sql`delete from ai_messages where id = ${id}`)
}

/** Locks the conversation of the caller, unless an answer is being written. */
async function lockForAnswer(unit: Unit, ctx: Asking, id: string): Promise<SeenAiSession> {
  const session = await findSession(unit.db, ctx, id, { owner: true, lock: true })
  if (isAnswering(session)) reject('already_answering')
  return session
}

async function takeLease(
  unit: Unit,
  ctx: Asking,
  before: SeenAiSession,
  question: AiMessageRow,
  { title, messages }: Pick<AiSessionRow, 'title' | 'messages'>,
  retried = false,
): Promise<StartedAnswer> {
  const answerId = newId()
  const [after] = await unit.db.run<AiSessionRow>(
    sql`update ai_sessions set title = ${title}, untitled = false, messages = ${messages}, answering = ${answerId},
        answering_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), version = version + 1,
        updated_at = now() where id = ${before.id} returning *`,
  )
  unit.record({
    type: 'ai_session.asked',
    ...concerning(aiSessionKind, after!),
    version: after!.version,
    changes: before.title === title ? {} : { title: { from: before.title, to: title } },
    data: { number: question.number, retried },
  })
  const [shown] = await showMessages({ ...ctx, db: unit.db }, [question], before)
  const lease = { session: before.id, answer: answerId }
  return { session: { ...before, ...after }, question: shown!, answerId, lease }
}

/** Extends the lease. Returns false if it was lost: the conversation was deleted, or another answer was started. */
export async function renewLease({ database }: App, { session, answer }: AnswerLease): Promise<boolean> {
  const renewed = await database.run(
    sql`update ai_sessions set answering_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where id = ${session} and answering = ${answer} and deleted_at is null returning 1`,
  )
  return renewed.length > 0
}

/** An answer to store. */
export interface FinishedAnswer {
  text: string
  passages: Passage[]
  steps: AnswerStep[]
  outcome: Outcome
  note: string | null
  model: string | null
  usage: { input: number; output: number }
  proposals: { tool: string; input: Record<string, unknown> }[]
}

/** Stores the answer and ends the lease. Stores nothing and returns undefined if the lease was lost. */
export function finishAnswer(
  app: App,
  ctx: Asking,
  lease: AnswerLease,
  finished: FinishedAnswer,
): Promise<{ session: AiSessionRow; answer: AiMessage } | undefined> {
  return transact(app, ctx.caller, ctx.request, async (unit) => {
    const [session] = await unit.db.run<AiSessionRow>(
      sql`update ai_sessions set messages = messages + 1, answering = null, answering_until = null,
          version = version + 1, updated_at = now()
        where id = ${lease.session} and answering = ${lease.answer} and deleted_at is null returning *`,
    )
    if (!session) return undefined
    const row = await insertAnswer(unit, session, lease, finished)
    unit.record({
      type: 'ai_session.answered',
      ...concerning(aiSessionKind, session),
      version: session.version,
      data: { number: row.number, outcome: row.outcome },
    })
    const [answer] = await showMessages({ ...ctx, db: unit.db }, [row], { is_owner: true })
    return { session, answer: answer! }
  })
}

async function insertAnswer(
  { db }: Unit,
  session: AiSessionRow,
  lease: AnswerLease,
  { passages, steps, usage, proposals, ...answer }: FinishedAnswer,
): Promise<AiMessageRow> {
  const [row] = await db.run<AiMessageRow>(
    sql`insert into ai_messages as m (session_id, number, id, role, text, passages, steps, outcome, note, model,
        input_tokens, output_tokens)
      values (${session.id}, ${session.messages}, ${lease.answer}, 'answer', ${storable(answer.text)}, ${jsonOf(passages)},
        ${jsonOf(steps)}, ${answer.outcome}, ${answer.note}, ${answer.model}, ${usage.input}, ${usage.output})
      returning ${messageColumns}`,
  )
  for (const [index, { tool, input }] of proposals.entries())
    await db.run(
      sql`insert into ai_proposals (id, session_id, message_id, number, tool, input)
        values (${newId()}, ${session.id}, ${lease.answer}, ${index + 1}, ${tool}, ${jsonOf(input)})`,
    )
  return row!
}

/** Removes what the database can't store from the text of a model: null characters and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function jsonOf(value: object): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? storable(each) : each))
}

import { sql } from '../../database/sql.ts'
import { truncate } from '../../operations/token-budget.ts'
import { visibleProjects } from '../projects/access.ts'
import { fromQuestions } from '../questions/question.ts'
import { visibleQuestions } from '../questions/access.ts'
import { holderOf } from '../work/tasks/claim.ts'
import type { Asking, Start } from './own-work.ts'

const maxAnswers = 3
const maxMessages = 3
const maxText = { question: 160, answer: 480, message: 320 }

interface Answer {
  question: string
  answer: string
  by: string
  task: string | null
  at: string
}

/** Returns the latest answers to questions of the caller. Those about a task are also in its handover. */
export async function ownAnswers(ctx: Asking): Promise<Start<Answer>> {
  const { id } = holderOf(ctx.caller)
  const rows = await ctx.db.run<Answer & { total: number }>(
    sql`select q.question, q.answer, q.answered_by ->> 'name' as by, q.task_key as task, q.answered_at as at,
            (count(*) over ())::int as total
       from ${fromQuestions}
      where q.created_by ->> 'id' = ${id}::uuid::text and q.answered_at > now() - interval '7 days'
        and ${visibleQuestions(ctx).where}
      order by q.answered_at desc, q.id desc limit ${sql.raw(maxAnswers)}`,
  )
  const items = rows.map(({ total: _, ...row }) => ({
    ...row,
    question: truncate(row.question, maxText.question),
    answer: truncate(row.answer, maxText.answer),
  }))
  return { items, total: rows[0]?.total ?? 0 }
}

interface Message {
  task: string
  by: string
  body: string
  at: string
}

/** Returns the comments of others on the tasks that the caller holds. People send messages to an agent this way. */
export async function ownMessages(ctx: Asking): Promise<Start<Message>> {
  const { id } = holderOf(ctx.caller)
  const assignee = ctx.caller.agent ? sql`t.assignee_agent_id` : sql`t.assignee_user_id`
  const rows = await ctx.db.run<Message & { total: number }>(
    sql`select t.key as task, c.created_by ->> 'name' as by, c.body, c.created_at as at,
            (count(*) over ())::int as total
       from tasks t join projects p on p.id = t.project_id join comments c on c.subject_id = t.id
      where ${assignee} = ${id} and t.claimed_by ->> 'id' = ${id}::uuid::text and t.lease_until > now()
        and t.deleted_at is null and p.deleted_at is null and ${visibleProjects(ctx).where}
        and c.deleted_at is null and c.created_at >= t.claimed_at and c.created_by ->> 'id' <> ${id}::uuid::text
      order by c.id desc limit ${sql.raw(maxMessages)}`,
  )
  const items = rows.map(({ total: _, ...row }) => ({ ...row, body: truncate(row.body, maxText.message) }))
  return { items, total: rows[0]?.total ?? 0 }
}

import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import { sql } from '../../database/sql.ts'
import { Named, Who, whoFromActor } from '../../operations/actor.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import type { Kind } from '../../operations/rows.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'

/** The API representation of a question. */
export const Question = z
  .object({
    id: z.uuid(),
    question: z.string().describe('Markdown.'),
    task: z.object({ id: z.uuid(), key: z.string(), title: z.string() }).nullable(),
    project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
    askedBy: Who,
    askedAt: z.iso.datetime(),
    to: z.array(Named).describe('The people it asks.'),
    answer: z.string().nullable().describe('Markdown. Null while the question is open.'),
    answeredBy: Who.nullable(),
    answeredAt: z.iso.datetime().nullable(),
    version: z.int(),
    may: z.object({ answer: z.boolean() }).describe('Actions the caller can take.'),
  })
  .meta({ id: 'Question' })

export type QuestionRow = Rows['questions']

/** A question with the columns of other tables that its representation needs. */
export interface ShownQuestion extends QuestionRow {
  task_title: string | null
  project_slug: string | null
  project_name: string | null
  recipients: z.output<typeof Named>[]
  right: ProjectRight
}

export const questionKind: Kind<QuestionRow> = {
  name: 'question',
  table: 'questions',
  key: 'task_key',
  project: 'project_id',
}

/** Columns of `ShownQuestion`, without the right. Use them with `fromQuestions`. */
export const questionColumns = sql`q.*, t.title as task_title, p.slug as project_slug, p.name as project_name,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id), '[]')
     from question_recipients r join users u on u.id = r.user_id where r.question_id = q.id) as recipients`

export const fromQuestions = sql`questions q left join projects p on p.id = q.project_id left join tasks t on t.id = q.task_id`

export function questionFromRow(row: ShownQuestion, caller: Caller): z.output<typeof Question> {
  return {
    id: row.id,
    question: row.question,
    task: row.task_id ? { id: row.task_id, key: row.task_key!, title: row.task_title! } : null,
    project: row.project_id ? { id: row.project_id, slug: row.project_slug!, name: row.project_name! } : null,
    askedBy: whoFromActor(row.created_by),
    askedAt: row.created_at,
    to: row.recipients,
    answer: row.answer,
    answeredBy: row.answered_by && whoFromActor(row.answered_by),
    answeredAt: row.answered_at,
    version: row.version,
    may: may(caller, { answer: row.answer === null && mayAnswer(row, caller) }),
  }
}

/** Whether the caller is a person who can edit in the project, or whom the question asks. */
export function mayAnswer({ right, recipients }: ShownQuestion, caller: Caller): boolean {
  if (caller.kind === 'anonymous' || caller.agent) return false
  return hasRight(right, 'edit') || recipients.some(({ id }) => id === caller.user.id)
}

/** A reference to a question in any input. */
export const questionRef = reference('question', 'The question id.')

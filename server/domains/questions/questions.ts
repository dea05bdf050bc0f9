import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { concerning, updateRow } from '../../operations/rows.ts'
import { newId } from '../../platform/ids.ts'
import { findAgent } from '../agents/access.ts'
import { agentRef } from '../agents/agent.ts'
import { inVisibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { onTask } from '../work/tasks/access.ts'
import { taskRef } from '../work/tasks/task.ts'
import { answersQuestion, asksQuestion, findQuestion, visibleQuestions } from './access.ts'
import {
  Question,
  type QuestionRow,
  type ShownQuestion,
  fromQuestions,
  questionColumns,
  questionFromRow,
  questionKind,
  questionRef,
} from './question.ts'
import { defaultRecipients, findRecipients } from './recipients.ts'

export const askQuestion = operation({
  id: 'questions.ask',
  summary: 'Ask people a question. The answer reaches the agent as a notification and in its inbox.',
  http: 'POST /api/questions',
  variantOf: {
    tool: 'log_activity',
    when: ({ question }) => question !== undefined,
    brief: {
      question: 'Asks instead. Read the answer with get_agent.',
      task: 'Of the question.',
      to: 'Usernames. Default: your user.',
    },
  },
  access: asksQuestion,
  created: true,
  input: z.object({
    question: z.string().trim().min(1).max(4000).describe('The question, in Markdown.'),
    task: taskRef.optional().describe('The task it is about: number (WEB-42) or id.'),
    project: projectRef.optional().describe('The project concerned: slug, key or id.'),
    to: z
      .array(reference('member', 'A member: "me", username or id.'))
      .min(1)
      .max(10)
      .optional()
      .describe('The people to ask. Default: the user that you act for, and the assignee of the task.'),
  }),
  output: Question,
}).run(async (ctx, { question, to }) => {
  const { task, project, organization, caller } = ctx
  const recipients = to ? await findRecipients(ctx, to) : await defaultRecipients(ctx)
  const id = newId()
  const [row] = await ctx.db.run<QuestionRow>(
    sql`insert into questions (id, organization_id, project_id, task_id, task_key, agent_id, question, created_by)
     values (${id}, ${organization.id}, ${project?.id ?? null}, ${task?.id ?? null}, ${task?.key ?? null},
       ${caller.agent?.id ?? null}, ${question}, ${JSON.stringify(actorOf(caller))}) returning *`,
  )
  await ctx.db.run(
    sql`insert into question_recipients (organization_id, question_id, user_id)
     select ${organization.id}, ${id}, unnest(${recipients}::uuid[])`,
  )
  ctx.record({
    type: 'question.asked',
    ...concerning(questionKind, row!),
    version: 1,
    data: { question, ...itemOf(row!) },
  })
  return questionFromRow(await findQuestion(ctx.db, ctx, id, false), caller)
})

export const listQuestions = operation({
  id: 'questions.list',
  summary: 'List questions that agents ask, newest first.',
  http: 'GET /api/questions',
  shows: ['question', 'agent', 'project', 'task', 'user'],
  access: inVisibleProjects,
  input: z.object({
    open: z
      .boolean()
      .default(false)
      .describe('Only questions without an answer, whose task is open and whose agent exists.'),
    mine: z.boolean().default(false).describe('Only questions that ask you.'),
    task: taskRef.optional().describe('Only questions about this task: number (WEB-42) or id.'),
    agent: agentRef.optional().describe('Only questions of this agent: name, id, or "me".'),
    ...pageInput,
  }),
  output: pageOf(Question),
}).run(async (ctx, { open, mine, task: taskName, agent: agentName, ...input }) => {
  const visible = visibleQuestions(ctx)
  const conditions = [visible.where]
  if (open) conditions.push(isOpenQuestion)
  if (mine)
    conditions.push(
      sql`exists (select 1 from question_recipients r where r.question_id = q.id and r.user_id = ${ctx.user.id})`,
    )
  if (taskName !== undefined) {
    const { task } = await onTask('view').check({ ...ctx, reads: true, hold: false }, { task: taskName })
    conditions.push(sql`q.task_id = ${task.id}`)
  }
  if (agentName !== undefined)
    conditions.push(sql`q.agent_id = ${(await findAgent(ctx.db, ctx, agentName, false)).id}`)
  return readPage(
    ctx.db,
    input,
    orderByNewest('q.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${questionColumns}, ${visible.right} as right from ${fromQuestions}
        where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
    (row: ShownQuestion) => questionFromRow(row, ctx.caller),
  )
})

/** Leaves out questions that no one needs to answer any more. */
const isOpenQuestion = sql`q.answer is null and (t.id is null or t.status not in ('complete', 'cancelled'))
  and not exists (select 1 from agents a where a.id = q.agent_id and a.deleted_at is not null)`

export const answerQuestion = operation({
  id: 'questions.answer',
  summary: 'Answer a question of an agent. Each question has one answer.',
  http: 'POST /api/questions/:question/answer',
  access: answersQuestion,
  input: z.object({
    question: questionRef,
    answer: z.string().trim().min(1).max(4000).describe('The answer, in Markdown.'),
  }),
  output: Question,
}).run(async (ctx, { answer }) => {
  const { question: before, caller } = ctx
  if (before.answer !== null)
    reject('question_answered', { by: before.answered_by!.name, at: before.answered_at! })
  const answered = { answer, answered_by: actorOf(caller), answered_at: databaseTime() }
  const { after } = await updateRow<QuestionRow>(ctx, questionKind, before, answered)
  const { kind, id, name } = before.created_by
  ctx.record({
    type: 'question.answered',
    ...concerning(questionKind, after),
    version: after.version,
    data: { asker: { kind, id, name }, question: before.question, answer, ...itemOf(after) },
  })
  return questionFromRow({ ...before, ...after }, caller)
})

/** Returns the task for the journal, so that the history of the task includes the question. */
function itemOf({ task_id: id, task_key: key }: QuestionRow) {
  return id ? { item: { kind: 'task', id, key } } : {}
}

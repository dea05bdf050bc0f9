import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import { type InOrganization, hasRole } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { fitting, roomOf, truncate } from '../../../operations/token-budget.ts'
import { visibleProjects } from '../../projects/access.ts'
import { boundProject } from '../../projects/visible-projects.ts'
import { statuses } from './states.ts'
import type { ShownTask } from './task.ts'

/** The limits of a handover. An agent reads it before every task, so it must stay short. */
const maxTokens = 1000
const maxBlockers = 10
const maxComments = 5
const maxQuestions = 3
const maxSpecs = 3
const maxLinkedDecisions = 5
const maxOtherDecisions = 2
const maxText = { notes: 1200, comment: 600, question: 300, answer: 600, excerpt: 400, outcome: 300 }

/** The context of a task for its next worker: notes and comments of earlier workers, specs and decisions. */
export const Handover = z
  .object({
    finishedBlockers: z
      .array(
        z.object({
          key: z.string(),
          title: z.string(),
          status: z.enum(statuses),
          by: z.string().nullable().describe('Assignee of the task.'),
          notes: z.string().describe('Completion notes.'),
        }),
      )
      .describe('Closed tasks that blocked it, the last closed one first.'),
    comments: z
      .array(z.object({ by: z.string(), at: z.iso.datetime(), body: z.string() }))
      .describe('The newest comments on the task, newest first.'),
    questions: z
      .array(
        z.object({
          question: z.string(),
          answer: z.string().nullable().describe('Null while no one has answered.'),
          by: z.string().nullable().describe('Who answered.'),
        }),
      )
      .describe('Questions that agents asked about the task, newest first.'),
    specs: z
      .array(z.object({ key: z.string(), title: z.string(), status: z.string(), excerpt: z.string() }))
      .describe('Specs linked to the task, its story, epic or feature.'),
    decisions: z
      .array(z.object({ key: z.string(), title: z.string(), status: z.string(), outcome: z.string() }))
      .describe('Decisions that mention the task or that it mentions, then the newest of the project.'),
    leftOut: z
      .int()
      .describe(
        'Number of omitted entries. Read them with get_task, list_specs and list_decisions. Long texts end with "…".',
      ),
  })
  .meta({ id: 'Handover' })
export type Handover = z.output<typeof Handover>

type Handing = Pick<Context, 'db'> & InOrganization
export type HandedTask = Pick<
  ShownTask,
  'id' | 'key' | 'description' | 'story_id' | 'story_key' | 'feature_id' | 'feature_key'
> & { project_id: string }

/** Returns the handover of a task within the budget, or null if there is nothing to hand over. */
export async function handoverOf(
  ctx: Handing,
  task: HandedTask,
  { withComments = true }: { withComments?: boolean } = {},
): Promise<Handover | null> {
  const [finished, comments, questions, specs, decisions] = await Promise.all([
    finishedBlockers(ctx, task.id),
    withComments ? newestComments(ctx, task.id) : [],
    newestQuestions(ctx, task.id),
    linkedSpecs(ctx, task),
    relevantDecisions(ctx, task),
  ])
  const counts = [finished, comments, questions, specs, decisions].map(({ length }) => length)
  if (counts.every((count) => count === 0)) return null
  let room = roomOf(maxTokens)
  let leftOut = 0
  const fit = <Item>(items: Item[]): Item[] => {
    const { kept, left, used } = fitting(items, room)
    room -= used
    leftOut += left
    return kept
  }
  return {
    finishedBlockers: fit(shorten(finished, 'notes', maxText.notes)),
    comments: fit(shorten(comments, 'body', maxText.comment)),
    questions: fit(
      questions.map(({ question, answer, by }) => ({
        question: truncate(question, maxText.question),
        answer: answer && truncate(answer, maxText.answer),
        by,
      })),
    ),
    specs: fit(shorten(specs, 'excerpt', maxText.excerpt)),
    decisions: fit(shorten(decisions, 'outcome', maxText.outcome)),
    leftOut,
  }
}

/** Cuts one text of each item. Several long texts share the room, so that the first one doesn't take all of it. */
function shorten<Field extends string, Item extends Record<Field, string>>(
  items: Item[],
  field: Field,
  max: number,
): Item[] {
  const share = Math.max(200, Math.floor((2 * max) / Math.max(1, items.length)))
  return items.map((item) => ({ ...item, [field]: truncate(item[field], Math.min(max, share)) }))
}

function finishedBlockers(ctx: Handing, taskId: string): Promise<Handover['finishedBlockers']> {
  return ctx.db.run(
    sql`select b.key, b.title, b.status, coalesce(u.name, a.name) as by, coalesce(b.completion_notes, '') as notes
       from dependencies d join tasks b on b.id = d.task_id join projects p on p.id = b.project_id
       left join users u on u.id = b.assignee_user_id left join agents a on a.id = b.assignee_agent_id
      where d.other_id = ${taskId} and d.kind = 'blocks' and b.deleted_at is null and p.deleted_at is null
        and b.status in ('complete', 'cancelled') and ${visibleProjects(ctx).where}
      order by b.completed_at desc nulls last, b.id desc limit ${sql.raw(maxBlockers)}`,
  )
}

function newestComments(ctx: Handing, taskId: string): Promise<Handover['comments']> {
  return ctx.db.run(
    sql`select created_by ->> 'name' as by, created_at as at, body from comments
      where subject_id = ${taskId} and deleted_at is null order by id desc limit ${sql.raw(maxComments)}`,
  )
}

function newestQuestions(ctx: Handing, taskId: string): Promise<Handover['questions']> {
  return ctx.db.run(
    sql`select question, answer, answered_by ->> 'name' as by from questions
      where task_id = ${taskId} order by id desc limit ${sql.raw(maxQuestions)}`,
  )
}

/** The specs of the task's own project. Only they can be linked to it. */
function linkedSpecs(
  { db }: Handing,
  { id, project_id, story_id, feature_id }: HandedTask,
): Promise<Handover['specs']> {
  return db.run(
    sql`select s.key, s.title, s.status, left(s.content, ${sql.raw(maxText.excerpt + 1)}) as excerpt
       from specs s
      where s.project_id = ${project_id} and s.deleted_at is null and s.status <> 'archived'
        and s.id in (select l.spec_id from spec_links l
          where l.item_id = any(array[${id}, ${story_id}, ${feature_id},
            (select epic_id from stories where id = ${story_id})]::uuid[]))
      order by s.number limit ${sql.raw(maxSpecs)}`,
  )
}

/** Reads the newest decisions of the project, and all that the description names. */
async function relevantDecisions(ctx: Handing, task: HandedTask): Promise<Handover['decisions']> {
  const items = [task.key, task.story_key, task.feature_key].filter((key) => key !== null)
  const isMentioned = sql`concat_ws(' ', d.title, d.context, d.rationale, d.outcome) ~ ${`\\m(${items.join('|')})\\M`}`
  const named = task.description.match(/\bD-\d{1,9}\b/g) ?? []
  const rows = await ctx.db.run<Handover['decisions'][number] & { linked: boolean }>(
    sql`with found as (
       (${decisionColumns(isMentioned)} from decisions d
         where d.project_id = ${task.project_id} and d.deleted_at is null and d.status in ('proposed', 'accepted')
         order by d.id desc limit 50)
       union
       (${decisionColumns(sql`true`)} from decisions d left join projects p on p.id = d.project_id
         where d.organization_id = ${ctx.organization.id} and d.key = any(${named}::text[]) and d.deleted_at is null
           and ${isVisibleDecision(ctx)}))
     select key, title, status, outcome, bool_or(linked) as linked from found
      where linked or status = 'accepted'
      group by id, key, title, status, outcome order by bool_or(linked) desc, id desc
      limit ${sql.raw(maxLinkedDecisions + maxOtherDecisions)}`,
  )
  const linked = rows.filter((row) => row.linked).slice(0, maxLinkedDecisions)
  const others = rows.filter((row) => !row.linked).slice(0, maxOtherDecisions)
  return [...linked, ...others].map(({ linked: _, ...decision }) => decision)
}

function decisionColumns(linked: Sql): Sql {
  return sql`select d.id, d.key, d.title, d.status, ${linked} as linked,
    left(coalesce(nullif(d.outcome, ''), d.rationale), ${sql.raw(maxText.outcome + 1)}) as outcome`
}

/** Decisions without a project belong to the whole organization. Guests and project tokens don't see them. */
export function isVisibleDecision(ctx: InOrganization): Sql {
  const seesOrganization = hasRole(ctx.organization, 'member') && boundProject(ctx) === null
  return sql`case when d.project_id is null then ${sql.raw(String(seesOrganization))}
    else p.deleted_at is null and ${visibleProjects(ctx).where} end`
}

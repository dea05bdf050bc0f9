import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { ItemName, nameOf } from '../items/item-name.ts'
import { type OnTask, onTask } from './access.ts'
import { isVisibleDecision } from './handover.ts'
import { taskRef } from './task.ts'

const maxSpecs = 20
const maxDecisions = 20
const maxCode = 20

const Named = z.object({ key: z.string(), title: z.string(), status: z.string() })

const TaskRelations = z
  .object({
    story: ItemName.nullable().describe('The story it belongs to.'),
    epic: ItemName.nullable().describe('The epic of its story.'),
    feature: ItemName.nullable().describe('The feature it is part of.'),
    specs: z
      .array(Named)
      .describe(`Specs linked to the task, its story, epic or feature. At most ${maxSpecs}.`),
    decisions: z
      .array(Named)
      .describe(`Decisions that mention the task or that its description names. At most ${maxDecisions}.`),
    code: z
      .array(
        z.object({
          id: z.uuid(),
          kind: z.enum(['commit', 'pull_request']),
          title: z.string(),
          reference: z.string().nullable().describe('Link or commit.'),
          status: z.enum(['verified', 'failed', 'unverified']),
        }),
      )
      .describe(
        `Commits and pull requests that its feature has as evidence, newest first. At most ${maxCode}.`,
      ),
  })
  .meta({ id: 'TaskRelations' })

type Relations = z.output<typeof TaskRelations>

export const getRelations = operation({
  id: 'tasks.getRelations',
  summary: 'Get the story, epic, feature, specs, decisions and code that belong to a task.',
  http: 'GET /api/tasks/:task/relations',
  shows: ['task', 'decision', 'epic', 'evidence', 'feature', 'spec', 'story'],
  access: onTask('view'),
  input: z.object({ task: taskRef }),
  output: TaskRelations,
}).run(async (ctx) => {
  const { task } = ctx
  const [epic, specs, decisions, code] = await Promise.all([
    epicOf(ctx),
    linkedSpecs(ctx),
    linkedDecisions(ctx),
    codeOf(ctx),
  ])
  return {
    story: nameOf(task.story_id, task.story_key, task.story_title),
    epic,
    feature: nameOf(task.feature_id, task.feature_key, task.feature_title),
    specs,
    decisions,
    code,
  }
})

type Asked = Context & OnTask

async function epicOf({ db, task }: Asked): Promise<Relations['epic']> {
  if (task.story_id === null) return null
  const [epic] = await db.run<NonNullable<Relations['epic']>>(
    sql`select e.id, e.key, e.title from stories s join epics e on e.id = s.epic_id where s.id = ${task.story_id}`,
  )
  return epic ?? null
}

function linkedSpecs({ db, task }: Asked): Promise<Relations['specs']> {
  return db.run(
    sql`select s.key, s.title, s.status from specs s
      where s.project_id = ${task.project_id} and s.deleted_at is null
        and s.id in (select l.spec_id from spec_links l
          where l.item_id = any(array[${task.id}, ${task.story_id}, ${task.feature_id},
            (select epic_id from stories where id = ${task.story_id})]::uuid[]))
      order by s.number limit ${sql.raw(maxSpecs)}`,
  )
}

/** Reads the decisions of the project that mention the task, and all visible ones that its description names. */
function linkedDecisions(ctx: Asked): Promise<Relations['decisions']> {
  const { task } = ctx
  const named = task.description.match(/\bD-\d{1,9}\b/g) ?? []
  return ctx.db.run(
    sql`select d.key, d.title, d.status from decisions d left join projects p on p.id = d.project_id
      where d.organization_id = ${ctx.organization.id} and d.deleted_at is null and ${isVisibleDecision(ctx)}
        and (d.key = any(${named}::text[]) or d.project_id = ${task.project_id}
          and concat_ws(' ', d.title, d.context, d.rationale, d.outcome) ~ ${`\\m${task.key}\\M`})
      order by d.id desc limit ${sql.raw(maxDecisions)}`,
  )
}

async function codeOf({ db, task }: Asked): Promise<Relations['code']> {
  if (task.feature_id === null) return []
  return db.run(
    sql`select e.id, e.kind, coalesce(nullif(e.title, ''), e.reference, '') as title, e.reference, e.status
       from evidence e
      where e.feature_id = ${task.feature_id} and e.deleted_at is null and e.kind in ('commit', 'pull_request')
      order by e.id desc limit ${sql.raw(maxCode)}`,
  )
}

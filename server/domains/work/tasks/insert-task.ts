import type { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import { idOfNew } from '../../../operations/rows.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { isOpen } from '../dependencies/blockers.ts'
import { linkNewTasks } from '../dependencies/link-new-tasks.ts'
import type { LinkedTask } from '../dependencies/links.ts'
import { insertNumbered } from '../items/numbered.ts'
import type { OnProject } from '../../projects/access.ts'
import { type Assignee, findAssignee, unassigned } from './assignee.ts'
import { type Parents, findParents, noParents } from './parents.ts'
import type { TaskRow } from './tables.ts'
import { maxBlockerKeys, taskFields, taskFromRow, taskKind } from './task.ts'

/** Input fields of every operation that creates a task. */
export const newTaskFields = {
  title: taskFields.title,
  description: taskFields.description.default(''),
  status: taskFields.status.default('todo'),
  priority: taskFields.priority.default('none'),
  type: taskFields.type.default('task'),
  labels: taskFields.labels.default([]),
  estimate: taskFields.estimate.optional(),
  dueAt: taskFields.dueAt.optional(),
  assignee: taskFields.assignee.optional(),
  story: taskFields.story.optional(),
  feature: taskFields.feature.optional(),
}
export type NewTask = z.output<z.ZodObject<typeof newTaskFields>>

type InProject = Context & OnProject

/** The assignee and parents that a new task references. */
export interface TaskReferences {
  assignee: Assignee
  parents: Parents
}

export async function resolveReferences(
  ctx: InProject,
  input: NewTask & { parent?: string | undefined },
): Promise<TaskReferences> {
  const { organization_id, id: project_id } = ctx.project
  const assignee = input.assignee === undefined ? unassigned : await findAssignee(ctx, input.assignee)
  const parents = await findParents(ctx.db, { organization_id, project_id }, input, false)
  return { assignee, parents: { ...noParents, ...parents } }
}

/** Creates a task at the end of its project's order, and links it to its blockers. */
export async function insertTask(
  ctx: InProject,
  input: NewTask,
  references: TaskReferences,
  blockers: LinkedTask[] = [],
) {
  const { project, caller } = ctx
  const { parents, assignee } = references
  const row = await insertTaskRow(ctx, input, references)
  const links = blockers.map((blocker) => ({ blocker, blocked: row }))
  await linkNewTasks(ctx, links)
  const open = blockers.filter(({ status }) => isOpen({ status, deleted_at: null }))
  const names = { project_slug: project.slug, assignee_name: assignee.assignee_name }
  const withNames = { ...parents, ...row, ...names, open_blockers: open.length }
  const blockedBy = open.map(({ key }) => key).slice(0, maxBlockerKeys)
  return taskFromRow(withNames, { right: project.right, caller, blockedBy })
}

export function insertTaskRow(
  ctx: InProject,
  input: NewTask,
  { assignee, parents }: TaskReferences,
  id = idOfNew(ctx),
): Promise<TaskRow> {
  const { project } = ctx
  const data = { ...input }
  // The journal stores the id, because usernames change and users leave.
  if (data.assignee !== undefined) data.assignee = (assignee.assignee_user_id ?? assignee.assignee_agent_id)!
  return insertNumbered<TaskRow>(ctx, taskKind, {
    projectId: project.id,
    with: lockedParents(parents),
    insert: sql`insert into tasks (id, project_id, organization_id, number, key, title, description, status, priority, type,
        labels, estimate, due_at, assignee_user_id, assignee_agent_id, created_by, completed_at, story_id, feature_id,
        position)
      select ${id}, ${project.id}, ${project.organization_id}, last_number, key || '-' || last_number,
             ${input.title}, ${input.description}, ${input.status}, ${input.priority}, ${input.type}, ${input.labels},
             ${input.estimate ?? null}, ${input.dueAt ?? null}, ${assignee.assignee_user_id},
             ${assignee.assignee_agent_id}, ${JSON.stringify(actorOf(ctx.caller))},
             ${input.status === 'complete' ? databaseTime() : null}, story.id, feature.id, position_of(last_position)
        from numbered left join story on true left join feature on true
       where (${parents.story_id}::uuid is null or story.id is not null)
         and (${parents.feature_id}::uuid is null or feature.id is not null)`,
    data,
  })
}

export function requireUnarchived({ project }: OnProject): void {
  if (project.archived_at) reject('project_archived', { project: project.slug })
}

/** Locks the parents, so that a concurrent delete of a parent can't miss the new task. */
function lockedParents({ story_id, feature_id }: Parents): Sql {
  return sql`story as (select id from stories where id = ${story_id}::uuid and deleted_at is null for key share),
    feature as (select id from features where id = ${feature_id}::uuid and deleted_at is null for key share)`
}

import { z } from 'zod'
import { insertRow } from '../../database/rows.ts'
import { actorOf } from '../../operations/caller.ts'
import { refuse } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { onProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { findAssignee, nobody } from './assignee.ts'
import { findParents, noParents } from './parents.ts'
import type { TaskRow } from './tables.ts'
import { Task, taskFields, taskFromRow, taskKind } from './task.ts'

export const createTask = operation({
  id: 'tasks.create',
  summary: 'Create a task in a project.',
  http: 'POST /api/tasks',
  tool: 'create_task',
  access: onProject('edit'),
  created: true,
  oneStatement: true,
  input: z.object({
    project: projectRef,
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
  }),
  output: Task,
}).run(async (ctx, input) => {
  const { project } = ctx
  if (project.archived_at) refuse('project_archived', { project: project.slug })
  const assignee = input.assignee === undefined ? nobody : await findAssignee(ctx, input.assignee)
  const inProject = { organization_id: project.organization_id, project_id: project.id }
  const parents = { ...noParents, ...(await findParents(ctx.db, inProject, input, false)) }
  const values = [
    ...[newId(), project.id, project.organization_id, input.title, input.description],
    ...[input.status, input.priority, input.type, input.labels, input.estimate ?? null, input.dueAt ?? null],
    ...[assignee.assignee_user_id, assignee.assignee_agent_id, JSON.stringify(actorOf(ctx.caller))],
    ...[input.status === 'complete' ? new Date().toISOString() : null],
    ...[parents.story_id, parents.feature_id],
  ]
  const { project: _, ...data } = input
  // Under a name that nobody can give up: usernames change, and people leave.
  if (data.assignee !== undefined) data.assignee = (assignee.assignee_user_id ?? assignee.assignee_agent_id)!
  const row = await insertRow<TaskRow>(ctx, taskKind, { before: numbered, insert, values, data })
  // Its project, story or feature was deleted, or the project archived, since it was found.
  if (!row) refuse('gone_meanwhile')
  const { assignee_name } = assignee
  const named = { ...parents, ...row, project_slug: project.slug, assignee_name }
  return taskFromRow(named, project.right, ctx.caller)
})

// Number and place are taken and used in one statement; the project's row serves as its counter. What the task belongs
// to is held, so that it does not go into the trash without the task.
const numbered = `numbered as (
    update projects set last_number = last_number + 1, last_position = last_position + 1
     where id = $2 and deleted_at is null and archived_at is null returning key, last_number, last_position),
  story as (select id from stories where id = $16::uuid and deleted_at is null for key share),
  feature as (select id from features where id = $17::uuid and deleted_at is null for key share)`

const insert = `
  insert into tasks (id, project_id, organization_id, number, key, title, description, status, priority, type, labels,
    estimate, due_at, assignee_user_id, assignee_agent_id, created_by, completed_at, story_id, feature_id, position)
  select $1, $2, $3, last_number, key || '-' || last_number, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
         story.id, feature.id, position_of(last_position)
    from numbered left join story on true left join feature on true
   where ($16::uuid is null or story.id is not null) and ($17::uuid is null or feature.id is not null)`

import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { fixedProject, projectScope } from '../../projects/synced-in-project.ts'
import { createSession } from './create-session.ts'
import { deleteSession } from './delete-session.ts'
import { sessionKind } from './session.ts'
import type { GoalRow, SessionRow } from './tables.ts'
import { updateSession } from './update-session.ts'

const fields: SyncFields = {
  project: fixedProject,
  agent: { columns: ['agent_id'], refers: 'agent', writtenBy: 'create' },
  title: { columns: ['title'] },
  context: { columns: ['context'], text: true },
  goals: { columns: ['goals'] },
  // Ignores inactivity, which changes the status without an event: devices would not notice.
  status: {
    columns: ['ended_at', 'paused_at'],
    writtenBy: 'none',
    value: ({ ended_at, paused_at }: SessionRow) =>
      ended_at !== null ? 'ended' : paused_at === null ? 'active' : 'paused',
  },
}

export const syncedSessions: SyncKind<SessionRow> = {
  ...sessionKind,
  name: 'session',
  fields,
  columns: columnsOf(fields, 'user_id', 'owner_id'),
  from: sql`sessions t`,
  within({ organizationId, projects, user }) {
    const isOwn =
      user === null
        ? sql.empty
        : sql` or t.project_id is null and t.user_id = ${user} and t.organization_id = ${organizationId}`
    return sql`(t.project_id = any(${projects})${isOwn})`
  },
  scopeOf: ({ project_id, user_id }) =>
    project_id === null ? `user:${user_id}` : projectScope({ project_id }),
  create: createSession,
  update: updateSession,
  remove: deleteSession,
  address: ({ id }) => ({ session: id }),
  // A session is created with the texts of its goals. None of them is done yet.
  createInput: ({ goals, ...others }) =>
    Array.isArray(goals) ? { ...others, goals: goals.map(textOf) } : { ...others, goals },
  afterCreate: ({ goals }) => (Array.isArray(goals) && goals.some(isDone) ? [{ goals }] : []),
}

function textOf(goal: GoalRow | string): unknown {
  return typeof goal === 'object' && goal !== null ? goal.text : goal
}

function isDone(goal: GoalRow | string): boolean {
  return typeof goal === 'object' && goal.done
}

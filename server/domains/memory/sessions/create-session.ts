import { z } from 'zod'
import { idOfNew, insertRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { projectRef } from '../../projects/project.ts'
import { requireUnarchived } from '../../work/tasks/insert-task.ts'
import { startsSession } from './access.ts'
import { agentRef } from '../../agents/agent.ts'
import { workerColumns } from './change-session.ts'
import { Session, sessionFields, sessionFromRow, sessionKind } from './session.ts'
import type { SessionRow } from './tables.ts'
import { cutText } from '../../../platform/cut-text.ts'

export const createSession = operation({
  id: 'sessions.create',
  summary: 'Start a session with context and goals. Any client can resume it.',
  http: 'POST /api/sessions',
  tool: {
    name: 'create_session',
    rare: ['agent'],
    brief: { project: 'Default: a private session.' },
  },
  access: startsSession,
  created: true,
  oneStatement: true,
  input: z.object({
    title: sessionFields.title.optional(),
    context: sessionFields.context.default(''),
    goals: z
      .array(z.string().trim().min(1).max(500))
      .max(50)
      .default([])
      .describe('Goals, one sentence each. At most 50.'),
    project: projectRef
      .optional()
      .describe('Project slug, key or id. Without one, the session is private to you.'),
    agent: agentRef
      .optional()
      .describe("Name or id of the agent that works in it. Defaults to the token's agent."),
  }),
  output: Session,
}).run(async (ctx, input) => {
  const { project, agent, user, caller } = ctx
  if (project) requireUnarchived({ ...ctx, project })
  const title = input.title ?? titleFrom(input.goals[0] ?? input.context)
  const goals = input.goals.map((text) => ({ text, done: false }))
  const { worker, credential_id } = workerColumns(caller)
  const row = await insertRow<SessionRow>(ctx, sessionKind, {
    insert: sql`insert into sessions (id, organization_id, user_id, agent_id, project_id, title, context, goals, worker,
        credential_id, created_by, seen_xid, seen_seq)
      values (${idOfNew(ctx)}, ${ctx.organization.id}, ${user.id}, ${agent?.id ?? null}, ${project?.id ?? null}, ${title},
        ${input.context}, ${JSON.stringify(goals)}, ${JSON.stringify(worker)}, ${credential_id}, ${JSON.stringify(worker)},
        pg_snapshot_xmin(pg_current_snapshot()), 0)`,
    data: { title, goals: input.goals, agent: agent?.name ?? null },
  })
  const names = {
    user_name: user.name,
    agent_name: agent?.name ?? null,
    project_slug: project?.slug ?? null,
    project_name: project?.name ?? null,
  }
  return sessionFromRow({ ...row!, ...names, checkpoints: 0, right: project?.right ?? 'edit' }, caller)
})

const maxTitleLength = 80

function titleFrom(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  if (line.length <= maxTitleLength) return line || 'Session'
  return `${cutText(line, maxTitleLength - 1).trimEnd()}…`
}

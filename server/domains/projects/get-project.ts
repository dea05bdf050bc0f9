import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Event, eventFromRow } from '../activity/event.ts'
import { latestChanges } from '../../database/journal.ts'
import { statuses } from '../tasks/states.ts'
import { onProject } from './access.ts'
import { Project, projectFromRow, projectRef } from './project.ts'

export const getProject = operation({
  id: 'projects.get',
  summary: 'Show one project with its task counts and recent activity.',
  http: 'GET /api/projects/:project',
  tool: 'get_project',
  access: onProject('view'),
  input: z.object({ project: projectRef }),
  output: Project.extend({
    stats: z.object({ total: z.int(), open: z.int(), byStatus: z.record(z.enum(statuses), z.int()) }),
    activity: z.array(Event).describe('The latest changes, newest first.'),
  }),
}).run(async (ctx) => {
  const { project } = ctx
  const [counts, changes] = await Promise.all([
    ctx.db.run<{ status: (typeof statuses)[number]; count: number }>(
      `select status, count(*)::int as count from tasks where project_id = $1 and deleted_at is null group by status`,
      [project.id],
    ),
    latestChanges(ctx.db, project.organization_id, project.id, 10),
  ])
  const byStatus = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<
    (typeof statuses)[number],
    number
  >
  for (const { status, count } of counts) byStatus[status] = count
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return {
    ...projectFromRow(project, ctx.caller),
    stats: { total, open: total - byStatus.complete - byStatus.cancelled, byStatus },
    activity: changes.map((row) => eventFromRow(ctx.app.epoch, row)),
  }
})

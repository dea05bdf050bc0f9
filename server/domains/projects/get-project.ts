import { z } from 'zod'
import { latestChanges } from '../../database/journal.ts'
import { operation } from '../../operations/operation.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { onProject } from './access.ts'
import { Project, projectFromRow, projectRef } from './project.ts'
import { ProjectStats, projectStats } from './stats.ts'

export const getProject = operation({
  id: 'projects.get',
  summary: 'Show one project with its settings, statistics and recent activity.',
  http: 'GET /api/projects/:project',
  tool: {
    name: 'get_project',
    omits: [
      'stats.throughput',
      'activity.id',
      'activity.data',
      'activity.project',
      'activity.subject.version',
    ],
    first: { activity: 5 },
  },
  shows: ['project', 'epic', 'evidence', 'feature', 'review', 'story', 'task', 'team', 'team_member'],
  access: onProject('view'),
  input: z.object({ project: projectRef }),
  output: Project.extend({
    stats: ProjectStats,
    activity: z.array(Event).describe('Latest changes, newest first.'),
  }),
}).run(async (ctx) => {
  const { project } = ctx
  const [stats, changes] = await Promise.all([
    projectStats(ctx.db, project.id),
    latestChanges(ctx.db, project.organization_id, project.id, 10),
  ])
  return {
    ...projectFromRow(project, ctx.caller),
    stats,
    activity: changes.map((row) => eventFromRow(ctx.app.epoch, row)),
  }
})

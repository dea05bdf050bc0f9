import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findProject, visibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { type OnTeam, onTeam } from './access.ts'
import { TeamAnalytics, timezoneField } from './analytics/analytics.ts'
import { blockedHours, burnUpPoints, weekly, byAssignee, stillBlocked } from './analytics/summarize.ts'
import { type Measured, measure } from './analytics/measure.ts'
import { readHistories, readNow } from './analytics/read-histories.ts'
import { weeksUpTo } from './analytics/weeks.ts'
import { teamRef } from './team.ts'

export const getTeamAnalytics = operation({
  id: 'teams.getTeamAnalytics',
  summary: "Get a team's analytics: throughput, cycle time, burn-up, work by assignee and blocked tasks.",
  http: 'GET /api/teams/:team/analytics',
  access: onTeam('view'),
  input: z.object({
    team: teamRef,
    weeks: z.int().min(1).max(52).default(12).describe('Number of weeks, including the current one.'),
    project: projectRef.optional().describe('Only this project of the team. Slug, key or id.'),
    timezone: timezoneField,
  }),
  output: TeamAnalytics,
}).run(async (ctx, input) => {
  const { db } = ctx
  const projects = await projectsToMeasure(ctx, input.project)
  const now = await readNow(db)
  const weeks = weeksUpTo(Date.parse(now.at), input.weeks, input.timezone)
  const from = weeks[0]!.start

  const measuredByProject = new Map<string, Measured>()
  const ids = projects.map(({ id }) => id)
  for await (const { project, state } of readHistories(db, ids, now, from))
    measuredByProject.set(project, measure(state.histories.values(), weeks, Date.parse(now.at)))

  const measured = [...measuredByProject.values()]
  const empty = measure([], weeks, 0)
  return {
    window: { from: new Date(from).toISOString(), to: now.at, timezone: input.timezone },
    computedAt: now.at,
    weeks: weekly(measured, weeks),
    burnUp: projects.map((project) => ({
      project,
      points: burnUpPoints(measuredByProject.get(project.id) ?? empty, weeks),
    })),
    byAssignee: await byAssignee(
      db,
      measured.flatMap(({ completions }) => completions),
    ),
    blocked: {
      hours: blockedHours(measured),
      ...(await stillBlocked(
        db,
        measured.flatMap((each) => each.stillBlocked),
      )),
    },
  }
})

interface Measurable {
  id: string
  slug: string
  name: string
}

/** Returns the team's projects that the caller can see. Includes archived ones, because their work counts. */
async function projectsToMeasure(ctx: Context & OnTeam, ref: string | undefined): Promise<Measurable[]> {
  if (ref !== undefined) {
    const { id, slug, name, team_id } = await findProject(ctx.db, ctx, ref, false)
    if (team_id !== ctx.team.id) rejectField('project', `This project does not belong to "${ctx.team.name}".`)
    return [{ id, slug, name }]
  }
  return ctx.db.run<Measurable>(
    sql`select p.id, p.slug, p.name from projects p
      where ${visibleProjects(ctx).where} and p.team_id = ${ctx.team.id} and p.deleted_at is null
      order by lower(p.name), p.id`,
  )
}

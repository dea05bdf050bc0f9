import type { z } from 'zod'
import { type Sql, sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects } from '../projects/access.ts'
import type { VisibleProjects } from '../projects/visible-projects.ts'
import { type OnTeam } from './access.ts'
import { type CountedTeam, teamFromRow } from './team.ts'

export interface TeamCounts {
  member_count: number
  project_count: number
}

/** Selects the counts of a team by the SQL expression of its id. Skips projects that the caller can't see. */
export function countsOf(teamId: Sql, visible: VisibleProjects): Sql {
  return sql`(select count(*)::int from team_members where team_id = ${teamId}) as member_count,
          (select count(*)::int from projects p where p.team_id = ${teamId} and ${visible.where}
              and p.deleted_at is null and p.archived_at is null) as project_count`
}

export async function teamWithCounts(ctx: Context & OnTeam): Promise<z.output<typeof CountedTeam>> {
  const [counts] = await ctx.db.run<TeamCounts>(
    sql`select ${countsOf(sql`${ctx.team.id}`, visibleProjects(ctx))}`,
  )
  return {
    ...teamFromRow(ctx, ctx.team),
    memberCount: counts!.member_count,
    projectCount: counts!.project_count,
  }
}

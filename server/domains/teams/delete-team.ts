import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import type { SkillRow } from '../knowledge/skills/skill.ts'
import { type OnTeam, onTeam } from './access.ts'
import { z } from 'zod'
import { concerning, expectVersion } from '../../operations/rows.ts'
import { operation } from '../../operations/operation.ts'
import { type WorkspaceRow, workspaceKind } from './workspaces/workspace.ts'
import { detachProjects } from './detach-projects.ts'
import { teamRef } from './team.ts'

/** Makes the team-only skills of a deleted team personal to their owners. Returns the number of its skills. */
async function detachSkills(ctx: Context & OnTeam): Promise<number> {
  const skills = await ctx.db.run<SkillRow>(
    sql`select * from skills where team_id = ${ctx.team.id} order by id for update`,
  )
  await ctx.db.run(
    sql`update skills set team_id = null, scope = case scope when 'team' then 'personal' else scope end,
            version = version + 1, updated_at = now()
      where team_id = ${ctx.team.id}`,
  )
  for (const skill of skills) {
    const isPrivate = skill.scope !== 'public'
    ctx.record({
      type: 'skill.updated',
      subject: { kind: 'skill', id: skill.id, key: skill.slug },
      organizationId: skill.organization_id,
      // Only the owner receives events of a personal skill.
      ...(isPrivate && { privateTo: skill.owner_id }),
      version: skill.version + 1,
      changes: {
        teamId: { from: skill.team_id, to: null },
        ...(skill.scope === 'team' && { scope: { from: 'team', to: 'personal' } }),
      },
    })
  }
  return skills.length
}

export const deleteTeam = operation({
  id: 'teams.delete',
  summary:
    'Delete a team permanently. Its projects and skills stay, and its members keep their access to the projects.',
  http: 'DELETE /api/teams/:team',
  access: onTeam('manage'),
  destructive: true,
  input: z.object({ team: teamRef }),
  output: z.object({
    id: z.uuid(),
    slug: z.string(),
    deleted: z.literal(true),
    projects: z
      .array(
        z.object({
          id: z.uuid(),
          slug: z.string(),
          name: z.string(),
          visibility: z.enum(['private', 'organization', 'public']),
          sharedWith: z.int().describe('Number of team members that the project is now shared with by name.'),
        }),
      )
      .describe('Projects of the team that the caller can see.'),
    skills: z.int().describe('Number of skills that belonged to the team.'),
  }),
}).run(async (ctx) => {
  const { db, organization, team } = ctx
  expectVersion(ctx, team.version)
  // The team row is locked. A concurrent request that adds a project or a member waits, and then finds no team.
  const projects = await detachProjects(ctx)
  const skills = await detachSkills(ctx)
  await unshareWorkspaces(ctx)
  await db.run(sql`delete from teams where id = ${team.id}`)
  ctx.record({
    type: 'team.deleted',
    subject: { kind: 'team', id: team.id, key: team.slug },
    organizationId: organization.id,
    data: { name: team.name },
  })
  return { id: team.id, slug: team.slug, deleted: true as const, projects, skills }
})

async function unshareWorkspaces(ctx: Context & OnTeam): Promise<void> {
  const { team } = ctx
  const workspaces = await ctx.db.run<WorkspaceRow>(
    sql`delete from workspace_teams s using workspaces w where w.id = s.workspace_id and s.team_id = ${team.id} returning w.*`,
  )
  const data = { teamId: team.id, team: team.slug }
  for (const workspace of workspaces)
    ctx.record({ type: 'workspace.unshared', ...concerning(workspaceKind, workspace), data })
}

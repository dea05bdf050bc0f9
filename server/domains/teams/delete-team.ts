import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { type CallingUser, anonymous } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import { visibleProjects } from '../projects/access.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { type OnTeam, onTeam } from './access.ts'
import type { TeamRole } from './tables.ts'
import type { SkillRow } from '../knowledge/skills/skill.ts'
import { z } from 'zod'
import { concerning, expectVersion } from '../../operations/rows.ts'
import { operation } from '../../operations/operation.ts'
import { type WorkspaceRow, workspaceKind } from './workspaces/workspace.ts'
import { teamRef } from './team.ts'

type TeamContext = Context & OnTeam

interface Member extends CallingUser {
  team_role: TeamRole
}

/** A project of the team, or one that was shared with it, before the change. */
interface AffectedProject extends ProjectRow {
  own: boolean
  seen: boolean
  shared_as: 'viewer' | 'editor' | null
}

/** Access to a project that a member had through the team and must keep. */
interface Grant {
  project: string
  member: Member
  role: 'viewer' | 'editor'
}

/** The response to the deletion of a team. */
export const DeletedTeam = z.object({
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
})

export const deleteTeam = operation({
  id: 'teams.delete',
  summary:
    'Delete a team permanently. Its projects and skills stay, and its members keep their access to the projects.',
  http: 'DELETE /api/teams/:team',
  access: onTeam('manage'),
  destructive: true,
  input: z.object({ team: teamRef }),
  output: DeletedTeam,
}).run(removeTeam)

/** Deletes a team and detaches its projects, skills and workspaces. */
export async function removeTeam(ctx: TeamContext): Promise<z.output<typeof DeletedTeam>> {
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
}

async function unshareWorkspaces(ctx: Context & OnTeam): Promise<void> {
  const { team } = ctx
  const workspaces = await ctx.db.run<WorkspaceRow>(
    sql`delete from workspace_teams s using workspaces w where w.id = s.workspace_id and s.team_id = ${team.id} returning w.*`,
  )
  const data = { teamId: team.id, team: team.slug }
  for (const workspace of workspaces)
    ctx.record({ type: 'workspace.unshared', ...concerning(workspaceKind, workspace), data })
}

/**
 * Detaches all projects from a team that is deleted, without changing who can see them. Its projects stay in the
 * organization. Team-only projects become private and are shared by name with every member of the team. So are projects
 * that were shared with the team. Returns the team's own projects that the caller can see.
 */
async function detachProjects(ctx: TeamContext) {
  const members = await lockMembers(ctx)
  const projects = await lockProjects(ctx)
  const grants = [...grantsOfMembers(projects, members), ...(await grantsOfLeads(ctx, members))]
  await removeFromTeam(ctx, projects)
  const shared = await shareByName(ctx, projects, grants)
  return projects
    .filter(({ own, seen, deleted_at }) => own && seen && deleted_at === null)
    .map(({ id, slug, name, visibility }) => ({
      id,
      slug,
      name,
      sharedWith: shared.get(id)?.length ?? 0,
      visibility: visibility === 'team' ? ('private' as const) : visibility,
    }))
}

/**
 * Locks the memberships of the team's members. Otherwise a member who leaves the organization concurrently would keep a
 * share that works again when they rejoin.
 */
function lockMembers({ db, team }: TeamContext): Promise<Member[]> {
  return db.run<Member>(
    sql`select u.id, u.name, u.username, u.email, u.role, t.role as team_role from team_members t
       join memberships m on m.user_id = t.user_id and m.role <> 'guest'
        and m.organization_id = (select coalesce(sandbox_of, id) from organizations where id = t.organization_id)
       join users u on u.id = t.user_id
      where t.team_id = ${team.id} order by u.id for share of m`,
  )
}

/** Locks the projects. Includes those in the trash, because they can be restored. */
function lockProjects(ctx: TeamContext): Promise<AffectedProject[]> {
  const { team } = ctx
  return ctx.db.run<AffectedProject>(
    sql`select p.*, p.team_id is not distinct from ${team.id} as own,
            coalesce(${visibleProjects(ctx).where}, false) as seen,
            (select role from project_shares where project_id = p.id and team_id = ${team.id}) as shared_as
       from projects p
      where p.id in (select id from projects where team_id = ${team.id}
                     union select project_id from project_shares where team_id = ${team.id})
      order by p.id for update of p`,
  )
}

async function removeFromTeam(ctx: TeamContext, projects: AffectedProject[]): Promise<void> {
  await ctx.db.run(
    sql`update projects set team_id = null, visibility = case visibility when 'team' then 'private' else visibility end,
            version = version + 1, updated_at = now()
      where team_id = ${ctx.team.id}`,
  )
  for (const project of projects.filter(({ own }) => own))
    ctx.record({
      type: 'project.updated',
      ...onProject(project),
      version: project.version + 1,
      changes: {
        teamId: { from: project.team_id, to: null },
        ...(project.visibility === 'team' && { visibility: { from: 'team', to: 'private' } }),
      },
    })
}

/** Returns the grants of all members. The creator of a project needs no share. */
function grantsOfMembers(projects: AffectedProject[], members: Member[]): Grant[] {
  return projects.flatMap(({ id, own, visibility, shared_as, created_by }) => {
    const role = own && visibility === 'team' ? 'editor' : shared_as
    if (role === null) return []
    return members.filter((each) => each.id !== created_by).map((member) => ({ project: id, member, role }))
  })
}

/** Returns the grants of leads, who may see private projects of their team. Ignores their organization role. */
async function grantsOfLeads(ctx: TeamContext, members: Member[]): Promise<Grant[]> {
  const grants: Grant[] = []
  for (const lead of members.filter(({ team_role }) => team_role === 'lead')) {
    const organization = { ...ctx.organization, role: 'member' as const }
    const visible = visibleProjects({ caller: anonymous, user: lead, organization })
    const seen = await ctx.db.run<{ id: string }>(
      sql`select p.id from projects p
        where p.team_id = ${ctx.team.id} and p.visibility = 'private' and p.created_by <> ${lead.id}
          and ${visible.where}`,
    )
    grants.push(...seen.map(({ id }) => ({ project: id, member: lead, role: 'editor' as const })))
  }
  return grants
}

/** Shares projects by name and returns the saved shares of each project. Keeps an existing share that is as strong. */
async function shareByName(ctx: TeamContext, projects: AffectedProject[], grants: Grant[]) {
  const strongest = new Map<string, Grant>()
  for (const grant of grants) {
    const key = `${grant.project} ${grant.member.id}`
    if (grant.role === 'editor' || !strongest.has(key)) strongest.set(key, grant)
  }
  const shares = [...strongest.values()]
  const saved = await ctx.db.run<{ project_id: string; user_id: string; version: number }>(
    sql`insert into project_shares (id, organization_id, project_id, user_id, role)
     select id, ${ctx.organization.id}, project_id, user_id, role
       from unnest(${shares.map(() => newId())}::uuid[], ${shares.map(({ project }) => project)}::uuid[],
         ${shares.map(({ member }) => member.id)}::uuid[],
         ${shares.map(({ role }) => role)}::text[]) as new_shares (id, project_id, user_id, role)
     on conflict (project_id, user_id) where user_id is not null
       do update set role = excluded.role, version = project_shares.version + 1, updated_at = now()
       where project_shares.role = 'viewer' and excluded.role = 'editor'
     returning project_id, user_id, version`,
  )
  const byId = new Map(projects.map((project) => [project.id, project]))
  for (const { project_id, user_id, version } of saved) {
    const { member, role } = strongest.get(`${project_id} ${user_id}`)!
    ctx.record({
      type: 'project.shared',
      ...onProject(byId.get(project_id)!),
      data: { user: { id: member.id, name: member.name }, team: null, role },
      ...(version > 1 && { changes: { role: { from: 'viewer', to: role } } }),
    })
  }
  return Map.groupBy(saved, ({ project_id }) => project_id)
}

function onProject({ id, slug, organization_id }: ProjectRow) {
  const subject = { kind: 'project', id, key: slug }
  return { subject, organizationId: organization_id, projectId: id }
}

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

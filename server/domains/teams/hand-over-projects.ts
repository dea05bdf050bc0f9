import type { Context } from '../../operations/context.ts'
import { type CallingUser, anonymous } from '../../operations/caller.ts'
import { newId } from '../../platform/ids.ts'
import { projectsSeenBy } from '../projects/access.ts'
import type { ProjectRow } from '../projects/tables.ts'
import type { OnTeam } from './access.ts'
import type { TeamRole } from './tables.ts'

type Ending = Context & OnTeam

/**
 * A team ends, and nobody loses or sees anything by it. Its projects stay in the organization. What only the team saw
 * becomes private and is shared by name with everybody who was in the team; so is what others had shared with it.
 * Answers the projects that were the team's, as far as the caller sees them.
 */
export async function handOverProjects(ctx: Ending) {
  const members = await holdMembers(ctx)
  const projects = await holdProjects(ctx)
  const grants = [...grantsOf(projects, members), ...(await grantsOfLeads(ctx, members))]
  await takeOutOfTeam(ctx, projects)
  const shared = await shareByName(ctx, projects, grants)
  return projects
    .filter(({ own, seen, deleted_at }) => own && seen && deleted_at === null)
    .map(({ id, slug, name, visibility }) => ({
      ...{ id, slug, name, sharedWith: shared.get(id)?.length ?? 0 },
      visibility: visibility === 'team' ? ('private' as const) : visibility,
    }))
}

interface Member extends CallingUser {
  team_role: TeamRole
}

/**
 * Who is in the team and in the organization, and stays so meanwhile: somebody who is just leaving must not be left with
 * a share that works again when they come back.
 */
function holdMembers({ db, team }: Ending): Promise<Member[]> {
  return db.run<Member>(
    `select u.id, u.name, u.username, u.email, u.role, t.role as team_role from team_members t
       join memberships m on m.user_id = t.user_id and m.role <> 'guest'
        and m.organization_id = (select coalesce(sandbox_of, id) from organizations where id = t.organization_id)
       join users u on u.id = t.user_id
      where t.team_id = $1 order by u.id for share of m`,
    [team.id],
  )
}

/** A project that was the team's, or shared with it, as it was. */
interface Left extends ProjectRow {
  own: boolean
  seen: boolean
  shared_as: 'viewer' | 'editor' | null
}

/** Those in the trash too: they may come back. */
function holdProjects(ctx: Ending): Promise<Left[]> {
  const visible = projectsSeenBy(ctx)
  return ctx.db.run<Left>(
    `select p.*, p.team_id is not distinct from $5 as own, coalesce(${visible.where}, false) as seen,
            (select role from project_shares where project_id = p.id and team_id = $5) as shared_as
       from projects p
      where p.id in (select id from projects where team_id = $5
                     union select project_id from project_shares where team_id = $5)
      order by p.id for update of p`,
    [...visible.values, ctx.team.id],
  )
}

async function takeOutOfTeam(ctx: Ending, projects: Left[]): Promise<void> {
  await ctx.db.run(
    `update projects set team_id = null, visibility = case visibility when 'team' then 'private' else visibility end,
            version = version + 1, updated_at = now()
      where team_id = $1`,
    [ctx.team.id],
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

/** What being in the team gave somebody in a project, and the team's end must not take. */
interface Grant {
  project: string
  member: Member
  role: 'viewer' | 'editor'
}

/** Who made a project needs no share. */
function grantsOf(projects: Left[], members: Member[]): Grant[] {
  return projects.flatMap(({ id, own, visibility, shared_as, created_by }) => {
    const role = own && visibility === 'team' ? 'editor' : shared_as
    if (role === null) return []
    return members.filter((each) => each.id !== created_by).map((member) => ({ project: id, member, role }))
  })
}

/** Leads may see projects of their team that the others do not: which, is asked as if they were nothing but leads. */
async function grantsOfLeads(ctx: Ending, members: Member[]): Promise<Grant[]> {
  const grants: Grant[] = []
  for (const lead of members.filter(({ team_role }) => team_role === 'lead')) {
    const organization = { ...ctx.organization, role: 'member' as const }
    const visible = projectsSeenBy({ caller: anonymous, user: lead, organization })
    const seen = await ctx.db.run<{ id: string }>(
      `select p.id from projects p
        where p.team_id = $5 and p.visibility = 'private' and p.created_by <> $3 and ${visible.where}`,
      [...visible.values, ctx.team.id],
    )
    grants.push(...seen.map(({ id }) => ({ project: id, member: lead, role: 'editor' as const })))
  }
  return grants
}

/** Answers whom each project is now shared with. What somebody has already stays, if it is not less. */
async function shareByName(ctx: Ending, projects: Left[], grants: Grant[]) {
  const strongest = new Map<string, Grant>()
  for (const grant of grants) {
    const key = `${grant.project} ${grant.member.id}`
    if (grant.role === 'editor' || !strongest.has(key)) strongest.set(key, grant)
  }
  const wanted = [...strongest.values()]
  const made = await ctx.db.run<{ project_id: string; user_id: string; version: number }>(
    `insert into project_shares (id, organization_id, project_id, user_id, role)
     select id, $1, project_id, user_id, role
       from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as wanted (id, project_id, user_id, role)
     on conflict (project_id, user_id) where user_id is not null
       do update set role = excluded.role, version = project_shares.version + 1, updated_at = now()
       where project_shares.role = 'viewer' and excluded.role = 'editor'
     returning project_id, user_id, version`,
    [
      ctx.organization.id,
      ...[wanted.map(() => newId()), wanted.map(({ project }) => project)],
      ...[wanted.map(({ member }) => member.id), wanted.map(({ role }) => role)],
    ],
  )
  const byId = new Map(projects.map((project) => [project.id, project]))
  for (const { project_id, user_id, version } of made) {
    const { member, role } = strongest.get(`${project_id} ${user_id}`)!
    ctx.record({
      type: 'project.shared',
      ...onProject(byId.get(project_id)!),
      data: { user: { id: member.id, name: member.name }, team: null, role },
      ...(version > 1 && { changes: { role: { from: 'viewer', to: role } } }),
    })
  }
  return Map.groupBy(made, ({ project_id }) => project_id)
}

function onProject({ id, slug, organization_id }: ProjectRow) {
  const subject = { kind: 'project', id, key: slug }
  return { subject, organizationId: organization_id, projectId: id }
}

import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { type AccessRule, type Asked, type SignedIn, platformAdmin } from '../../operations/access.ts'
import { anyUuid } from '../../platform/ids.ts'
import { imageUrl } from '../../operations/image-url.ts'
import type { OnTeam } from '../teams/access.ts'
import type { TeamRow } from '../teams/tables.ts'
import { type OnTeamMember, findMember } from '../teams/team-members/access.ts'

/** A team as administrators of the instance see it. */
export const AdministeredTeam = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Slug in URLs, unique on this instance.'),
    name: z.string(),
    description: z.string(),
    avatarUrl: z.string().nullable().describe('URL path of the image on this server.'),
    organization: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    memberCount: z.int(),
    projectCount: z.int().describe('Number of active projects.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'AdministeredTeam' })

export interface AdministeredTeamRow extends TeamRow {
  organization_slug: string
  organization_name: string
  member_count: number
  project_count: number
}

/** Selects the columns of `AdministeredTeamRow`. Aliases: `t` is the team, `o` its organization. */
export const administeredTeams = sql`select t.*, o.slug as organization_slug, o.name as organization_name,
       (select count(*)::int from team_members m where m.team_id = t.id) as member_count,
       (select count(*)::int from projects p where p.team_id = t.id and p.deleted_at is null
          and p.archived_at is null) as project_count, lower(t.name) as sort_value
  from teams t join organizations o on o.id = t.organization_id`

export function administeredTeamFromRow(row: AdministeredTeamRow): z.output<typeof AdministeredTeam> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    avatarUrl: imageUrl(row.avatar_id),
    organization: {
      id: row.organization_id,
      slug: row.organization_slug,
      name: row.organization_name,
    },
    memberCount: row.member_count,
    projectCount: row.project_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export async function readTeam(db: Queries, id: string): Promise<z.output<typeof AdministeredTeam>> {
  const [row] = await db.run<AdministeredTeamRow>(sql`${administeredTeams} where t.id = ${id}`)
  return administeredTeamFromRow(row!)
}

/**
 * Lets an administrator of the instance manage a team of any organization, with the rights of an owner. The operations
 * then use the rules of the teams themselves.
 */
export const administersTeam: AccessRule<{ team: string }, OnTeam> = {
  ...platformAdmin,
  name: 'administersTeam',
  async check(asked, input) {
    const granted = await platformAdmin.check(asked, input)
    return findTeam(asked, granted, input.team)
  },
}

/** The same for a member of a team. */
export const administersTeamMember: AccessRule<{ team: string; member: string }, OnTeamMember> = {
  ...platformAdmin,
  name: 'administersTeamMember',
  async check(asked, input) {
    const granted = await administersTeam.check(asked, input)
    return { ...granted, member: await findMember(asked.db, granted, input.member) }
  },
}

async function findTeam({ db, hold }: Asked, granted: SignedIn, ref: string): Promise<OnTeam> {
  const isNamed: Sql = anyUuid.test(ref) ? sql`t.id = ${ref}` : sql`t.slug = ${ref}`
  const [found] = await db.run<TeamRow>(
    sql`select t.* from teams t where ${isNamed} ${hold ? sql`for update of t` : sql.empty}`,
  )
  const team = found ?? reject('not_found', { kind: 'team', ref })
  const [organization] = await db.run<{ slug: string; name: string; sandbox: boolean }>(
    sql`select slug, name, sandbox_of is not null as sandbox from organizations where id = ${team.organization_id}`,
  )
  return {
    ...granted,
    organization: { id: team.organization_id, ...organization!, role: 'owner' },
    team: { ...team, own_role: null },
  }
}

import { z } from 'zod'
import { type InOrganization, hasRole } from '../../../operations/access.ts'
import { roles, type Role } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { imageUrl } from '../../../operations/image-url.ts'
import { canAdminister } from '../access.ts'
import { teamRoles, type TeamRole } from '../../teams/tables.ts'
import { canManageRole } from './access.ts'
import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { isUser } from '../../membership/find-person.ts'

/** A member as the API returns it. */
export const Member = z
  .object({
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      username: z.string().describe('Name in public URLs.'),
      avatarUrl: z.string().nullable().describe('URL of the profile image on this server.'),
      email: z.string(),
    }),
    role: z.enum(roles),
    teams: z
      .array(z.object({ id: z.uuid(), slug: z.string(), name: z.string(), role: z.enum(teamRoles) }))
      .describe('Teams of the member.'),
    joinedAt: z.iso.datetime(),
    lastSeenAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last activity in a login session. Null unless the caller is an owner or admin.'),
    version: z.int(),
    may: z
      .object({ changeRole: z.boolean(), remove: z.boolean() })
      .describe('Actions that the caller can perform on this member.'),
  })
  .meta({ id: 'Member' })

export function memberFromRow(
  { caller, organization }: InOrganization,
  row: MemberRow,
): z.output<typeof Member> {
  const allowed =
    canAdminister(caller, organization) && canManageRole(organization.role, row.role) && !row.only_owner
  return {
    user: {
      id: row.user_id,
      name: row.name,
      username: row.username,
      avatarUrl: imageUrl(row.avatar_id),
      email: row.email,
    },
    role: row.role,
    teams: row.teams,
    joinedAt: row.joined_at,
    lastSeenAt: hasRole(organization, 'admin') ? row.last_seen_at : null,
    version: row.version,
    may: may(caller, { changeRole: allowed, remove: allowed }),
  }
}

/** Reference to a member in operation inputs. */
export const memberRef = reference('member', 'A member of the organization: username or id.')

/** A member of an organization, with the facts that access rules need. */
export interface MemberRow {
  user_id: string
  name: string
  username: string
  email: string
  avatar_id: string | null
  role: Role
  version: number
  joined_at: string
  id: string
  sort_value: string
  last_seen_at: string | null
  teams: { id: string; slug: string; name: string; role: TeamRole }[]
  /** Whether the user is neither suspended nor scheduled for erasure. */
  is_active: boolean
  /** Whether the organization has no other active owner. */
  only_owner: boolean
}

const isActive = (user: Sql) => sql`${user}.suspended_at is null and ${user}.erase_at is null`

const selectAllMembers = sql`
  select m.user_id, u.id, u.name, u.username, u.email, u.avatar_id, m.role, m.version, m.created_at as joined_at, lower(u.name) as sort_value,
         ${isActive(sql`u`)} as is_active,
         m.role = 'owner' and not exists (
           select 1 from memberships om join users ou on ou.id = om.user_id and ${isActive(sql`ou`)}
            where om.organization_id = m.organization_id and om.role = 'owner' and om.user_id <> m.user_id
         ) as only_owner,
         (select max(s.last_seen_at) from login_sessions s
           where s.user_id = m.user_id and s.impersonator_id is null) as last_seen_at,
         (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'role', tm.role)
                   order by lower(t.name), t.id), '[]')
            from team_members tm join teams t on t.id = tm.team_id
           where tm.user_id = m.user_id and tm.organization_id = m.organization_id) as teams
    from memberships m join users u on u.id = m.user_id
   where m.organization_id = `

/** Selects the members `m` of an organization, each with their user `u`. */
export function selectMembers(organizationId: string): Sql {
  return sql`${selectAllMembers}${organizationId}`
}

/** Returns the member with this username or id. The lock blocks concurrent team joins and new keys of the member. */
export async function findMember(
  db: Queries,
  organizationId: string,
  ref: string,
  lock: boolean,
): Promise<MemberRow> {
  const [member] = await db.run<MemberRow>(
    sql`${selectMembers(organizationId)} and ${isUser(ref)} ${lock ? sql`for update of m` : sql.empty}`,
  )
  return member ?? reject('not_found', { kind: 'member', ref })
}

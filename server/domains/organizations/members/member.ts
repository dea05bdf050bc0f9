import { z } from 'zod'
import { type InOrganization, hasRole } from '../../../operations/access.ts'
import { roles } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { imageUrl } from '../../../operations/image-url.ts'
import { canAdminister } from '../access.ts'
import { teamRoles } from '../../teams/tables.ts'
import { canManageRole } from './access.ts'
import type { MemberRow } from './member-row.ts'

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

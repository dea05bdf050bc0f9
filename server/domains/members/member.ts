import { z } from 'zod'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import { roles } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { imageUrl } from '../accounts/profile.ts'
import { mayAdminister } from '../organizations/access.ts'
import { teamRoles } from '../teams/tables.ts'
import { reaches } from './access.ts'
import type { MemberRow } from './member-row.ts'

/** The shape the world sees. */
export const Member = z
  .object({
    user: z.object({
      id: z.uuid(),
      name: z.string(),
      username: z.string().describe('The name in public addresses.'),
      avatarUrl: z.string().nullable().describe('Where their picture is, on this server.'),
      email: z.string(),
    }),
    role: z.enum(roles),
    teams: z
      .array(z.object({ id: z.uuid(), slug: z.string(), name: z.string(), role: z.enum(teamRoles) }))
      .describe('The teams they are in.'),
    joinedAt: z.iso.datetime(),
    lastSeenAt: z.iso
      .datetime()
      .nullable()
      .describe('When they were last signed in and at work. Owners and admins alone are told.'),
    version: z.int(),
    may: z
      .object({ changeRole: z.boolean(), remove: z.boolean() })
      .describe('What the caller may do to them.'),
  })
  .meta({ id: 'Member' })

export function memberFromRow(
  { caller, organization }: InOrganization,
  row: MemberRow,
): z.output<typeof Member> {
  const allowed =
    mayAdminister(caller, organization) && reaches(organization.role, row.role) && !row.only_owner
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

/** How somebody in the organization is named in any input. */
export const memberRef = reference('member', 'Somebody in the organization: their username or id.')

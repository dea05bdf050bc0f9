import { z } from 'zod'
import { orderByText, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { organizationItself } from '../../../operations/access.ts'
import { roles } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { Member, memberFromRow, memberRef, type MemberRow, selectMembers, findMember } from './member.ts'
import { expectVersion } from '../../../operations/rows.ts'
import { managesMember, requireOwnerLeft, requireCanManageRole, canLeave } from './access.ts'
import { setRole, endMembership } from './change-membership.ts'
import { removedFromOrganization } from '../../../email/notices.ts'
import { notify } from '../../../email/queue-email.ts'
import { findAccount } from '../../auth/accounts/account.ts'
import { OrganizationOfUser, publicOrganization } from '../../auth/accounts/user.ts'

const byName = orderByText('lower(u.name)', 'u.id')

export const listMembers = operation({
  id: 'members.list',
  summary: 'List the members of the organization with their roles and teams, sorted by name.',
  http: 'GET /api/organization/members',
  shows: ['member', 'team', 'team_member', 'user'],
  access: organizationItself('member'),
  input: z.object({
    role: z.enum(roles).optional().describe('Role to filter by.'),
    search: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Part of a name or username to filter by. Case-insensitive.'),
    ...pageInput,
  }),
  output: pageOf(Member),
}).run(async (ctx, { role, search, ...paging }) => {
  return readPage(
    ctx.db,
    paging,
    byName,
    ({ after, orderAndLimit }) =>
      sql`${selectMembers(ctx.organization.id)} ${role ? sql`and m.role = ${role}` : sql.empty}
        ${search ? sql`and ${isNamed(search.toLowerCase())}` : sql.empty} and ${after} ${orderAndLimit}`,
    (row: MemberRow) => memberFromRow(ctx, row),
  )
})

function isNamed(part: string): Sql {
  return sql`(position(${part} in lower(u.name)) > 0 or position(${part} in u.username) > 0)`
}

export const updateMember = operation({
  id: 'members.update',
  summary: "Change a member's role in the organization. A member who becomes a guest leaves all teams.",
  http: 'PATCH /api/organization/members/:member',
  access: managesMember,
  input: z.object({ member: memberRef, role: z.enum(roles).describe('New role.') }),
  output: Member,
}).run(async (ctx, { role }) => {
  const { db, member, organization, user } = ctx
  expectVersion(ctx, member.version)
  requireCanManageRole(organization.role, role)
  if (role !== 'owner') requireOwnerLeft(ctx, member)
  await setRole(ctx, organization.id, member, role)
  const after = await findMember(db, organization.id, member.user_id, false)
  // Callers who change their own role see the result with their new rights.
  const viewer = member.user_id === user.id ? { ...ctx, organization: { ...organization, role } } : ctx
  return memberFromRow(viewer, after)
})

export const removeMember = operation({
  id: 'members.remove',
  summary: 'Remove a member from the organization. Their keys for it end immediately. Their past work stays.',
  http: 'DELETE /api/organization/members/:member',
  access: managesMember,
  destructive: true,
  input: z.object({ member: memberRef }),
  output: z.object({ id: z.uuid(), removed: z.literal(true) }),
}).run(async (ctx) => {
  const { member, organization, user } = ctx
  requireOwnerLeft(ctx, member)
  const isSelf = member.user_id === user.id
  await endMembership(ctx, member, isSelf ? 'member.left' : 'member.removed')
  if (!isSelf)
    await notify(ctx, member.email, ({ instance, at }) =>
      removedFromOrganization({ instance, at, organization: organization.name }),
    )
  return { id: member.user_id, removed: true as const }
})

export const leave = operation({
  id: 'members.leave',
  summary: 'Leave the current organization. Your keys for it end immediately. Your past work stays.',
  http: 'POST /api/organization/leave',
  access: canLeave,
  destructive: true,
  input: z.object({}),
  output: z.object({
    id: z.uuid(),
    left: z.literal(true),
    organization: OrganizationOfUser.nullable().describe(
      'Your current organization afterwards. Null if you are in no other.',
    ),
  }),
}).run(async (ctx) => {
  const { db, organization, user } = ctx
  const member = await findMember(db, organization.id, user.id, true)
  requireOwnerLeft(ctx, member)
  await endMembership(ctx, member, 'member.left')
  const next = (await findAccount(db, { id: user.id }))?.organization
  return { id: organization.id, left: true as const, organization: next ? publicOrganization(next) : null }
})

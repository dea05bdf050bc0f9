import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { findAccount } from '../../auth/accounts/account.ts'
import { OrganizationOfUser, publicOrganization } from '../../auth/accounts/user.ts'
import { canLeave, requireOwnerLeft } from './access.ts'
import { findMember } from './member-row.ts'
import { endMembership } from './remove-membership.ts'

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

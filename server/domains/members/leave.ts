import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { findAccount } from '../accounts/account.ts'
import { OrganizationOfUser, publicOrganization } from '../accounts/user.ts'
import { canLeave, requireOwnerLeft } from './access.ts'
import { findMember } from './member-row.ts'
import { endMembership } from './remove-membership.ts'

export const leave = operation({
  id: 'members.leave',
  summary: 'Leave the current organization. Your keys for it end at once, what you made stays.',
  http: 'POST /api/organization/leave',
  access: canLeave,
  destructive: true,
  input: z.object({}),
  output: z.object({
    id: z.uuid(),
    left: z.literal(true),
    organization: OrganizationOfUser.nullable().describe(
      'Where you work from now on, if you are in another.',
    ),
  }),
}).run(async (ctx) => {
  const { db, organization, user } = ctx
  const own = await findMember(db, organization.id, user.id, true)
  requireOwnerLeft(ctx, own)
  await endMembership(ctx, own, 'member.left')
  const next = (await findAccount(db, { id: user.id }))?.organization
  return { id: organization.id, left: true as const, organization: next ? publicOrganization(next) : null }
})

import { z } from 'zod'
import { removedFromOrganization } from '../../../email/notices.ts'
import { notify } from '../../../email/notify.ts'
import { operation } from '../../../operations/operation.ts'
import { managesMember, requireOwnerLeft } from './access.ts'
import { memberRef } from './member.ts'
import { endMembership } from './remove-membership.ts'

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

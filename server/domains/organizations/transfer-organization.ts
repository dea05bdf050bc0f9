import { z } from 'zod'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findMember } from './members/member-row.ts'
import { memberRef } from './members/member.ts'
import { setRole } from './members/set-role.ts'
import { ownsRecently } from './access.ts'
import { Organization, showOrganization } from './organization.ts'

export const transferOrganization = operation({
  id: 'organizations.transfer',
  summary: 'Transfer the organization to another member. They become an owner and you become an admin.',
  http: 'POST /api/organization/transfer',
  access: ownsRecently,
  input: z.object({ to: memberRef }),
  output: Organization,
}).run(async (ctx, input) => {
  const { db, organization, user } = ctx
  const newOwner = await findMember(db, organization.id, input.to, true)
  if (newOwner.user_id === user.id)
    rejectField('to', 'You already own the organization. Choose another member.')
  if (!newOwner.is_active)
    rejectField('to', 'This member is suspended or scheduled for erasure. Choose another member.')
  const own = await findMember(db, organization.id, user.id, true)
  await setRole(ctx, organization.id, newOwner, 'owner')
  await setRole(ctx, organization.id, own, 'admin')
  ctx.record({
    type: 'organization.transferred',
    subject: { kind: 'organization', id: organization.id, key: organization.slug },
    organizationId: organization.id,
    data: { from: { id: user.id, name: user.name }, to: { id: newOwner.user_id, name: newOwner.name } },
  })
  return showOrganization(db, ctx.caller, { ...organization, role: 'admin' })
})

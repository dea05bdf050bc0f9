import { z } from 'zod'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findMember } from '../members/member-row.ts'
import { memberRef } from '../members/member.ts'
import { setRole } from '../members/set-role.ts'
import { ownsRecently } from './access.ts'
import { Organization, showOrganization } from './organization.ts'

export const transferOrganization = operation({
  id: 'organizations.transfer',
  summary: 'Hand the organization over to another member: they become an owner, you an admin.',
  http: 'POST /api/organization/transfer',
  access: ownsRecently,
  input: z.object({ to: memberRef }),
  output: Organization,
}).run(async (ctx, input) => {
  const { db, organization, user } = ctx
  const heir = await findMember(db, organization.id, input.to, true)
  if (heir.user_id === user.id) rejectField('to', 'This is you. Name another member.')
  if (!heir.stays) rejectField('to', 'This account is suspended or about to be erased. Name another member.')
  const own = await findMember(db, organization.id, user.id, true)
  await setRole(ctx, organization.id, heir, 'owner')
  await setRole(ctx, organization.id, own, 'admin')
  ctx.record({
    type: 'organization.transferred',
    subject: { kind: 'organization', id: organization.id, key: organization.slug },
    organizationId: organization.id,
    data: { from: { id: user.id, name: user.name }, to: { id: heir.user_id, name: heir.name } },
  })
  return showOrganization(db, ctx.caller, { ...organization, role: 'admin' })
})

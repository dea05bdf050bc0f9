import { z } from 'zod'
import { rejectField, reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findMember, memberRef } from './members/member.ts'
import { setRole } from './members/change-membership.ts'
import { ownsRecently } from './access.ts'
import { Organization, showOrganization } from './organization.ts'
import { sql } from '../../database/sql.ts'
import { findAccount } from '../auth/accounts/account.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { OrganizationOfUser, publicOrganization } from '../auth/accounts/user.ts'
import { eraseOrganization } from './erase-organization.ts'
import { switchToRemaining } from './organizations-of.ts'

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
  return showOrganization(ctx, ctx.caller, { ...organization, role: 'admin' })
})

export const deleteOrganization = operation({
  id: 'organizations.delete',
  summary: 'Delete the current organization and all its data permanently. It must have no other members.',
  http: 'DELETE /api/organization',
  access: ownsRecently,
  destructive: true,
  input: z.object({
    confirm: z.string().max(100).describe('Slug of the organization, as confirmation.'),
  }),
  output: z.object({
    id: z.uuid(),
    deleted: z.literal(true),
    organization: OrganizationOfUser.nullable().describe(
      'Your current organization afterwards. Null if you are in no other.',
    ),
  }),
}).run(async (ctx, input) => {
  const { app, db, organization, user } = ctx
  const { id, slug, name } = organization
  if (input.confirm !== slug) rejectField('confirm', 'Enter the slug of the organization.')
  const [other] = await db.run(
    sql`select 1 from memberships where organization_id = ${id} and user_id <> ${user.id} limit 1`,
  )
  if (other) reject('others_left', { organization: name })
  const credentials = await eraseOrganization(db, id)
  await switchToRemaining(db, user.id)
  ctx.afterCommit(() => [user.id, ...credentials].forEach((id) => app.bus.revoked(id)))
  const person = { ...user, organization: null }
  recordOwn(ctx, person, 'organization.deleted', { kind: 'organization', id, key: slug })
  const next = (await findAccount(db, { id: user.id }))?.organization
  return { id, deleted: true as const, organization: next ? publicOrganization(next) : null }
})

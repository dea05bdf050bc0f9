import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { reject, rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount } from '../auth/accounts/account.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { OrganizationOfUser, publicOrganization } from '../auth/accounts/user.ts'
import { ownsRecently } from './access.ts'
import { eraseOrganization } from './erase-organization.ts'
import { switchToRemaining } from './organizations-of.ts'

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

import { z } from 'zod'
import { reject, rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findAccount } from '../accounts/account.ts'
import { recordOwn } from '../accounts/record-own.ts'
import { OrganizationOfUser, publicOrganization } from '../accounts/user.ts'
import { ownsRecently } from './access.ts'
import { eraseOrganization } from './erase-organization.ts'
import { moveOn } from './organizations-of.ts'

export const deleteOrganization = operation({
  id: 'organizations.delete',
  summary: 'Delete the current organization with everything in it, for good, once nobody else is in it.',
  http: 'DELETE /api/organization',
  access: ownsRecently,
  destructive: true,
  input: z.object({
    confirm: z.string().max(100).describe('The slug of the organization, to show that you mean it.'),
  }),
  output: z.object({
    id: z.uuid(),
    deleted: z.literal(true),
    organization: OrganizationOfUser.nullable().describe(
      'Where you work from now on, if you are in another.',
    ),
  }),
}).run(async (ctx, input) => {
  const { app, db, organization, user } = ctx
  const { id, slug, name } = organization
  if (input.confirm !== slug) rejectField('confirm', 'This is not the slug of the organization.')
  const [other] = await db.run(
    'select 1 from memberships where organization_id = $1 and user_id <> $2 limit 1',
    [id, user.id],
  )
  if (other) reject('others_left', { organization: name })
  const ended = await eraseOrganization(db, id)
  await moveOn(db, user.id)
  ctx.afterCommit(() => [user.id, ...ended].forEach((each) => app.bus.revoked(each)))
  const person = { ...user, organization: null }
  recordOwn(ctx, person, 'organization.deleted', { kind: 'organization', id, key: slug })
  const next = (await findAccount(db, { id: user.id }))?.organization
  return { id, deleted: true as const, organization: next ? publicOrganization(next) : null }
})

import { z } from 'zod'
import { databaseNow } from '../../../database/clock.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { accountDeletion } from '../../../email/notices.ts'
import { notify } from '../../../email/queue-email.ts'
import { asPersonRecently, asPerson } from '../../../operations/access.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { hasOtherAdministrator, lockAdministrators } from './administrators.ts'
import { revokeAll } from '../credentials/revoke-credentials.ts'
import { endSessions } from './login-session.ts'
import { changeUser, lockUser, profileFromRow } from './profile.ts'
import { callingPerson } from '../../../operations/record-own.ts'
import { Profile } from './user.ts'

export const graceDays = 7

export const deleteAccount = operation({
  id: 'accounts.delete',
  summary: `Schedule your account for erasure in ${graceDays} days. Revokes all keys now. You can sign in until then to keep it.`,
  http: 'DELETE /api/settings/account',
  access: asPersonRecently,
  destructive: true,
  input: z.object({ confirm: z.string().max(100).describe('Your username, as confirmation.') }),
  output: Profile,
}).run(async (ctx, input) => {
  await lockAdministrators(ctx.db)
  const user = await lockUser(ctx.db, ctx.user.id)
  if (input.confirm !== user.username) rejectField('confirm', 'This is not your username.')
  if (user.erase_at) return profileFromRow(user)
  await requireSuccessors(ctx.db, user.id)

  const erase_at = new Date(databaseNow() + graceDays * 86_400_000).toISOString()
  const profile = await changeUser(ctx, user, { erase_at }, 'user.closed')
  await revokeAll(ctx, callingPerson(ctx))
  await endSessions(ctx, callingPerson(ctx), { except: ctx.caller.credentialId })
  const settings = appLink(ctx.app.config, '/settings/account')
  await notify(ctx, user.email, (context) => accountDeletion({ ...context, eraseAt: erase_at, settings }))
  return profile
})

/**
 * Rejects the last active owner of a shared organization and the last administrator. Suspended or closed accounts don't
 * count.
 */
async function requireSuccessors(db: Queries, userId: string): Promise<void> {
  const isActive = sql`u.id <> ${userId} and u.erase_at is null and u.suspended_at is null`
  const [ownerless] = await db.run<{ name: string }>(
    sql`select o.name from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = ${userId} and m.role = 'owner'
        and exists (select 1 from memberships e where e.organization_id = o.id and e.user_id <> ${userId})
        and not exists (select 1 from memberships e join users u on u.id = e.user_id
                         where e.organization_id = o.id and e.role = 'owner' and ${isActive})
      order by o.name limit 1`,
  )
  if (ownerless) reject('last_owner', { organization: ownerless.name })
  const [administrator] = await db.run(
    sql`select 1 from users where id = ${userId} and role = 'admin'
        and exists (select 1 from users u where u.id <> ${userId} and u.erased_at is null)`,
  )
  if (administrator && !(await hasOtherAdministrator(db, userId))) reject('last_admin')
}

export const keepAccount = operation({
  id: 'accounts.keep',
  summary: 'Cancel the scheduled erasure of your account. Revoked keys stay revoked.',
  http: 'POST /api/settings/account/keep',
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: Profile,
}).run(async (ctx) => {
  const user = await lockUser(ctx.db, ctx.user.id)
  // After this time, the erasure may have started here or at the auth backend.
  if (user.erase_at && Date.parse(user.erase_at) <= databaseNow()) reject('erasure_due')
  return changeUser(ctx, user, { erase_at: null }, 'user.kept')
})

import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import type { Queries } from '../../database/connect.ts'
import { appLink } from '../../email/app-link.ts'
import { accountDeletion } from '../../email/notices.ts'
import { notify } from '../../email/notify.ts'
import { asPersonRecently } from '../../operations/access.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { revokeAll } from '../credentials/revoke-all.ts'
import { endSessions } from './login-session.ts'
import { changeUser, lockUser, profileFromRow } from './profile.ts'
import { callingPerson } from './record-own.ts'
import { Profile } from './user.ts'

export const graceDays = 7

export const deleteAccount = operation({
  id: 'accounts.delete',
  summary: `Have the account erased in ${graceDays} days. Keys stop at once; signing in again can keep the account.`,
  http: 'DELETE /api/settings/account',
  access: asPersonRecently,
  destructive: true,
  input: z.object({ confirm: z.string().max(100).describe('Your username, to show that you mean it.') }),
  output: Profile,
}).run(async (ctx, input) => {
  // Of two owners, or two administrators, who leave at the same moment, the second sees that the first has gone.
  await ctx.db.run('select pg_advisory_xact_lock(7264829003)')
  const user = await lockUser(ctx.db, ctx.user.id)
  if (input.confirm !== user.username) rejectField('confirm', 'This is not your username.')
  if (user.erase_at) return profileFromRow(user)
  await requireReplaceable(ctx.db, user.id)

  const erase_at = new Date(databaseNow() + graceDays * 86_400_000).toISOString()
  const profile = await changeUser(ctx, user, { erase_at }, 'user.closed')
  await revokeAll(ctx, callingPerson(ctx))
  await endSessions(ctx, callingPerson(ctx), { except: ctx.caller.credentialId })
  const settings = appLink(ctx.app.config, '/settings/account')
  await notify(ctx, user.email, (happened) => accountDeletion({ ...happened, eraseAt: erase_at, settings }))
  return profile
})

/** Nobody leaves others without anyone who can decide. Whoever is leaving too, or is suspended, does not count. */
async function requireReplaceable(db: Queries, userId: string): Promise<void> {
  const remain = `u.id <> $1 and u.erase_at is null and u.suspended_at is null`
  const [abandoned] = await db.run<{ name: string }>(
    `select o.name from memberships m join organizations o on o.id = m.organization_id
      where m.user_id = $1 and m.role = 'owner'
        and exists (select 1 from memberships e where e.organization_id = o.id and e.user_id <> $1)
        and not exists (select 1 from memberships e join users u on u.id = e.user_id
                         where e.organization_id = o.id and e.role = 'owner' and ${remain})
      order by o.name limit 1`,
    [userId],
  )
  if (abandoned) reject('last_owner', { organization: abandoned.name })
  const [alone] = await db.run(
    `select 1 from users where id = $1 and role = 'admin'
        and exists (select 1 from users u where u.id <> $1 and u.erased_at is null)
        and not exists (select 1 from users u where u.role = 'admin' and ${remain})`,
    [userId],
  )
  if (alone) reject('last_admin')
}

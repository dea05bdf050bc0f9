import { sql } from '../../../database/sql.ts'
import { appLink } from '../../../email/app-link.ts'
import { passwordChanged } from '../../../email/notices.ts'
import { notify } from '../../../email/notify.ts'
import type { Context } from '../../../operations/context.ts'
import { revokeAll } from '../credentials/revoke-all.ts'
import type { NewLogin } from '../../../operations/auth-backend.ts'
import { addIdentity } from './identity.ts'
import { type Person, recordOwn } from '../../../operations/record-own.ts'

/** Stores a new password and notifies the owner by email, in case an attacker changed it. */
export async function storePassword(
  ctx: Context,
  account: Person & { username: string; email: string },
  { passwordHash, identity }: NewLogin,
  { revokeCredentials }: { revokeCredentials: boolean },
): Promise<void> {
  await ctx.db.run(
    sql`update users set password_hash = ${passwordHash}, version = version + 1, updated_at = now() where id = ${account.id}`,
  )
  if (identity) await addIdentity(ctx, account, identity)
  // Links sent earlier must not change the password again.
  await ctx.db.run(
    sql`delete from mail_tokens where user_id = ${account.id} and purpose in ('reset_password', 'magic_link')`,
  )
  recordOwn(ctx, account, 'password.changed', { kind: 'user', id: account.id, key: account.username })
  if (revokeCredentials) await revokeAll(ctx, account)
  const notice = { reset: appLink(ctx.app.config, '/forgot-password'), credentialsRevoked: revokeCredentials }
  await notify(ctx, account.email, (context) => passwordChanged({ ...context, ...notice }))
}

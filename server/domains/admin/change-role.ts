import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { hasOtherAdministrator } from '../auth/accounts/administrators.ts'
import { type Ending, endImpersonationsBy } from '../auth/accounts/login-session.ts'
import { type LockedUser, asPersonOf } from './user.ts'

/** Changes the role of a locked user, under the lock on administrators. Rejects the removal of the last one. */
export async function changeRole(
  ctx: Ending,
  target: LockedUser,
  role: 'user' | 'admin',
  reason: string | undefined,
): Promise<void> {
  const isDemoted = role === 'user'
  if (isDemoted && !(await hasOtherAdministrator(ctx.db, target.id))) reject('last_admin')
  if (isDemoted) await endImpersonationsBy(ctx, target.id)
  await ctx.db.run(
    sql`update users set role = ${role}, version = version + 1, updated_at = now() where id = ${target.id}`,
  )
  recordOwn(
    ctx,
    asPersonOf(target),
    isDemoted ? 'user.demoted' : 'user.promoted',
    { kind: 'user', id: target.id, key: target.username },
    reason ? { reason } : undefined,
    { version: target.version + 1, changes: { role: { from: target.role, to: role } } },
  )
}

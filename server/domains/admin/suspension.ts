import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'
import { platformAdmin } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { hasOtherAdministrator, lockAdministrators } from '../auth/accounts/administrators.ts'
import { User, publicUser } from '../auth/accounts/user.ts'
import { type LockedUser, lockUser, reason, userRef } from './user.ts'

const input = z.object({ user: userRef, reason: reason.optional() })
const output = User.extend({ suspendedAt: z.iso.datetime().nullable() })

export const suspendUser = operation({
  id: 'admin.suspendUser',
  summary: 'Suspend a user. Blocks all their requests and streams immediately and deletes nothing.',
  http: 'PATCH /api/admin/users/:user/suspend',
  access: platformAdmin,
  input,
  output,
}).run(async (ctx, given) => {
  await lockAdministrators(ctx.db)
  const target = await lockUser(ctx, given.user)
  if (target.id === ctx.user.id) reject('not_oneself')
  if (target.suspended_at) return toOutput(target)
  await requireOtherAdministrator(ctx.db, target)
  ctx.afterCommit(() => {
    ctx.app.bus.revoked(target.id)
    ctx.app.bus.siteChanged()
  })
  return setSuspended(ctx, target, databaseTime(), given.reason)
})

export const unsuspendUser = operation({
  id: 'admin.unsuspendUser',
  summary: 'Unsuspend a user.',
  http: 'PATCH /api/admin/users/:user/unsuspend',
  access: platformAdmin,
  input,
  output,
}).run(async (ctx, given) => {
  const target = await lockUser(ctx, given.user)
  return target.suspended_at ? setSuspended(ctx, target, null, given.reason) : toOutput(target)
})

/** Rejects the suspension of the last administrator. */
export async function requireOtherAdministrator(db: Queries, target: LockedUser): Promise<void> {
  if (target.role === 'admin' && !(await hasOtherAdministrator(db, target.id))) reject('last_admin')
}

/** Suspends or unsuspends a locked user. */
export async function setSuspended(
  ctx: Pick<Context, 'db' | 'record'>,
  target: LockedUser,
  suspendedAt: string | null,
  given: string | undefined,
) {
  await ctx.db.run(
    sql`update users set suspended_at = ${suspendedAt}, version = version + 1, updated_at = now() where id = ${target.id}`,
  )
  ctx.record({
    type: suspendedAt ? 'user.suspended' : 'user.unsuspended',
    subject: { kind: 'user', id: target.id, key: target.username },
    organizationId: null,
    ...(given && { data: { reason: given } }),
  })
  return toOutput({ ...target, suspended_at: suspendedAt })
}

function toOutput(target: LockedUser): z.output<typeof output> {
  return { ...publicUser(target), suspendedAt: target.suspended_at }
}

import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { sql } from '../../database/sql.ts'
import {
  type SignedIn,
  platformAdmin,
  type AccessRule,
  requireRecentSignIn,
} from '../../operations/access.ts'
import type { CallingUser } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { anyUuid } from '../../platform/ids.ts'
import { User, publicUser } from '../auth/accounts/user.ts'
import { endSessions } from '../auth/accounts/login-session.ts'
import { lockSecondFactor, turnOff } from '../auth/second-factor/second-factor.ts'

const userAndReason = z.object({
  user: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .describe('User id, username or email address.')
    .meta({ refers: 'user' }),
  reason: z
    .string()
    .trim()
    .max(1000)
    .optional()
    .describe('Reason, saved in the journal. At most 1,000 characters.'),
})
const output = User.extend({ suspendedAt: z.iso.datetime().nullable() })

export const suspendUser = operation({
  id: 'admin.suspendUser',
  summary: 'Suspend a user. Blocks all their requests and streams immediately and deletes nothing.',
  http: 'PATCH /api/admin/users/:user/suspend',
  access: platformAdmin,
  input: userAndReason,
  output,
}).run(async (ctx, { user: ref, reason }) => {
  const target = await lockUser(ctx, ref)
  if (target.id === ctx.user.id) reject('not_oneself')
  if (target.suspended_at) return toOutput(target)
  ctx.afterCommit(() => ctx.app.bus.revoked(target.id))
  return setSuspended(ctx, target, databaseTime(), reason)
})

export const unsuspendUser = operation({
  id: 'admin.unsuspendUser',
  summary: 'Unsuspend a user.',
  http: 'PATCH /api/admin/users/:user/unsuspend',
  access: platformAdmin,
  input: userAndReason,
  output,
}).run(async (ctx, { user: ref, reason }) => {
  const target = await lockUser(ctx, ref)
  return target.suspended_at ? setSuspended(ctx, target, null, reason) : toOutput(target)
})

export interface UserRow extends CallingUser {
  suspended_at: string | null
}

/** Locks the user and the caller, so that two administrators can't suspend each other concurrently. */
async function lockUser(ctx: Context & SignedIn, ref: string): Promise<UserRow> {
  const condition = anyUuid.test(ref)
    ? sql`id = ${ref}`
    : sql`(username = lower(${ref}) or lower(email) = lower(${ref}))`
  const locked = await ctx.db.run<UserRow>(
    sql`select id, name, username, email, role, suspended_at from users
      where id = ${ctx.user.id} or ${condition} order by id for no key update`,
  )
  const caller = locked.find(({ id }) => id === ctx.user.id)
  if (!caller || caller.suspended_at) reject('suspended')
  if (caller.role !== 'admin') reject('administrators_only')
  return locked.find((target) => matchesRef(target, ref)) ?? reject('not_found', { kind: 'user', ref })
}

function matchesRef({ id, username, email }: UserRow, ref: string): boolean {
  return [id, username, email.toLowerCase()].includes(ref.toLowerCase())
}

async function setSuspended(
  ctx: Context,
  target: UserRow,
  suspendedAt: string | null,
  reason: string | undefined,
) {
  await ctx.db.run(
    sql`update users set suspended_at = ${suspendedAt}, version = version + 1, updated_at = now() where id = ${target.id}`,
  )
  ctx.record({
    type: suspendedAt ? 'user.suspended' : 'user.unsuspended',
    subject: { kind: 'user', id: target.id, key: target.username },
    organizationId: null,
    ...(reason && { data: { reason } }),
  })
  return toOutput({ ...target, suspended_at: suspendedAt })
}

function toOutput(target: UserRow): z.output<typeof output> {
  return { ...publicUser(target), suspendedAt: target.suspended_at }
}

/** Requires a recent sign-in, for operations that weaken the protection of an account. */
const platformAdminRecently: AccessRule<unknown, SignedIn> = {
  ...platformAdmin,
  name: 'platformAdminRecently',
  sentence: 'Administrators of this instance who signed in within the last 60 minutes.',
  recently: true,
  async check(request, input) {
    const granted = await platformAdmin.check(request, input)
    requireRecentSignIn(granted.caller)
    return granted
  },
}

export const resetSecondFactor = operation({
  id: 'admin.resetSecondFactor',
  summary: "Remove a locked-out user's second factor and sign out their devices. They get an email.",
  http: 'POST /api/admin/users/:user/reset-second-factor',
  access: platformAdminRecently,
  destructive: true,
  input: userAndReason,
  output: User,
}).run(async (ctx, { user: ref, reason }) => {
  const target = await lockUser(ctx, ref)
  // Administrators turn off their own second factor in their settings, where the instance can forbid it.
  if (target.id === ctx.user.id) reject('not_oneself')
  const { since } = await lockSecondFactor(ctx.db, target.id)
  if (!since) reject('user_without_second_factor', { user: target.name })
  const owner = { ...target, organization: null }
  await endSessions(ctx, owner)
  await turnOff(ctx, owner, 'reset', reason)
  return publicUser(target)
})

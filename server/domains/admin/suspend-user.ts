import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { type SignedIn, platformAdmin } from '../../operations/access.ts'
import type { CallingUser } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { anyUuid } from '../../platform/ids.ts'
import { User, publicUser } from '../accounts/user.ts'

export const userAndReason = z.object({
  user: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .describe('The person: their id, username or e-mail address.')
    .meta({ refers: 'user' }),
  reason: z.string().trim().max(1000).optional().describe('Why. Kept in the journal.'),
})
const output = User.extend({ suspendedAt: z.iso.datetime().nullable() })

export const suspendUser = operation({
  id: 'admin.suspendUser',
  summary: 'Shut somebody out, everywhere and at once. Nothing of theirs is lost.',
  http: 'PATCH /api/admin/users/:user/suspend',
  access: platformAdmin,
  input: userAndReason,
  output,
}).run(async (ctx, { user: ref, reason }) => {
  const person = await lockUser(ctx, ref)
  if (person.id === ctx.user.id) reject('not_oneself')
  if (person.suspended_at) return answer(person)
  ctx.afterCommit(() => ctx.app.bus.revoked(person.id))
  return setSuspended(ctx, person, databaseTime(), reason)
})

export const unsuspendUser = operation({
  id: 'admin.unsuspendUser',
  summary: 'Let somebody in again who was suspended.',
  http: 'PATCH /api/admin/users/:user/unsuspend',
  access: platformAdmin,
  input: userAndReason,
  output,
}).run(async (ctx, { user: ref, reason }) => {
  const person = await lockUser(ctx, ref)
  return person.suspended_at ? setSuspended(ctx, person, null, reason) : answer(person)
})

export interface UserRow extends CallingUser {
  suspended_at: string | null
}

/** Finds the person, and holds the caller too: of two administrators who suspend each other, one comes too late. */
export async function lockUser(ctx: Context & SignedIn, ref: string): Promise<UserRow> {
  const which = anyUuid.test(ref) ? 'id = $2' : '(username = lower($2) or lower(email) = lower($2))'
  const held = await ctx.db.run<UserRow>(
    `select id, name, username, email, role, suspended_at from users
      where id = $1 or ${which} order by id for no key update`,
    [ctx.user.id, ref],
  )
  const caller = held.find(({ id }) => id === ctx.user.id)
  if (!caller || caller.suspended_at) reject('suspended')
  if (caller.role !== 'admin') reject('administrators_only')
  return held.find((person) => isCalled(person, ref)) ?? reject('not_found', { kind: 'user', ref })
}

function isCalled({ id, username, email }: UserRow, ref: string): boolean {
  return [id, username, email.toLowerCase()].includes(ref.toLowerCase())
}

async function setSuspended(ctx: Context, person: UserRow, to: string | null, reason: string | undefined) {
  await ctx.db.run(
    'update users set suspended_at = $2, version = version + 1, updated_at = now() where id = $1',
    [person.id, to],
  )
  ctx.record({
    type: to ? 'user.suspended' : 'user.unsuspended',
    subject: { kind: 'user', id: person.id, key: person.username },
    organizationId: null,
    ...(reason && { data: { reason } }),
  })
  return answer({ ...person, suspended_at: to })
}

function answer(person: UserRow): z.output<typeof output> {
  return { ...publicUser(person), suspendedAt: person.suspended_at }
}

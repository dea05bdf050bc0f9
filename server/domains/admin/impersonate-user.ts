import { z } from 'zod'
import { databaseNow } from '../../database/clock.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { recordOwn } from '../../operations/record-own.ts'
import { newId } from '../../platform/ids.ts'
import { signImpersonation } from '../auth/accounts/login-session.ts'
import { User, publicUser } from '../auth/accounts/user.ts'
import { asPersonOf, lockUser, platformAdminRecently, reason, userRef } from './user.ts'

const impersonationMinutes = 30

export const impersonateUser = operation({
  id: 'admin.impersonateUser',
  summary: `Impersonate a user for ${impersonationMinutes} minutes. They are notified. Reaches no administration, sign-in methods or keys.`,
  http: 'POST /api/admin/users/:user/impersonate',
  access: platformAdminRecently,
  adds: true,
  input: z.object({
    user: userRef,
    reason: reason.describe('Reason, shown to the user and saved in the journal. At most 1,000 characters.'),
  }),
  output: z.object({
    token: z.string().describe('Send it as "Authorization: Bearer <token>". Sign out with it to end early.'),
    expiresAt: z.iso.datetime(),
    user: User,
  }),
}).run(async (ctx, input) => {
  const target = await lockUser(ctx, input.user)
  if (target.id === ctx.user.id) reject('not_oneself')
  if (target.suspended_at) reject('user_suspended', { user: target.name })
  const id = newId()
  const expiresAt = new Date(databaseNow() + impersonationMinutes * 60_000).toISOString()
  const { userAgent, network } = ctx.request
  await ctx.db.run(
    sql`insert into login_sessions (id, user_id, impersonator_id, impersonation_reason, user_agent, network, expires_at)
     values (${id}, ${target.id}, ${ctx.user.id}, ${input.reason}, ${userAgent.slice(0, 300)}, ${network}, ${expiresAt})`,
  )
  const data = { reason: input.reason, expiresAt }
  recordOwn(ctx, asPersonOf(target), 'impersonation.started', { kind: 'impersonation', id }, data)
  const token = await signImpersonation(ctx.app.secrets, id, expiresAt, {
    user: target,
    impersonator: ctx.user,
  })
  return { token, expiresAt, user: publicUser(target) }
})

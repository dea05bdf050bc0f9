import { z } from 'zod'
import { pageOf } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { asPerson } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceName } from '../../../platform/device-name.ts'
import { type SignInMethod, signInMethods, endSession, endSessions } from '../accounts/login-session.ts'
import { reject } from '../../../errors/errors.ts'
import { forgetDeviceOfLogin } from '../remembered-devices/remembered-device.ts'
import { callingPerson } from '../../../operations/record-own.ts'

/** A signed-in device, or an administrator who impersonates the user. */
export const Login = z
  .object({
    id: z.uuid(),
    device: z.string().describe('Device name from its user agent.'),
    network: z.string().describe('Network address at sign-in.'),
    method: z.enum(signInMethods).describe('Sign-in method.'),
    current: z.boolean().describe('Whether this is the login of the current request.'),
    impersonator: z.string().nullable().describe('Administrator who impersonates the user in this login.'),
    reason: z.string().nullable().describe('Reason of the impersonation.'),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Login' })

export const listLogins = operation({
  id: 'logins.list',
  summary: 'List the devices where you are signed in.',
  http: 'GET /api/settings/sessions',
  shows: ['login'],
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: pageOf(Login),
}).run((ctx) => readLogins(ctx, ctx.user.id))

/** Returns the valid logins of a user, the most recently used first. */
export async function readLogins({ db, caller }: Context, userId: string) {
  const rows = await db.run<LoginRow>(
    sql`select s.id, s.user_agent, s.network, s.method, s.created_at, s.last_seen_at, s.expires_at,
            i.name as impersonator, s.impersonation_reason
       from login_sessions s left join users i on i.id = s.impersonator_id
      where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > now()
      order by s.last_seen_at desc, s.id desc limit 200`,
  )
  const items = rows.map((row) => ({
    id: row.id,
    device: deviceName(row.user_agent),
    network: row.network,
    method: row.method,
    current: caller.kind !== 'anonymous' && row.id === caller.credentialId,
    impersonator: row.impersonator,
    reason: row.impersonation_reason,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }))
  return { items, nextCursor: null }
}

interface LoginRow {
  id: string
  user_agent: string
  network: string
  method: SignInMethod
  created_at: string
  last_seen_at: string
  expires_at: string
  impersonator: string | null
  impersonation_reason: string | null
}

export const revokeLogin = operation({
  id: 'logins.revoke',
  summary: 'Sign out a device. Its token stops working immediately.',
  http: 'DELETE /api/settings/sessions/:login',
  access: asPerson,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({ login: z.string().max(100).describe('Login id.').meta({ refers: 'login' }) }),
  output: z.object({ id: z.uuid(), revoked: z.literal(true) }),
}).run(async (ctx, input) => {
  const ended = await endSession(ctx, callingPerson(ctx), input.login)
  await forgetDeviceOfLogin(ctx, callingPerson(ctx), input.login)
  if (!ended) reject('not_found', { kind: 'login', ref: input.login })
  return { id: input.login, revoked: true as const }
})

export const revokeOthers = operation({
  id: 'logins.revokeOthers',
  summary: 'Sign out every other device and forget all devices remembered for the second factor.',
  http: 'POST /api/settings/sessions/revoke-others',
  access: asPerson,
  destructive: true,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({ revoked: z.literal(true) }),
}).run(async (ctx) => {
  await endSessions(ctx, callingPerson(ctx), { except: ctx.caller.credentialId })
  return { revoked: true as const }
})

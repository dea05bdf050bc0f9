import { type Sql, sql } from '../../../database/sql.ts'
import type { Context, RequestFacts } from '../../../operations/context.ts'
import { newId, randomSecret } from '../../../platform/ids.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { type Person, recordOwn } from '../../../operations/record-own.ts'

/*
 * A browser that passed the second factor and skips it for 30 days. The token is in an HttpOnly cookie. It replaces
 * only the second factor: a sign-in still needs the first one.
 */
const cookie = 'remembered'
const days = 30
// A browser can hold tokens of several accounts. The oldest one is dropped first.
const maxTokens = 5

export async function rememberDevice(ctx: Context, person: Person, loginId: string): Promise<void> {
  const [id, token] = [newId(), randomSecret()]
  const { userAgent, network, cookies } = ctx.request
  await ctx.db.run(
    sql`insert into remembered_devices (id, user_id, hash, user_agent, network, login_id, expires_at)
     values (${id}, ${person.id}, ${hashSecret(token)}, ${userAgent.slice(0, 300)}, ${network}, ${loginId}, now() + ${days} * interval '1 day')`,
  )
  recordOwn(ctx, person, 'remembered_device.added', { kind: 'remembered_device', id })
  const tokens = [token, ...readTokens(ctx.request)].slice(0, maxTokens)
  ctx.afterCommit(() => cookies.set(cookie, tokens.join('.'), days * 86_400))
}

/** Returns the id of this user's remembered device that sent the request. */
export async function findRememberedDevice(ctx: Context, userId: string): Promise<string | undefined> {
  const tokens = readTokens(ctx.request)
  if (tokens.length === 0) return undefined
  const [device] = await ctx.db.run<{ id: string }>(
    sql`select id from remembered_devices where user_id = ${userId} and hash = any(${tokens.map(hashSecret)}::bytea[]) and expires_at > now()`,
  )
  return device?.id
}

export async function noteUse(ctx: Context, id: string, loginId: string): Promise<void> {
  await ctx.db.run(
    sql`update remembered_devices set last_used_at = now(), login_id = ${loginId} where id = ${id}`,
  )
}

/** Forgets the device that sent the request, so that the next sign-in there asks for the second factor. */
export function forgetThisDevice(ctx: Context, person: Person): Promise<number> {
  return forgetWhere(ctx, person, sql`hash = any(${readTokens(ctx.request).map(hashSecret)}::bytea[])`)
}

export function forgetDevices(ctx: Context, person: Person): Promise<number> {
  return forgetWhere(ctx, person, sql`true`)
}

export function forgetDevice(ctx: Context, person: Person, id: string): Promise<number> {
  return forgetWhere(ctx, person, sql`id::text = ${id}`)
}

/** Forgets the device on which a login session was started. */
export function forgetDeviceOfLogin(ctx: Context, person: Person, loginId: string): Promise<number> {
  return forgetWhere(ctx, person, sql`login_id::text = ${loginId}`)
}

async function forgetWhere(ctx: Context, person: Person, condition: Sql): Promise<number> {
  const forgotten = await ctx.db.run<{ id: string }>(
    sql`delete from remembered_devices where user_id = ${person.id} and ${condition} returning id`,
  )
  for (const { id } of forgotten)
    recordOwn(ctx, person, 'remembered_device.removed', { kind: 'remembered_device', id })
  return forgotten.length
}

function readTokens({ cookies }: RequestFacts): string[] {
  const tokens = (cookies.get(cookie) ?? '').split('.')
  return tokens.filter((token) => token !== '').slice(0, maxTokens)
}

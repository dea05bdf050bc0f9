import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { anyone, asPerson, asPersonRecently } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { newId, randomSecret } from '../../../platform/ids.ts'
import { deviceName } from '../../../platform/device-name.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { computeUserCodeMac, createUserCode, requireApproval, consumeApproved } from './device-request.ts'
import { reject, rejectOverLimit } from '../../../errors/errors.ts'
import { databaseNow } from '../../../database/clock.ts'
import { scopes } from '../../../operations/caller.ts'
import { findAccount, signInFully } from '../accounts/account.ts'
import { SignedInResponse } from '../accounts/user.ts'

const lifetimeSeconds = 600
const interval = 5
// Users see this text when they decide, so it must not contain control or formatting characters.
const visibleText = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{C}+$/u, 'Use visible characters only.')

export const requestDeviceFlow = operation({
  id: 'deviceFlow.request',
  summary: 'Request a code to sign in a device without a browser (RFC 8628).',
  http: 'POST /api/auth/device/request',
  access: anyone,
  limit: 'network',
  form: true,
  input: z.object({
    client_id: visibleText
      .max(200)
      .optional()
      .describe('Client id, at most 200 characters. Clients need no registration.'),
    scope: z.string().max(1000).optional().describe('Ignored. A login has all permissions of its user.'),
    client: visibleText
      .max(120)
      .optional()
      .describe('Name that the user recognises, such as "Baton CLI on laptop".'),
  }),
  // Uses the names of RFC 8628, section 3.2.
  output: z.object({
    device_code: z.string().describe('Secret to poll with. Do not show it.'),
    user_code: z.string().describe('Code to show. The user checks or types it.'),
    verification_uri: z.url().describe('URL that the user opens.'),
    verification_uri_complete: z.url().describe('URL that includes the code, to open or scan.'),
    expires_in: z.int().describe('Seconds until the codes expire.'),
    interval: z.int().describe('Minimum seconds between polls.'),
  }),
}).run(async (ctx, input) => {
  const deviceCode = randomSecret()
  const userCode = await storeRequest(ctx, deviceCode, input)
  const page = `${ctx.app.config.APP_URL}/device`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    // Browsers don't send the fragment to servers, so the code appears in no log where others could claim it.
    verification_uri_complete: `${page}#code=${userCode}`,
    expires_in: lifetimeSeconds,
    interval,
  }
})

async function storeRequest(
  ctx: Context,
  deviceCode: string,
  { client_id: clientId, client }: { client_id?: string; client?: string },
): Promise<string> {
  const { userAgent, network } = ctx.request
  for (let attempt = 0; attempt < 5; attempt++) {
    const userCode = createUserCode()
    const stored = await ctx.db.run(
      sql`insert into device_requests
         (id, device_hash, user_code_mac, client_id, client, network, user_agent, interval_seconds, expires_at)
       values (${newId()}, ${hashSecret(deviceCode)}, ${computeUserCodeMac(ctx.app.secrets, userCode)},
         ${clientId ?? null}, ${client ?? clientId ?? deviceName(userAgent)}, ${network}, ${userAgent.slice(0, 300)},
         ${interval}, now() + ${lifetimeSeconds} * interval '1 second')
       on conflict do nothing returning 1`,
    )
    if (stored.length === 1) return userCode
  }
  throw new Error('No free user code found.')
}

/** The lookups per minute and account: enough for a user who reads a code, too few to guess one. */
const maxLookups = 5

const userCode = z.string().max(40).describe('Code that the device shows, in any spelling.')

export const claimDeviceFlow = operation({
  id: 'deviceFlow.claim',
  summary: 'Show the device that asks to sign in. From then on, only your account can approve it.',
  http: 'POST /api/auth/device/claim',
  access: asPerson,
  limit: 'network',
  input: z.object({ userCode }),
  output: z.object({
    client: z.string().describe('Name that the program gave.'),
    device: z.string().describe('Device name from its user agent.'),
    network: z.string().describe('Network address of the device.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
  prepare: async ({ app, user }) => {
    // Counts per account, because an account can have many logins.
    rejectOverLimit(await app.rateLimits.countExactly(`guess user code ${user.id}`, maxLookups))
    return {}
  },
}).run(async (ctx, input) => {
  const [request] = await ctx.db.run<ClaimedRow>(
    sql`update device_requests set claimed_by = ${ctx.user.id}
      where user_code_mac = ${computeUserCodeMac(ctx.app.secrets, input.userCode)} and status = 'pending' and expires_at > now()
        and (claimed_by is null or claimed_by = ${ctx.user.id})
      returning client, user_agent, network, created_at, expires_at`,
  )
  if (!request) reject('not_found', { kind: 'device code', ref: input.userCode })
  return {
    client: request.client,
    device: deviceName(request.user_agent),
    network: request.network,
    createdAt: request.created_at,
    expiresAt: request.expires_at,
  }
})

interface ClaimedRow {
  client: string
  user_agent: string
  network: string
  created_at: string
  expires_at: string
}

export const approveDeviceFlow = operation({
  id: 'deviceFlow.approve',
  summary: 'Approve or deny the sign-in of a device that you claimed with its code.',
  http: 'POST /api/auth/device/approve',
  access: asPersonRecently,
  input: z.object({
    userCode,
    approve: z
      .boolean()
      .default(true)
      .describe('Whether to sign it in. Default true; false denies it permanently.'),
  }),
  output: z.object({ approved: z.boolean() }),
}).run(async (ctx, input) => {
  // Only the user who claimed the code can decide. Other users get the same response as for an unknown code.
  const decided = await ctx.db.run(
    sql`update device_requests set status = ${input.approve ? 'approved' : 'denied'},
      second_factor_at = ${ctx.caller.secondFactor ? ctx.caller.signedInAt : null}
      where user_code_mac = ${computeUserCodeMac(ctx.app.secrets, input.userCode)} and claimed_by = ${ctx.user.id}
        and status = 'pending' and expires_at > now() returning 1`,
  )
  if (decided.length === 0) reject('not_found', { kind: 'device code', ref: input.userCode })
  return { approved: input.approve }
})

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

export const pollDeviceFlow = operation({
  id: 'deviceFlow.poll',
  summary: 'Poll for approval of a device. Once the user approves it, returns a login (RFC 8628).',
  http: 'POST /api/auth/device/poll',
  access: anyone,
  form: true,
  input: z.object({
    device_code: z.string().max(200).describe('The device_code of the request.'),
    grant_type: z.string().max(200).optional().describe(`Optional. If set, must be ${grantType}.`),
    client_id: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('Must match the client_id of the request, if both are set.'),
  }),
  // The response of RFC 6749, section 5.1, plus the fields of every other sign-in method.
  output: z.object({
    access_token: z.string().describe('Send it as "Authorization: Bearer <token>".'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Lifetime in seconds.'),
    scope: z.string().describe('Granted scopes.'),
    ...SignedInResponse.omit({ token: true }).shape,
  }),
  prepare: async ({ app }, input) => {
    if (input.grant_type !== undefined && input.grant_type !== grantType) reject('unsupported_grant_type')
    await requireApproval(app.database, input.device_code, input.client_id)
    return {}
  },
}).run(async (ctx, input) => {
  const { userId, secondFactorAt } = await consumeApproved(ctx.db, input.device_code)
  const account = await findAccount(ctx.db, { id: userId })
  // OAuth clients know this code, but not "suspended".
  if (!account || account.suspended_at) reject('access_denied')
  // The approving user has passed the second factor, so the login inherits that time.
  const { token, ...login } = await signInFully(ctx, account, { method: 'device', secondFactorAt })
  const seconds = Math.floor((Date.parse(login.expiresAt) - databaseNow()) / 1000)
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: seconds,
    scope: scopes.join(' '),
    ...login,
  }
})

import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { newId, randomSecret } from '../../platform/ids.ts'
import { deviceName } from '../../platform/device-name.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { computeUserCodeMac, createUserCode } from './user-code.ts'

const lifetime = 600
const interval = 5
// Somebody is shown it when they decide: it must not steer how it is shown.
const visible = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{C}+$/u, 'Use visible characters alone.')

export const requestDeviceFlow = operation({
  id: 'deviceFlow.request',
  summary: 'Ask for a code with which a person signs a device in that has no browser (RFC 8628).',
  http: 'POST /api/auth/device/request',
  access: anyone,
  limit: 'network',
  form: true,
  input: z.object({
    client_id: visible
      .max(200)
      .optional()
      .describe('What the program calls itself. Nothing needs to be registered.'),
    scope: z.string().max(1000).optional().describe('Taken and ignored: a login may do all its person may.'),
    client: visible
      .max(120)
      .optional()
      .describe('What the person will recognise it by: "Baton CLI on laptop".'),
  }),
  // The names are those of RFC 8628, 3.2.
  output: z.object({
    device_code: z.string().describe('The secret to poll with. It is shown to nobody.'),
    user_code: z.string().describe('Show it: the person checks or types it.'),
    verification_uri: z.url().describe('Where the person goes.'),
    verification_uri_complete: z.url().describe('The same with the code in it, to be opened or scanned.'),
    expires_in: z.int().describe('Seconds until the codes run out.'),
    interval: z.int().describe('Seconds to wait between polls, at least.'),
  }),
}).run(async (ctx, input) => {
  const deviceCode = randomSecret()
  const userCode = await keepRequest(ctx, deviceCode, input)
  const page = `${ctx.app.config.APP_URL}/device`
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    // A browser sends the fragment to no server, so the code is in no log and nobody else can claim it from there.
    verification_uri_complete: `${page}#code=${userCode}`,
    expires_in: lifetime,
    interval,
  }
})

async function keepRequest(
  ctx: Context,
  deviceCode: string,
  { client_id: clientId, client }: { client_id?: string; client?: string },
): Promise<string> {
  const { userAgent, network } = ctx.request
  for (let attempt = 0; attempt < 5; attempt++) {
    const userCode = createUserCode()
    const kept = await ctx.db.run(
      `insert into device_requests
         (id, device_hash, user_code_mac, client_id, client, network, user_agent, interval_seconds, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 second')
       on conflict do nothing returning 1`,
      [
        ...[newId(), hashSecret(deviceCode), computeUserCodeMac(ctx.app.secrets, userCode)],
        ...[clientId ?? null, client ?? clientId ?? deviceName(userAgent), network],
        ...[userAgent.slice(0, 300), interval, lifetime],
      ],
    )
    if (kept.length === 1) return userCode
  }
  throw new Error('No user code was free.')
}

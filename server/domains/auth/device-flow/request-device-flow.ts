import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { anyone } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { newId, randomSecret } from '../../../platform/ids.ts'
import { deviceName } from '../../../platform/device-name.ts'
import { hashSecret } from '../accounts/email-tokens.ts'
import { computeUserCodeMac, createUserCode } from './user-code.ts'

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

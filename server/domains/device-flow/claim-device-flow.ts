import { z } from 'zod'
import { asPerson } from '../../operations/access.ts'
import { reject, rejectOverLimit } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { deviceName } from '../../platform/device-name.ts'
import { computeUserCodeMac } from './user-code.ts'

/** Five looks a minute are plenty for whoever reads a code from a screen, and lead nowhere for whoever searches one. */
const looks = 5

export const userCode = z.string().max(40).describe('The code that the device shows, however it is typed.')

export const claimDeviceFlow = operation({
  id: 'deviceFlow.claim',
  summary: 'Show which device asks to be signed in. From then on only this account can answer it.',
  http: 'POST /api/auth/device/claim',
  access: asPerson,
  limit: 'network',
  input: z.object({ userCode }),
  output: z.object({
    client: z.string().describe('What the program says it is.'),
    device: z.string().describe('What the device says it is.'),
    network: z.string().describe('Where it asks from.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
  prepare: async ({ app, user }) => {
    // Counted for the account and not for the login, of which it can have many.
    rejectOverLimit(await app.rateLimits.countExactly(`guess user code ${user.id}`, looks))
    return {}
  },
}).run(async (ctx, input) => {
  const [request] = await ctx.db.run<ClaimedRow>(
    `update device_requests set claimed_by = $2
      where user_code_mac = $1 and status = 'pending' and expires_at > now()
        and (claimed_by is null or claimed_by = $2)
      returning client, user_agent, network, created_at, expires_at`,
    [computeUserCodeMac(ctx.app.secrets, input.userCode), ctx.user.id],
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

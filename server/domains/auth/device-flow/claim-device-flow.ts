import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { reject, rejectOverLimit } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { deviceName } from '../../../platform/device-name.ts'
import { computeUserCodeMac } from './user-code.ts'

/** The lookups per minute and account: enough for a user who reads a code, too few to guess one. */
const maxLookups = 5

export const userCode = z.string().max(40).describe('Code that the device shows, in any spelling.')

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

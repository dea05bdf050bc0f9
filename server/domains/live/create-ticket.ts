import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { TicketHolder } from '../auth/credentials/authenticate.ts'
import { hashSecret } from '../auth/accounts/email-tokens.ts'
import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { randomSecret } from '../../platform/ids.ts'
import { inVisibleProjects } from '../projects/access.ts'

const lifetimeSeconds = 60

/** Stores a ticket and returns its expiry time. */
async function storeTicket(
  db: Queries,
  ticket: string,
  caller: KnownCaller,
  organizationId: string,
): Promise<string> {
  const isLogin = caller.signedInAt !== null
  const [row] = await db.run<{ expires_at: string }>(
    sql`insert into live_tickets (hash, login_id, credential_id, organization_id, expires_at)
     values (${hashSecret(ticket)}, ${isLogin ? caller.credentialId : null}, ${isLogin ? null : caller.credentialId}, ${organizationId}, now() + ${lifetimeSeconds} * interval '1 second') returning expires_at`,
  )
  return row!.expires_at
}

/** Consumes a ticket atomically: only one of several concurrent requests gets it. */
export async function consumeTicket(db: Queries, ticket: string): Promise<TicketHolder | undefined> {
  const [row] = await db.run<TicketHolder & { valid: boolean }>(
    sql`delete from live_tickets where hash = ${hashSecret(ticket)}
     returning login_id, credential_id, organization_id, expires_at > now() as valid`,
  )
  return row?.valid ? row : undefined
}

export const createTicket = operation({
  id: 'live.createTicket',
  summary:
    'Create a one-time ticket, valid for a minute, to open a live connection. Keeps credentials out of the URL.',
  http: 'POST /api/ws/ticket',
  access: inVisibleProjects,
  created: true,
  input: z.object({}),
  output: z.object({
    ticket: z.string().describe('Single-use ticket for /api/ws?ticket=….'),
    expiresAt: z.iso.datetime(),
  }),
}).run(async ({ db, caller, organization }) => {
  const ticket = randomSecret()
  return { ticket, expiresAt: await storeTicket(db, ticket, caller, organization.id) }
})

import type { Queries } from '../../database/connect.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import { hashSecret } from '../accounts/email-tokens.ts'

const seconds = 60

/** Whose a ticket is: the login, or the key or token, that asked for it, and the organization that it was asked in. */
export interface TicketHolder {
  login_id: string | null
  credential_id: string | null
  organization_id: string
}

/** Answers when it ends. */
export async function storeTicket(
  db: Queries,
  ticket: string,
  caller: KnownCaller,
  organizationId: string,
): Promise<string> {
  const byLogin = caller.signedInAt !== null
  const [kept] = await db.run<{ expires_at: string }>(
    `insert into live_tickets (hash, login_id, credential_id, organization_id, expires_at)
     values ($1, $2, $3, $4, now() + $5 * interval '1 second') returning expires_at`,
    [
      hashSecret(ticket),
      byLogin ? caller.credentialId : null,
      byLogin ? null : caller.credentialId,
      organizationId,
      seconds,
    ],
  )
  return kept!.expires_at
}

/** Uses a ticket up: of many who come with it at the same time, one gets in. */
export async function consumeTicket(db: Queries, ticket: string): Promise<TicketHolder | undefined> {
  const [taken] = await db.run<TicketHolder & { valid: boolean }>(
    `delete from live_tickets where hash = $1
     returning login_id, credential_id, organization_id, expires_at > now() as valid`,
    [hashSecret(ticket)],
  )
  return taken?.valid ? taken : undefined
}

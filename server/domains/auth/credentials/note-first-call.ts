import { appendJournal } from '../../../database/journal.ts'
import { sql } from '../../../database/sql.ts'
import { type KnownCaller, actorOf } from '../../../operations/caller.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import { liveIdOf } from '../../organizations/sandbox/sandbox.ts'
import { cutText } from '../../../platform/cut-text.ts'

/** Records the first tool call of a token. The user who created it waits to see that the agent is connected. */
export async function noteFirstCall(
  app: App,
  caller: KnownCaller,
  client: string | null,
  { id: requestId }: RequestFacts,
): Promise<void> {
  const { credentialId, credentialName, organization, user } = caller
  const organizationToNotify = await app.database.transaction(async (db) => {
    const [first] = await db.run(
      sql`update credentials set first_call_at = now(), client = ${client && cutText(client, 120)}
        where id = ${credentialId} and first_call_at is null returning id`,
    )
    if (!first) return undefined
    // A token always has an organization.
    const organizationId = await liveIdOf(db, organization!)
    const subject = { kind: 'mcp_token', id: credentialId, key: credentialName }
    const entry = { subject, organizationId, privateTo: user.id, data: { client } }
    await appendJournal(db, actorOf(caller), requestId, [{ type: 'mcp_token.connected', ...entry }])
    return organizationId
  })
  if (organizationToNotify) app.bus.journalGrew([organizationToNotify])
}

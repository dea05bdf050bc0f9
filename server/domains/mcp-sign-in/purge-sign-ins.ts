import type { Database } from '../../database/connect.ts'
import { purgeClients } from './clients.ts'

/** What has run out, and what nobody can use any more because its credential is over. */
export async function purgeSignIns(database: Database): Promise<void> {
  // Somebody allowed it, but the client never came for it: there is nothing to remember.
  await database.run(
    `delete from credentials c using mcp_oauth_artifacts a
      where a.kind = 'Grant' and a.credential_id = c.id and c.last_used_at is null
        and c.expires_at < now() - interval '1 day'`,
  )
  await database.run(
    `delete from mcp_oauth_artifacts a using credentials c
      where c.id = a.credential_id and (c.revoked_at is not null or c.expires_at < now())`,
  )
  await database.run(`delete from mcp_oauth_artifacts where expires_at < now() - interval '1 hour'`)
  await purgeClients(database)
}

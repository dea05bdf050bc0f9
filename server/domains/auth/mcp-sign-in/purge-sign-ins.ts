import type { Database } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { purgeClients } from './clients.ts'

/** Deletes expired records, records of inactive credentials, and unused clients. */
export async function purgeSignIns(database: Database): Promise<void> {
  // The user allowed the client, but it never fetched a token.
  await database.run(
    sql`delete from credentials c using mcp_oauth_artifacts a
      where a.kind = 'Grant' and a.credential_id = c.id and c.last_used_at is null
        and c.expires_at < now() - interval '1 day'`,
  )
  await database.run(
    sql`delete from mcp_oauth_artifacts a using credentials c
      where c.id = a.credential_id and (c.revoked_at is not null or c.expires_at < now())`,
  )
  await database.run(sql`delete from mcp_oauth_artifacts where expires_at < now() - interval '1 hour'`)
  await purgeClients(database)
}

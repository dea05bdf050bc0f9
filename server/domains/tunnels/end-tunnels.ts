import type { Queries } from '../../database/connect.ts'
import type { Entry } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { recordRun, recordTunnel } from './record-events.ts'
import type { RunRow, TunnelRow } from './tables.ts'

/**
 * Revokes the machines of a departing member, and ends their runs. Returns the journal entries to record. The caller
 * announces the departure on the bus, and the nodes close the connections.
 */
export async function endTunnels(db: Queries, organizationIds: string[], userId: string): Promise<Entry[]> {
  const entries: Entry[] = []
  const record = (entry: Entry) => void entries.push(entry)
  const tunnels = await db.run<TunnelRow>(
    sql`update tunnels set revoked_at = now(), token_hash = null, nonce_hash = null, nonce_expires_at = null,
            connection_id = null, version = version + 1, updated_at = now()
      where organization_id = any(${organizationIds}) and user_id = ${userId} and revoked_at is null returning *`,
  )
  for (const tunnel of tunnels) {
    const runs = await db.run<RunRow>(
      sql`update tunnel_runs set state = case when dispatched_at is null then 'cancelled' else 'lost' end,
              reason = 'The owner of the machine left the organization.', ended_at = now()
        where tunnel_id = ${tunnel.id} and ended_at is null returning *`,
    )
    for (const run of runs) recordRun({ record }, 'tunnel_run.ended', tunnel, run)
    recordTunnel({ record }, 'tunnel.revoked', tunnel)
  }
  return entries
}

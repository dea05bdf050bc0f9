import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { isConnectable, joinOwner } from '../../domains/tunnels/find-machine.ts'
import { statusSql } from '../../domains/tunnels/tunnel.ts'

/** Returns the current connection of a machine, at whichever node it is. */
export async function connectionOf(db: Queries, tunnelId: string): Promise<string | undefined> {
  const [row] = await db.run<{ connection_id: string }>(
    sql`select connection_id from tunnels t where id = ${tunnelId} and ${statusSql} = 'online'`,
  )
  return row?.connection_id
}

export interface ValidTunnel {
  connection_id: string | null
  token_hash: Buffer
}

/** Returns the tunnels among `ids` whose machines can still connect. */
export async function findValidTunnels(db: Queries, ids: string[]): Promise<Map<string, ValidTunnel>> {
  const rows = await db.run<ValidTunnel & { id: string }>(
    sql`select t.id, t.connection_id, t.token_hash from tunnels t ${joinOwner}
      where t.id = any(${ids}::uuid[]) and ${isConnectable}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the tunnels among `ids` with runs that have not ended. */
export async function withUnfinishedRuns(db: Queries, ids: string[]): Promise<string[]> {
  const rows = await db.run<{ tunnel_id: string }>(
    sql`select distinct tunnel_id from tunnel_runs where tunnel_id = any(${ids}::uuid[]) and ended_at is null`,
  )
  return rows.map(({ tunnel_id }) => tunnel_id)
}

/** Returns the stored end of the output of a run, and the size of the whole output. */
export async function readTail(
  db: Queries,
  tunnelId: string,
  run: string,
): Promise<{ output: Buffer; bytes: number } | undefined> {
  const [row] = await db.run<{ output: string; output_bytes: string }>(
    sql`select output, output_bytes from tunnel_runs where tunnel_id = ${tunnelId} and id = ${run}`,
  )
  return row && { output: Buffer.from(row.output), bytes: Number(row.output_bytes) }
}

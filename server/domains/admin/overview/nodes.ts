import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { nodeIsAlive } from '../../../database/node-heartbeat.ts'
import { sql } from '../../../database/sql.ts'

export const Node = z.object({
  id: z.uuid(),
  name: z.string().describe('Host name and process id.'),
  version: z.string(),
  alive: z.boolean().describe('False without a heartbeat in the last 90 seconds. Removed after a day.'),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime().describe('Time of the last heartbeat. Nodes send one every 30 seconds.'),
  cpu: z.number().describe('CPU time since the heartbeat before, as a share of one core: 0.5 is 50 percent.'),
  memoryBytes: z.int(),
  loadAverage: z.number().describe('Load average of the machine in the last minute.'),
  cores: z.int(),
  requestsPerMinute: z.number(),
  disk: z
    .object({ freeBytes: z.int(), totalBytes: z.int() })
    .nullable()
    .describe('Disk of the data folder. Null if the system does not report it.'),
})

interface NodeRow extends Omit<z.output<typeof Node>, 'disk'> {
  diskFree: number | null
  diskTotal: number | null
}

export async function readNodes(db: Queries): Promise<z.output<typeof Node>[]> {
  const rows = await db.run<NodeRow>(
    sql`select n.id, n.name, n.version, ${nodeIsAlive} as alive, n.started_at as "startedAt", n.seen_at as "seenAt",
          n.cpu::float8 as cpu, n.memory_bytes::float8 as "memoryBytes", n.load_average::float8 as "loadAverage",
          n.cores, n.requests_per_minute::float8 as "requestsPerMinute",
          n.disk_free_bytes::float8 as "diskFree", n.disk_total_bytes::float8 as "diskTotal"
     from nodes n order by n.started_at, n.id`,
  )
  return rows.map(({ diskFree, diskTotal, ...node }) => ({
    ...node,
    disk: diskFree === null || diskTotal === null ? null : { freeBytes: diskFree, totalBytes: diskTotal },
  }))
}

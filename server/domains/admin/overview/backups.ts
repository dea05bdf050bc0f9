import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { App } from '../../../operations/context.ts'

const maxBackups = 10

export const Backups = z.object({
  scheduled: z.boolean().describe('Whether this node saves scheduled backups (BACKUP_DIR).'),
  intervalHours: z.number().nullable().describe('Hours between scheduled backups. Null without a schedule.'),
  failed: z.boolean().describe('Whether the last scheduled backup of this node failed.'),
  newestAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'Time of the newest known backup. Null if none is known. Copies by other programs are not known.',
    ),
  items: z
    .array(
      z.object({
        at: z.iso.datetime(),
        source: z.enum(['schedule', 'command']).describe('"command" is npm run backup.'),
        rows: z.int(),
        bytes: z.int().nullable().describe('Size of the file. Null if a client of the server wrote it.'),
      }),
    )
    .describe(`Backups in the journal, newest first, at most ${maxBackups}. Files may be deleted since.`),
})

type Item = z.output<typeof Backups>['items'][number]

/**
 * Returns the backups that Baton saved. The journal has those of all nodes; the backup folder also has scheduled ones
 * from before they were recorded.
 */
export async function readBackups(
  { backups, config }: Pick<App, 'backups' | 'config'>,
  db: Queries,
): Promise<z.output<typeof Backups>> {
  const rows = await db.run<{ at: string; data: Omit<Item, 'at'> }>(
    sql`select at, data from journal where organization_id is null and type = 'backup.saved'
      order by journal.xid desc, journal.seq desc limit ${maxBackups}`,
  )
  const items = rows.map(({ at, data: { source, rows: saved, bytes } }) => ({
    at,
    source,
    rows: saved,
    bytes,
  }))
  const status = backups.status()
  const times = [items[0]?.at, status?.lastGoodAt].filter((at) => typeof at === 'string')
  return {
    scheduled: status !== undefined,
    intervalHours: status ? config.BACKUP_INTERVAL : null,
    failed: status?.status === 'failed',
    newestAt: times.toSorted().at(-1) ?? null,
    items,
  }
}

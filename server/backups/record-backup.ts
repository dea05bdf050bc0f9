import { system } from '../database/actor.ts'
import type { Database } from '../database/connect.ts'
import { appendJournal } from '../database/journal.ts'
import { newId } from '../platform/ids.ts'

/** Records in the journal that a copy of all data was saved, so that administrators see its age. */
export async function recordBackup(
  database: Database,
  source: 'schedule' | 'command',
  rows: number,
  bytes: number | null,
): Promise<void> {
  const subject = { kind: 'backup', id: newId() }
  const entry = {
    type: 'backup.saved' as const,
    subject,
    organizationId: null,
    data: { source, rows, bytes },
  }
  await database.transaction((db) => appendJournal(db, system, null, [entry]))
}

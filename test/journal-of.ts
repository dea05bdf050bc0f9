import { type JournalRow, selectJournal } from '../server/database/journal.ts'
import type { TestServer } from './harness.ts'

/**
 * All that the journal of an organization holds, in order. Whoever reads it through the door may have to wait for a
 * transaction of somebody else, which may be a job that nobody in a test knows of.
 */
export function journalOf({ app: { database } }: TestServer, organization: { id: string }) {
  return database.run<JournalRow>(
    `${selectJournal} where organization_id = $1 order by journal.xid, journal.seq`,
    [organization.id],
  )
}

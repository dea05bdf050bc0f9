import type { Queries } from '../../database/connect.ts'
import { type JournalRow, selectJournal } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { eventsVisibleTo } from './visible-events.ts'

export interface OnEvent extends InOrganization {
  event: JournalRow
}

/** Grants access to every event that the caller can read in the feed. */
export const seesEvent: AccessRule<{ event: string }, OnEvent> = {
  name: 'seesEvent',
  sentence: 'Users who can view the changed item. Private events: only the user concerned.',
  open: false,
  leastRole: 'guest',
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    return { ...granted, event: await findEvent(db, granted, input.event) }
  },
}

/** Checks only visibility: the kind of the changed item checks the right to edit when it is locked. */
export const undoesEvent: AccessRule<{ event: string }, OnEvent> = {
  name: 'undoesEvent',
  sentence: 'Users who can view the change and edit the changed item.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  check: seesEvent.check,
}

/** Finds an event by id. Rejects one that the caller cannot read in the feed. */
export async function findEvent(db: Queries, granted: InOrganization, ref: string): Promise<JournalRow> {
  const [event] = anyUuid.test(ref)
    ? await db.run<JournalRow>(sql`${selectJournal} where id = ${ref} and ${eventsVisibleTo(granted)}`)
    : []
  return event ?? reject('not_found', { kind: 'event', ref })
}

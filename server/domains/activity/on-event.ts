import type { Queries } from '../../database/connect.ts'
import { type JournalRow, selectJournal } from '../../database/journal.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { eventsSeenBy } from './visible-events.ts'

export interface OnEvent extends InOrganization {
  event: JournalRow
}

/** For whoever reads it in the feed. */
export const seesEvent: AccessRule<{ event: string }, OnEvent> = {
  name: 'seesEvent',
  sentence: 'Whoever sees what it happened to; what concerns one person alone, that person.',
  open: false,
  leastRole: 'guest',
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    return { ...granted, event: await findEvent(db, granted, input.event) }
  },
}

/** What a change was made to says itself who may set it back. */
export const undoesEvent: AccessRule<{ event: string }, OnEvent> = {
  name: 'undoesEvent',
  sentence: 'Whoever sees the change, and may change that which it was made to.',
  open: false,
  leastRole: 'member',
  also: ['editor'],
  check: seesEvent.check,
}

/** The one row of the journal that is meant, if the caller reads it in the feed. */
export async function findEvent(db: Queries, asking: InOrganization, ref: string): Promise<JournalRow> {
  const seen = eventsSeenBy(asking)
  const [event] = anyUuid.test(ref)
    ? await db.run<JournalRow>(`${selectJournal} where id = $5 and ${seen.where}`, [...seen.values, ref])
    : []
  return event ?? reject('not_found', { kind: 'event', ref })
}

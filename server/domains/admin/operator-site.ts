import type { Bus } from '../../database/bus.ts'
import type { SettingsCache } from '../../operations/settings-cache.ts'
import type { Config } from '../../config.ts'
import type { Database, Queries } from '../../database/connect.ts'
import { type Entry, appendJournal } from '../../database/journal.ts'
import { type Actor } from '../../database/actor.ts'
import { system } from '../../operations/caller.ts'

/** The parts of a server that operator commands use. A stopped server has no bus to notify. */
export interface OperatorSite {
  config: Config
  database: Database
  epoch: string
  bus?: Pick<Bus, 'revoked' | 'journalGrew' | 'settingChanged'>
  /** The cache of a running server. */
  settings?: SettingsCache
}

/** The actor of operator commands in the journal. */
const operator: Actor = { ...system, via: 'operator on the server' }

export interface Changing {
  app: OperatorSite
  db: Queries
  caller: { kind: 'system' }
  record(entry: Entry): void
  afterCommit(action: () => void): void
}

/** Runs a change in a transaction with its journal entries, as operations do for users. */
export async function changeAsOperator<Result>(
  site: OperatorSite,
  change: (ctx: Changing) => Promise<Result>,
): Promise<Result> {
  const actions: (() => void)[] = []
  const result = await site.database.transaction(async (db) => {
    const entries: Entry[] = []
    const output = await change({
      app: site,
      db,
      caller: { kind: 'system' },
      record: (entry) => void entries.push(entry),
      afterCommit: (action) => void actions.push(action),
    })
    await appendJournal(db, operator, null, entries)
    return output
  })
  for (const action of actions) action()
  site.bus?.journalGrew([null])
  return result
}

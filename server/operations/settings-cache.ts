import type { Config } from '../config.ts'
import type { Bus } from '../database/bus.ts'
import type { Database } from '../database/connect.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../platform/log.ts'
import { type SettingKey, type ValueOf, settingKeys } from './setting-schema.ts'
import { effectiveValue } from './settings.ts'

/** The settings of the instance, cached on this node. Requests read them without a query. */
export interface SettingsCache {
  get<Key extends SettingKey>(key: Key): ValueOf<Key>
  /** Applies a committed change here immediately, and makes the other nodes reload. */
  changed(key: SettingKey, value: ValueOf<SettingKey>): void
  close(): void
}

// Notices between nodes may be lost, and an operator may change a row directly.
const pollIntervalMs = 10_000

/** Loads the settings, and reloads them after each change on any node. */
export async function openSettings({
  config,
  database,
  bus,
  log,
}: {
  config: Config
  database: Database
  bus: Bus
  log: Log
}): Promise<SettingsCache> {
  let values = new Map<SettingKey, unknown>()
  let changes = 0

  async function load(): Promise<void> {
    const before = changes
    const rows = await database.run<{ key: string; value: unknown }>(sql`select key, value from settings`)
    // A change during the query is newer than its result, and its own notice reloads again.
    if (changes !== before) return
    const stored = new Map(rows.map(({ key, value }) => [key, value]))
    values = new Map(settingKeys.map((key) => [key, effectiveValue(config, key, stored.get(key))]))
  }
  const reload = () => {
    load().catch((error: Error) => log.warn({ reason: error.message }, 'the settings were not reloaded'))
  }

  await load()
  const ends = [bus.onSettings(reload), bus.onReconnected(reload)]
  const polling = setInterval(reload, pollIntervalMs).unref()
  return {
    get: <Key extends SettingKey>(key: Key) => values.get(key) as ValueOf<Key>,
    changed(key, value) {
      changes++
      values.set(key, value)
      bus.settingChanged(key)
    },
    close() {
      clearInterval(polling)
      for (const end of ends) end()
    },
  }
}

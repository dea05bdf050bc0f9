import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Queries } from '../database/connect.ts'
import { sql } from '../database/sql.ts'
import { reject } from '../errors/errors.ts'
import {
  type SettingKey,
  type ValueOf,
  declarationOf,
  settingControls,
  settingGroups,
  settingKeys,
  settings,
} from './setting-schema.ts'

export const settingKey = z
  .string()
  .max(100)
  .describe(`Setting key: ${settingKeys.join(', ')}.`)

const settingValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export const InstanceSetting = z
  .object({
    key: z.string(),
    value: settingValue.describe('Effective value.'),
    variable: z
      .string()
      .nullable()
      .describe(
        'Environment variable that sets the value. If present, the setting can only be changed there.',
      ),
    default: settingValue.describe('Value that applies if the setting was never changed.'),
    public: z.boolean().describe('Whether everyone can read the value, without a credential.'),
    group: z.enum(settingGroups),
    title: z.string().describe('Name for people.'),
    description: z.string().describe('Effect, in one or two sentences.'),
    control: z.enum(settingControls).describe('Control with which a form edits the value.'),
    options: z
      .array(z.object({ value: z.string(), title: z.string() }))
      .describe('Allowed values of a choice. Empty for other settings.'),
  })
  .meta({ id: 'InstanceSetting' })

export function requireSetting(key: string): SettingKey {
  return isSettingKey(key) ? key : reject('not_found', { kind: 'setting', ref: key })
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key)
}

/**
 * Reads the effective value from the database, for decisions inside a transaction. Everything else uses the cache
 * `app.settings`.
 */
export async function readSetting<Key extends SettingKey>(
  config: Config,
  db: Queries,
  key: Key,
): Promise<ValueOf<Key>> {
  const [stored] = await db.run<{ value: unknown }>(sql`select value from settings where key = ${key}`)
  return effectiveValue(config, key, stored?.value)
}

/** Returns the environment variable, else the stored value if it is valid, else the default. */
export function effectiveValue<Key extends SettingKey>(
  config: Config,
  key: Key,
  stored: unknown,
): ValueOf<Key> {
  const fixed = variableOf(config, key)
  if (fixed) return config[fixed] as ValueOf<Key>
  const parsed = stored === undefined ? undefined : settings[key].value.safeParse(stored)
  return (parsed?.success ? parsed.data : settings[key].fallback) as ValueOf<Key>
}

/** Returns the name of the environment variable that overrides the setting, or null. */
export function variableOf(config: Config, key: SettingKey): keyof Config | null {
  const { variable } = declarationOf(key)
  return variable && config[variable] !== undefined ? variable : null
}

/** Returns a setting as the API shows it to administrators. */
export function describeSetting(
  config: Config,
  key: SettingKey,
  value: ValueOf<SettingKey>,
): z.output<typeof InstanceSetting> {
  const { group, title, description, control, options = {}, fallback, public: isPublic } = declarationOf(key)
  return {
    key,
    value,
    variable: variableOf(config, key),
    default: fallback as ValueOf<SettingKey>,
    public: isPublic,
    group,
    title,
    description,
    control,
    options: Object.entries(options).map(([option, label]) => ({ value: option, title: label })),
  }
}

/** Stores the defaults of settings that have no row. Never overwrites one. Returns the keys of the new rows. */
export async function storeMissingSettings(db: Queries): Promise<string[]> {
  const rows = settingKeys.map((key) => {
    const { fallback, public: isPublic } = declarationOf(key)
    return { key, value: fallback, public: isPublic }
  })
  const added = await db.run<{ key: string }>(
    sql`insert into settings (key, value, public)
      select key, value, public from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(key text, value jsonb, public boolean)
      order by key on conflict do nothing returning key`,
  )
  return added.map(({ key }) => key)
}

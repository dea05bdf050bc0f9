import { z } from 'zod'
import type { Config } from '../config.ts'
import { isEmailDomain } from '../config-formats.ts'
import type { Queries } from '../database/connect.ts'
import { sql } from '../database/sql.ts'
import { reject } from '../errors/errors.ts'
import {
  type RegistrationMode,
  type SecondFactorMode,
  registrationModes,
  secondFactorModes,
} from '../config-choices.ts'

/** A setting of the instance. Its environment variable, where it has one, takes precedence over the database. */
interface Setting<Value> {
  value: z.ZodType<Value>
  fallback: Value
  variable?: keyof Config
}

const emailDomain = z.string().trim().toLowerCase().refine(isEmailDomain, 'Use domains such as example.com.')

/** The settings that an administrator can change, by their keys. */
const settings = {
  'instance.name': setting({ value: z.string().trim().min(1).max(100), fallback: 'Baton' }),
  'registration.mode': setting<RegistrationMode>({
    value: z.enum(registrationModes),
    fallback: 'open',
    variable: 'REGISTRATION',
  }),
  'registration.domains': setting({
    value: z.array(emailDomain).max(100),
    fallback: [],
    variable: 'REGISTRATION_DOMAINS',
  }),
  'second_factor.mode': setting<SecondFactorMode>({
    value: z.enum(secondFactorModes),
    fallback: 'optional',
    variable: 'SECOND_FACTOR',
  }),
}

export type SettingKey = keyof typeof settings
type ValueOf<Key extends SettingKey> = z.output<(typeof settings)[Key]['value']>

export const settingKey = z
  .string()
  .max(100)
  .describe(`Setting key: ${Object.keys(settings).join(', ')}.`)

export const InstanceSetting = z
  .object({
    key: z.string(),
    value: z.union([z.string(), z.array(z.string())]).describe('Effective value.'),
    variable: z
      .string()
      .nullable()
      .describe(
        'Environment variable that sets the value. If present, the setting can only be changed there.',
      ),
  })
  .meta({ id: 'InstanceSetting' })

export function requireSetting(key: string): SettingKey {
  return isSettingKey(key) ? key : reject('not_found', { kind: 'setting', ref: key })
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key)
}

/** Returns the effective value: the environment variable, else the stored value, else the default. */
export async function readSetting<Key extends SettingKey>(
  config: Config,
  db: Queries,
  key: Key,
): Promise<ValueOf<Key>> {
  const fixed = variableOf(config, key)
  if (fixed) return config[fixed] as ValueOf<Key>
  const [stored] = await db.run<{ value: ValueOf<Key> }>(sql`select value from settings where key = ${key}`)
  return stored?.value ?? (settings[key].fallback as ValueOf<Key>)
}

/** Returns the name of the environment variable that overrides the setting, or null. */
export function variableOf(config: Config, key: SettingKey): keyof Config | null {
  const { variable } = settings[key] as Setting<unknown>
  return variable && config[variable] !== undefined ? variable : null
}

export function schemaOf(key: SettingKey): z.ZodType<string | string[]> {
  return settings[key].value
}

function setting<Value>(declared: Setting<Value>): Setting<Value> {
  return declared
}

import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'

/** Schemas of the preferences that a user can set. */
export const choices = {
  theme: z.enum(['system', 'light', 'dark']).describe('Color theme. `system` follows the device.'),
  density: z.enum(['comfortable', 'compact']).describe('Density of lists and tables.'),
  locale: z
    .string()
    .max(60)
    .refine(isLocale, 'Enter a language tag such as en, de-AT or pt-BR.')
    .transform((tag) => Intl.getCanonicalLocales(tag)[0]!)
    .describe('Format of dates and numbers: a BCP 47 language tag such as en-GB.'),
  weekStartsOn: z.enum(['monday', 'sunday', 'saturday']).describe('First day of the week.'),
  startPage: z.enum(['projects', 'tasks', 'activity']).describe('Page shown after sign-in.'),
}

export const Preferences = z
  .object({ ...choices, locale: z.string(), version: z.int() })
  .meta({ id: 'Preferences' })

export type Chosen = Omit<z.output<typeof Preferences>, 'version'>

export const defaults: Chosen = {
  theme: 'system',
  density: 'comfortable',
  locale: 'en',
  weekStartsOn: 'monday',
  startPage: 'projects',
}

export interface PreferencesRow {
  /** Only explicit choices, so that a changed default applies to all users who never chose. */
  preferences: Partial<Chosen>
  preferences_version: number
}

export async function readPreferences(db: Queries, userId: string, lock = false): Promise<PreferencesRow> {
  const [row] = await db.run<PreferencesRow>(
    sql`select preferences, preferences_version from users where id = ${userId} ${lock ? sql`for update` : sql.empty}`,
  )
  return row!
}

export function withDefaults(row: PreferencesRow): z.output<typeof Preferences> {
  return { ...defaults, ...row.preferences, version: row.preferences_version }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

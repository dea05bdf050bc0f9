import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'

/** What a person can choose about how the product looks to them, each with its default. */
export const choices = {
  theme: z.enum(['system', 'light', 'dark']).describe('Light, dark, or as the device is set.'),
  density: z.enum(['comfortable', 'compact']).describe('How much fits on the screen.'),
  locale: z
    .string()
    .max(60)
    .refine(isLocale, 'Give a language such as en, de-AT or pt-BR.')
    .transform((tag) => Intl.getCanonicalLocales(tag)[0]!)
    .describe('How dates and numbers are written: a BCP 47 language tag such as en-GB.'),
  weekStartsOn: z.enum(['monday', 'sunday', 'saturday']).describe('The first day of the week.'),
  startPage: z.enum(['projects', 'tasks', 'activity']).describe('What is shown first.'),
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
  /** Only what differs from the defaults by choice: a default that changes one day changes for all who never chose. */
  preferences: Partial<Chosen>
  preferences_version: number
}

export async function readPreferences(db: Queries, userId: string, hold = false): Promise<PreferencesRow> {
  const [row] = await db.run<PreferencesRow>(
    `select preferences, preferences_version from users where id = $1 ${hold ? 'for update' : ''}`,
    [userId],
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

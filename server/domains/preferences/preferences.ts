import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { differences, expectVersion } from '../../operations/rows.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'

/** Schemas of the preferences that a user can set. */
const choices = {
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
  // Not checked against the projects: a favorite can be in another organization, or deleted and restored later.
  favoriteProjects: z
    .array(z.uuid())
    .max(200)
    .transform((ids) => [...new Set(ids)])
    .describe('Ids of the favorite projects, in the order of the sidebar.'),
  favoriteViews: z
    .array(z.uuid())
    .max(200)
    .transform((ids) => [...new Set(ids)])
    .describe('Ids of the favorite saved views, in the order of the sidebar.'),
}

export const Preferences = z
  .object({
    ...choices,
    locale: z.string(),
    favoriteProjects: z
      .array(z.string())
      .describe('Ids of the favorite projects, in the order of the sidebar.'),
    favoriteViews: z
      .array(z.string())
      .describe('Ids of the favorite saved views, in the order of the sidebar.'),
    version: z.int(),
  })
  .meta({ id: 'Preferences' })

type Chosen = Omit<z.output<typeof Preferences>, 'version'>

const defaults: Chosen = {
  theme: 'system',
  density: 'comfortable',
  locale: 'en',
  weekStartsOn: 'monday',
  startPage: 'projects',
  favoriteProjects: [],
  favoriteViews: [],
}

interface PreferencesRow {
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

export const getPreferences = operation({
  id: 'preferences.get',
  summary: "Show the caller's preferences, with defaults for those never set.",
  http: 'GET /api/settings/preferences',
  access: ownAccount,
  withoutSecondFactor: true,
  input: z.object({}),
  output: Preferences,
}).run(async (ctx) => withDefaults(await readPreferences(ctx.db, ctx.user.id)))

export const updatePreferences = operation({
  id: 'preferences.update',
  summary: "Change the caller's preferences. Null resets a preference to its default.",
  http: 'PATCH /api/settings/preferences',
  access: ownAccount,
  withoutSecondFactor: true,
  input: z.object({
    theme: choices.theme.nullable().optional(),
    density: choices.density.nullable().optional(),
    locale: choices.locale.nullable().optional(),
    weekStartsOn: choices.weekStartsOn.nullable().optional(),
    startPage: choices.startPage.nullable().optional(),
    favoriteProjects: choices.favoriteProjects.nullable().optional(),
    favoriteViews: choices.favoriteViews.nullable().optional(),
  }),
  output: Preferences,
}).run(async (ctx, input) => {
  const row = await readPreferences(ctx.db, ctx.user.id, true)
  expectVersion(ctx, row.preferences_version)
  const before: Choices = { ...emptyChoices, ...row.preferences }
  const changes = differences(before, input)
  if (Object.keys(changes).length === 0) return withDefaults(row)

  const chosen = Object.entries({ ...before, ...input }).filter(([, value]) => value !== null)
  const [after] = await ctx.db.run<PreferencesRow>(
    sql`update users set preferences = ${JSON.stringify(Object.fromEntries(chosen))}, preferences_version = preferences_version + 1 where id = ${ctx.user.id}
     returning preferences, preferences_version`,
  )
  const subject = { kind: 'preferences', id: ctx.user.id }
  const version = after!.preferences_version
  recordOwn(ctx, callingPerson(ctx), 'preferences.updated', subject, undefined, { version, changes })
  return withDefaults(after!)
})

type Choices = { [Name in keyof Chosen]: Chosen[Name] | null }

const emptyChoices = Object.fromEntries(Object.keys(defaults).map((name) => [name, null])) as Choices

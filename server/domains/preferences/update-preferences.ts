import { z } from 'zod'
import { differences, expectVersion } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { callingPerson, recordOwn } from '../../operations/record-own.ts'
import {
  type Chosen,
  Preferences,
  type PreferencesRow,
  choices,
  defaults,
  readPreferences,
  withDefaults,
} from './preferences.ts'

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

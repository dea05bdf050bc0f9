import { z } from 'zod'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { Preferences, readPreferences, withDefaults } from './preferences.ts'

export const getPreferences = operation({
  id: 'preferences.get',
  summary: "Show the caller's preferences, with defaults for those never set.",
  http: 'GET /api/settings/preferences',
  access: ownAccount,
  withoutSecondFactor: true,
  input: z.object({}),
  output: Preferences,
}).run(async (ctx) => withDefaults(await readPreferences(ctx.db, ctx.user.id)))

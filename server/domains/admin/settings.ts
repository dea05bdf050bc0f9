import { z } from 'zod'
import type { Config } from '../../config.ts'
import { pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import type { App, Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { type SettingKey, declarationOf, settingKeys, type ValueOf } from '../../operations/setting-schema.ts'
import {
  InstanceSetting,
  describeSetting,
  effectiveValue,
  readSetting,
  requireSetting,
  settingKey,
  storeMissingSettings,
  variableOf,
} from '../../operations/settings.ts'
import { requireOwnMethod } from '../auth/accounts/offered-methods.ts'
import { requireOwnSecondFactor } from '../auth/second-factor/policy.ts'

export const listSettings = operation({
  id: 'admin.listSettings',
  summary: 'List all settings of this instance with their effective values.',
  http: 'GET /api/admin/settings',
  shows: ['setting'],
  access: platformAdmin,
  input: z.object({}),
  output: pageOf(InstanceSetting),
}).run(async ({ app: { config }, db }) => {
  const rows = await db.run<{ key: string; value: unknown }>(sql`select key, value from settings`)
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const items = settingKeys.map((key) =>
    describeSetting(config, key, effectiveValue(config, key, stored.get(key))),
  )
  return { items, nextCursor: null }
})

export const getSetting = operation({
  id: 'admin.getSetting',
  summary: 'Get a setting of this instance.',
  http: 'GET /api/admin/settings/:key',
  shows: ['setting'],
  access: platformAdmin,
  input: z.object({ key: settingKey }),
  output: InstanceSetting,
}).run(async ({ app, db }, input) => {
  const key = requireSetting(input.key)
  return describeSetting(app.config, key, await readSetting(app.config, db, key))
})

export const updateSetting = operation({
  id: 'admin.updateSetting',
  summary:
    'Change a setting of this instance. Settings from environment variables can only be changed there.',
  http: 'PATCH /api/admin/settings/:key',
  access: platformAdmin,
  input: z.object({
    key: settingKey,
    value: z
      .unknown()
      .describe(
        'New value, in the type of the setting: a string, a number, a boolean or a list of strings. Empty strings unset texts.',
      ),
  }),
  output: InstanceSetting,
}).run(async (ctx, input) => {
  const { app } = ctx
  const key = requireSetting(input.key)
  const value = parseSetting(app.config, key, input.value)
  if (key === 'second_factor.mode' && value === 'required') requireOwnSecondFactor(ctx.caller)
  if (key === 'sign_in.methods')
    await requireOwnMethod(app, ctx.db, ctx.user.id, value as ValueOf<'sign_in.methods'>)
  if (await storeSetting(ctx, key, value)) ctx.afterCommit(() => app.settings.changed(key, value))
  return describeSetting(app.config, key, value)
})

/** Returns the valid value. Rejects a setting that an environment variable fixes. */
export function parseSetting(config: Config, key: SettingKey, given: unknown): ValueOf<SettingKey> {
  const variable = variableOf(config, key)
  if (variable) reject('fixed_setting', { variable, key })
  const parsed = declarationOf(key).value.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    rejectField(['value', ...issue!.path].join('.'), issue!.message)
  }
  return parsed.data as ValueOf<SettingKey>
}

type Storing = Pick<Context, 'db' | 'record'> & { app: Pick<App, 'config' | 'epoch'> }

/** Stores a valid value, and records the change. Returns whether the value is new. */
export async function storeSetting(
  ctx: Storing,
  key: SettingKey,
  value: ValueOf<SettingKey>,
): Promise<boolean> {
  const { app, db } = ctx
  const before = await readSetting(app.config, db, key)
  if (JSON.stringify(before) === JSON.stringify(value)) return false
  await db.run(
    sql`insert into settings (key, value, public) values (${key}, ${JSON.stringify(value)}, ${declarationOf(key).public})
     on conflict (key) do update set value = excluded.value, public = excluded.public, updated_at = now()`,
  )
  ctx.record({
    type: 'setting.updated',
    // A setting has a key but no id, so the event uses the instance id.
    subject: { kind: 'setting', id: app.epoch, key },
    organizationId: null,
    changes: { value: { from: before, to: value } },
  })
  return true
}

export const seedSettings = operation({
  id: 'admin.seedSettings',
  summary: 'Store the default values of settings that have none. Never changes a stored value.',
  http: 'POST /api/admin/settings/seed',
  access: platformAdmin,
  input: z.object({}),
  output: z.object({
    added: z.array(z.string()).describe('Keys of the settings that were missing.'),
    kept: z.int().describe('Number of settings that were already stored.'),
  }),
}).run(async (ctx) => {
  const added = await storeMissingSettings(ctx.db)
  for (const key of added)
    ctx.record({
      type: 'setting.created',
      subject: { kind: 'setting', id: ctx.app.epoch, key },
      organizationId: null,
    })
  return { added, kept: settingKeys.length - added.length }
})

import { z } from 'zod'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import {
  InstanceSetting,
  readSetting,
  requireSetting,
  settingKey,
  variableOf,
  schemaOf,
} from '../../operations/settings.ts'
import { sql } from '../../database/sql.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { requireOwnSecondFactor } from '../auth/second-factor/policy.ts'

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
  return { key, value: await readSetting(app.config, db, key), variable: variableOf(app.config, key) }
})

export const updateSetting = operation({
  id: 'admin.updateSetting',
  summary:
    'Change a setting of this instance. Settings from environment variables can only be changed there.',
  http: 'PATCH /api/admin/settings/:key',
  access: platformAdmin,
  input: z.object({
    key: settingKey,
    value: z.unknown().describe('New value: a string, or a list of strings for registration.domains.'),
  }),
  output: InstanceSetting,
}).run(async (ctx, input) => {
  const { app, db } = ctx
  const key = requireSetting(input.key)
  const variable = variableOf(app.config, key)
  if (variable) reject('fixed_setting', { variable, key })
  const parsed = schemaOf(key).safeParse(input.value)
  if (!parsed.success) rejectField('value', parsed.error.issues[0]!.message)
  const value = parsed.data
  if (key === 'second_factor.mode' && value === 'required') requireOwnSecondFactor(ctx.caller)
  const before = await readSetting(app.config, db, key)
  if (JSON.stringify(before) !== JSON.stringify(value)) {
    await db.run(
      sql`insert into settings (key, value, public) values (${key}, ${JSON.stringify(value)}, true)
       on conflict (key) do update set value = excluded.value, updated_at = now()`,
    )
    ctx.record({
      type: 'setting.updated',
      // A setting has a key but no id, so the event uses the instance id.
      subject: { kind: 'setting', id: app.epoch, key },
      organizationId: null,
      changes: { value: { from: before, to: value } },
    })
  }
  return { key, value, variable: null }
})

import { z } from 'zod'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import {
  InstanceSetting,
  readSetting,
  requireSetting,
  settingKey,
  variableOf,
} from '../../operations/settings.ts'

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

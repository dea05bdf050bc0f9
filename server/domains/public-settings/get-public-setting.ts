import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { isSettingKey, readSetting } from '../../operations/settings.ts'

export const getPublicSetting = operation({
  id: 'publicSettings.get',
  summary: 'Show a public setting of this instance, such as its name.',
  http: 'GET /api/public/settings/:key',
  access: anyone,
  input: z.object({ key: z.string().max(100).describe('Setting key, for example `instance.name`.') }),
  output: z
    .object({ key: z.string(), value: z.unknown(), updatedAt: z.iso.datetime() })
    .meta({ id: 'PublicSetting' }),
}).run(async (ctx, { key }) => {
  const [setting] = await ctx.db.run<{ key: string; value: unknown; updatedAt: string }>(
    sql`select key, value, updated_at as "updatedAt" from settings where key = ${key} and public`,
  )
  if (!setting) reject('not_found', { kind: 'public setting', ref: key })
  return isSettingKey(key) ? { ...setting, value: await readSetting(ctx.app.config, ctx.db, key) } : setting
})

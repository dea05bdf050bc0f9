import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { declarationOf } from '../../operations/setting-schema.ts'
import { isSettingKey, readSetting } from '../../operations/settings.ts'

export const getPublicSetting = operation({
  id: 'publicSettings.get',
  summary: 'Show a public setting of this instance, such as its name.',
  http: 'GET /api/public/settings/:key',
  access: anyone,
  input: z.object({ key: z.string().max(100).describe('Setting key, for example `instance.name`.') }),
  output: z
    .object({
      key: z.string(),
      value: z.unknown(),
      updatedAt: z.iso
        .datetime()
        .nullable()
        .describe('Time of the last change. Null if it was never stored.'),
    })
    .meta({ id: 'PublicSetting' }),
}).run(async ({ app, db }, { key }) => {
  if (!isSettingKey(key) || !declarationOf(key).public)
    reject('not_found', { kind: 'public setting', ref: key })
  const [stored] = await db.run<{ updatedAt: string }>(
    sql`select updated_at as "updatedAt" from settings where key = ${key}`,
  )
  return { key, value: await readSetting(app.config, db, key), updatedAt: stored?.updatedAt ?? null }
})

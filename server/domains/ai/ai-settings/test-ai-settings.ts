import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import { sql } from '../../../database/sql.ts'
import { administers } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { modelOf, noModel } from '../model-for.ts'
import { ModelTest, failedTest, testModel } from './model-test.ts'
import { findSettings, settingsSubject } from './settings-row.ts'

export const testAiSettings = operation({
  id: 'aiSettings.test',
  summary: 'Test the language model of the organization with a short question.',
  http: 'POST /api/ai/settings/test',
  access: administers,
  outside: true,
  input: z.object({}),
  output: ModelTest,
  // Runs outside a transaction, because it waits for the model.
  async prepare(ctx) {
    const { app, organization } = ctx
    if (organization.sandbox) return { row: undefined, result: failedTest(null, noModel.sandbox) }
    const row = await findSettings(app.database, organization.id)
    const chosen = modelOf(app, row)
    if (!chosen) return { row, result: failedTest(null, row?.source === 'off' ? noModel.off : noModel.none) }
    return { row, result: await testModel(app, ctx, chosen) }
  },
}).run(async (ctx) => {
  const { row, result, organization } = ctx
  if (organization.sandbox) return result
  // A result of settings that changed during the test isn't stored. Version 0: the settings were never changed.
  const stored = await ctx.db.run(
    sql`insert into ai_settings as stored (organization_id, tested_at, failure, version)
      values (${organization.id}, ${databaseTime()}, ${result.failure}, 0)
      on conflict (organization_id) do update set tested_at = excluded.tested_at, failure = excluded.failure
        where stored.version = ${row?.version ?? 0}
      returning 1`,
  )
  if (stored.length === 1)
    ctx.record({
      type: 'ai_settings.tested',
      subject: settingsSubject(organization.id),
      organizationId: organization.id,
      data: { ok: result.ok },
    })
  return result
})

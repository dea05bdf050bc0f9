import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { organization } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Sandbox, findSandbox, liveIdOf } from './sandbox.ts'

export const getSandbox = operation({
  id: 'sandbox.get',
  summary: 'Show the sandbox of test credentials with its number of projects and tasks.',
  http: 'GET /api/settings/sandbox',
  access: organization('member'),
  input: z.object({}),
  output: z.object({
    sandbox: Sandbox.nullable().describe('Null until the first test credential is created.'),
  }),
}).run(async (ctx) => {
  const row = await findSandbox(ctx.db, await liveIdOf(ctx.db, ctx.organization))
  if (!row) return { sandbox: null }
  const [counts] = await ctx.db.run<{ projects: number; tasks: number }>(
    sql`select (select count(*)::int from projects where organization_id = ${row.id} and deleted_at is null) as projects,
            (select count(*)::int from tasks t join projects p on p.id = t.project_id and p.deleted_at is null
              where t.organization_id = ${row.id} and t.deleted_at is null) as tasks`,
  )
  const { id, slug, name, created_at: createdAt } = row
  return { sandbox: { id, slug, name, createdAt, ...counts! } }
})

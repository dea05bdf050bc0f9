import type { Database } from '../server/database/connect.ts'
import { claimStatement } from '../server/domains/work/tasks/ready-tasks.ts'
import type { InOrganization } from '../server/operations/access.ts'

/** Returns the generic query plan of the claim statement, as the server uses it. Rolls the claim back. */
export async function planOfClaim(
  database: Database,
  context: InOrganization,
  project?: string,
): Promise<string> {
  const { text, values } = claimStatement(context, { project, minutes: 15, atOnce: 32, busy: 'skip locked' })
  const client = await database.connect()
  try {
    await client.query('begin')
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`prepare claim as ${text}`)
    const literals = values.map((value) => {
      if (value === null) return 'null'
      return client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))
    })
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off) execute claim (${literals.join(', ')})`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
    await client.query('deallocate claim').catch(() => {})
    client.release()
  }
}

import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { hasState } from '../user.ts'

export const Accounts = z.object({
  people: z.int().describe('People with an account.'),
  suspended: z.int().describe('Suspended people.'),
  organizations: z.int(),
  active: z
    .object({ day: z.int(), week: z.int(), month: z.int() })
    .describe(
      'People with a request in the last 24 hours, 7 days and 30 days: by login, API key or MCP token.',
    ),
})

export async function readAccounts(db: Queries): Promise<z.output<typeof Accounts>> {
  const [counted] = await db.run<{ people: number; suspended: number; organizations: number }>(
    sql`select count(*)::int as people, count(*) filter (where ${hasState.suspended})::int as suspended,
          (select count(*)::int from organizations) as organizations
     from users u where u.erased_at is null`,
  )
  return { ...counted!, active: await readActive(db) }
}

/**
 * Counts active people by the last use of their logins and credentials. Every journal entry of a person has such a
 * request, so the journal, which can have millions of rows, isn't read.
 */
async function readActive(db: Queries): Promise<{ day: number; week: number; month: number }> {
  const since = (days: number) => sql`now() - interval '${sql.raw(days)} days'`
  const activeSince = (days: number) =>
    sql`count(distinct used.user_id) filter (where used.at > ${since(days)})::int`
  const [active] = await db.run<{ day: number; week: number; month: number }>(
    sql`select ${activeSince(1)} as day, ${activeSince(7)} as week, ${activeSince(30)} as month from (
         select user_id, last_seen_at as at from login_sessions
          where impersonator_id is null and last_seen_at > ${since(30)}
         union all
         select user_id, last_used_at from credentials where last_used_at > ${since(30)}) used
       join users u on u.id = used.user_id and u.erased_at is null`,
  )
  return active!
}

import { databaseNow } from '../../database/clock.ts'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'

/*
 * The daily budget of tool calls. The day (UTC) and the count both come from the database, which all nodes share. Calls
 * of agents without a budget are not counted, so they cost no extra query.
 */
export const today = sql`(now() at time zone 'utc')::date`

/** Counts one call, or rejects it if the budget for today is used up. */
export async function spendCall(
  { database }: App,
  { agent, dailyBudget, paused }: KnownCaller,
): Promise<void> {
  // The calls of a paused agent are rejected, and don't count.
  if (!agent || dailyBudget === null || paused) return
  const [counted] = await database.run(
    sql`insert into agent_usage as used (agent_id, day, calls) values (${agent.id}, ${today}, 1)
     on conflict (agent_id) do update set day = greatest(used.day, excluded.day),
       calls = case when used.day < excluded.day then 1 else used.calls + 1 end,
       rejected = case when used.day < excluded.day then 0 else used.rejected end
     where used.day < excluded.day or used.calls < ${dailyBudget}
     returning calls`,
  )
  if (!counted) rejectSpent(agent.name, dailyBudget)
}

function rejectSpent(agent: string, budget: number): never {
  const midnight = new Date(databaseNow())
  midnight.setUTCHours(24, 0, 0, 0)
  const seconds = Math.max(1, Math.ceil((midnight.getTime() - databaseNow()) / 1000))
  const at = midnight.toISOString()
  reject('budget_spent', { agent, budget, at, seconds }, { retryAt: at, retryAfter: seconds })
}

/** Returns the number of calls an agent has made today, or null if it has no budget and its calls are not counted. */
export async function usedToday(
  db: Queries,
  { id, daily_budget }: { id: string; daily_budget: number | null },
): Promise<number | null> {
  if (daily_budget === null) return null
  const [used] = await db.run<{ calls: number }>(
    sql`select calls from agent_usage where agent_id = ${id} and day = ${today}`,
  )
  return used?.calls ?? 0
}

/** Counts a rejected tool call of an agent, so that people see that it is stuck. */
export async function countRejected(
  { database, log }: App,
  { agent }: KnownCaller,
  code: string,
): Promise<void> {
  if (!agent) return
  const counting = database.run(
    sql`insert into agent_usage as used (agent_id, day, calls, rejected, last_error, last_error_at)
     values (${agent.id}, ${today}, 0, 1, ${code}, now())
     on conflict (agent_id) do update set day = greatest(used.day, excluded.day),
       calls = case when used.day < excluded.day then 0 else used.calls end,
       rejected = case when used.day < excluded.day then 1 else used.rejected + 1 end,
       last_error = excluded.last_error, last_error_at = excluded.last_error_at`,
  )
  // The caller receives the error of the call, even if the count fails too.
  await counting.catch((error: unknown) => log.warn({ err: error }, 'a rejected call was not counted'))
}

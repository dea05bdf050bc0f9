import type { Context } from '../../operations/context.ts'

/** What an agent was at work in ends with it. Its memory is the business of memories/of-agent.ts. */
export async function endSessionsOf({ db }: Context, agentId: string): Promise<number> {
  const rows = await db.run(
    `update sessions set ended_at = now(), version = version + 1, updated_at = now()
      where agent_id = $1 and ended_at is null and deleted_at is null returning id`,
    [agentId],
  )
  return rows.length
}

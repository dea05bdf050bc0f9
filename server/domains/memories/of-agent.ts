import type { InOrganization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { forgetEntries } from '../search/entries.ts'
import { indexMemory } from './index-memory.ts'
import type { memoryEvents } from './events.ts'
import type { MemoryRow } from './tables.ts'

/* What becomes of the memory of an agent that is deleted, or comes back. It is told once, with how many entries it was. */

/** Kept, and found no more unless asked for. */
export async function archiveMemoriesOf(ctx: Context & InOrganization, agentId: string): Promise<number> {
  const rows = await ctx.db.run(
    `update memories set archived_at = now(), version = version + 1, updated_at = now()
      where agent_id = $1 and organization_id = $2 and archived_at is null and deleted_at is null returning 1`,
    [agentId, ctx.organization.id],
  )
  return tell(ctx, 'memory.archived', agentId, rows.length)
}

/** Into the trash with the agent, and gone for good with it. */
export async function deleteMemoriesOf(ctx: Context & InOrganization, agentId: string): Promise<number> {
  const rows = await ctx.db.run<{ id: string }>(
    `update memories set deleted_at = now(), deleted_by = $3, deleted_with = $1, version = version + 1,
            updated_at = now()
      where agent_id = $1 and organization_id = $2 and deleted_at is null returning id`,
    [agentId, ctx.organization.id, JSON.stringify(actorOf(ctx.caller))],
  )
  await forgetEntries(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return tell(ctx, 'memory.discarded', agentId, rows.length)
}

/** With an agent that comes back from the trash, what was put away or deleted with it. */
export async function returnMemoriesOf(ctx: Context & InOrganization, agentId: string): Promise<number> {
  const rows = await ctx.db.run<MemoryRow>(
    `update memories set archived_at = null, version = version + 1, updated_at = now(), deleted_with = null,
            deleted_at = case when deleted_with = $1 then null else deleted_at end,
            deleted_by = case when deleted_with = $1 then null else deleted_by end
      where agent_id = $1 and organization_id = $2 and (deleted_with = $1 or archived_at is not null) returning *`,
    [agentId, ctx.organization.id],
  )
  for (const row of rows) if (row.deleted_at === null) await indexMemory(ctx.db, row)
  return tell(ctx, 'memory.returned', agentId, rows.length)
}

function tell(
  ctx: Context & InOrganization,
  type: keyof typeof memoryEvents,
  agentId: string,
  entries: number,
): number {
  if (entries > 0)
    ctx.record({
      type,
      subject: { kind: 'agent', id: agentId },
      organizationId: ctx.organization.id,
      data: { entries },
    })
  return entries
}

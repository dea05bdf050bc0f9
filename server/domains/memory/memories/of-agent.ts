import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { forgetEntries } from '../../search/entries.ts'
import { indexMemory } from './index-memory.ts'
import type { EventTypeOf } from '../../../database/events.ts'
import type { MemoryRow } from './tables.ts'

/* Each function records one journal event for all entries of the agent, with their number. */

/** Archives the memory of a deleted agent. Lists and searches skip it unless they ask for archived entries. */
export async function archiveMemoriesOf(ctx: Context & InOrganization, agentId: string): Promise<number> {
  const rows = await ctx.db.run(
    sql`update memories set archived_at = now(), version = version + 1, updated_at = now()
      where agent_id = ${agentId} and organization_id = ${ctx.organization.id} and archived_at is null and deleted_at is null returning 1`,
  )
  return recordEvent(ctx, 'memory.archived', agentId, rows.length)
}

/** Moves the memory of a deleted agent to the trash. It is purged or restored together with the agent. */
export async function deleteMemoriesOf(ctx: Context & InOrganization, agentId: string): Promise<number> {
  const rows = await ctx.db.run<{ id: string }>(
    sql`update memories set deleted_at = now(), deleted_by = ${JSON.stringify(actorOf(ctx.caller))}, deleted_with = ${agentId}, version = version + 1,
            updated_at = now()
      where agent_id = ${agentId} and organization_id = ${ctx.organization.id} and deleted_at is null returning id`,
  )
  await forgetEntries(
    ctx.db,
    rows.map(({ id }) => id),
  )
  return recordEvent(ctx, 'memory.discarded', agentId, rows.length)
}

/** Restores the memory that was archived or deleted together with the agent. */
export async function returnMemoriesOf(ctx: Context & InOrganization, agentId: string): Promise<number> {
  const rows = await ctx.db.run<MemoryRow>(
    sql`update memories set archived_at = null, version = version + 1, updated_at = now(), deleted_with = null,
            deleted_at = case when deleted_with = ${agentId} then null else deleted_at end,
            deleted_by = case when deleted_with = ${agentId} then null else deleted_by end
      where agent_id = ${agentId} and organization_id = ${ctx.organization.id} and (deleted_with = ${agentId} or archived_at is not null) returning *`,
  )
  for (const row of rows) if (row.deleted_at === null) await indexMemory(ctx.db, row)
  return recordEvent(ctx, 'memory.returned', agentId, rows.length)
}

function recordEvent(
  ctx: Context & InOrganization,
  type: EventTypeOf<'memory'>,
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

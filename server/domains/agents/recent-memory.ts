import type { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import {
  Memory,
  type SeenMemory,
  fromMemories,
  isThere,
  memoryFromRow,
  memoryWithNames,
} from '../memory/memories/memory.ts'
import { visibleOrOwn } from '../projects/visible-or-own.ts'

const maxItems = 10
const maxTextLength = 500

/** A memory as embedded in its agent. The content is truncated to keep the agent small. */
export const RecentMemory = Memory.extend({
  content: Memory.shape.content.describe(`Truncated after ${maxTextLength} characters.`),
}).meta({ id: 'RecentMemory' })

/** Returns the agent's latest current memories that the caller can see. */
export async function recentMemory(
  ctx: Context & InOrganization,
  agentId: string,
): Promise<z.output<typeof RecentMemory>[]> {
  const visible = visibleOrOwn(ctx, 'm')
  const rows = await ctx.db.run<SeenMemory>(
    sql`select ${memoryWithNames}, ${visible.right} as right from ${fromMemories}
      where m.agent_id = ${agentId} and ${visible.where} and ${isThere} and m.archived_at is null
        and m.superseded_by is null and (m.expires_at is null or m.expires_at > now())
      order by m.id desc limit ${sql.raw(maxItems)}`,
  )
  return rows.map((row) => ({ ...memoryFromRow(row, ctx.caller), content: truncate(row.content) }))
}

function truncate(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

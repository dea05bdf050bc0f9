import type { Context } from '../../../operations/context.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import { concerning, idOfNew } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { requireRoom } from '../../membership/plans.ts'
import type { Embedded } from '../../search/embed.ts'
import { indexMemory } from './index-memory.ts'
import { memoryKind } from './memory.ts'
import { isCurrent } from './validity.ts'
import type { MemoryRow, ScopeColumns, SourceRow } from './tables.ts'

export interface NewMemory {
  content: string
  kind: MemoryRow['kind']
  tags: string[]
  importance: number
  validFrom?: string | undefined
  validUntil?: string | undefined
  expiresAt?: string | undefined
  source?: SourceRow | null
}

export interface StoredMemory {
  row: MemoryRow
  /** True if the scope already had an entry with this content. Nothing was written then. */
  existing: boolean
}

/**
 * Stores an entry with its index entry and journal event, in the caller's transaction. Identical content in the same
 * scope is stored once.
 */
export async function storeMemoryEntry(
  ctx: Context & InOrganization,
  place: ScopeColumns,
  entry: NewMemory,
  embedded: Embedded | undefined,
): Promise<StoredMemory> {
  const { db, organization } = ctx
  // A device refers to its entry by the id that it chose, so it doesn't get another one.
  const isOfDevice = ctx.request.createId !== undefined
  const duplicate = isOfDevice ? undefined : await findDuplicate(ctx, place, entry)
  if (duplicate) return { row: duplicate, existing: true }
  await requireRoom(ctx, organization.id, 'memory')
  const [row] = await db.run<MemoryRow>(
    sql`insert into memories (id, organization_id, scope, agent_id, project_id, session_id, owner_id, kind, content, tags,
       importance, source, valid_from, valid_until, expires_at, created_by)
     values (${idOfNew(ctx)}, ${organization.id}, ${place.scope}, ${place.agent_id}, ${place.project_id}, ${place.session_id},
       ${place.owner_id}, ${entry.kind}, ${entry.content}, ${entry.tags}, ${entry.importance},
       ${entry.source ? JSON.stringify(entry.source) : null}, ${entry.validFrom ?? null}, ${entry.validUntil ?? null},
       ${entry.expiresAt ?? null},
       ${JSON.stringify(actorOf(ctx.caller))}) returning *`,
  )
  await indexMemory(db, row!, { embedded, isNew: true })
  // Omits the content: the journal outlives memory that is cleared.
  const data = { scope: place.scope, agent: place.agent_id, session: place.session_id, kind: entry.kind }
  ctx.record({
    type: 'memory.stored',
    ...concerning(memoryKind, row!),
    version: row!.version,
    data: { ...data, tags: entry.tags },
  })
  return { row: row!, existing: false }
}

/** Finds an entry with the same content. Locks on the content, so that concurrent calls store it once. */
async function findDuplicate(
  { db, organization }: Context & InOrganization,
  place: ScopeColumns,
  { content, validFrom, validUntil }: NewMemory,
): Promise<MemoryRow | undefined> {
  const { agent_id, project_id, session_id } = place
  const locking = db.run(
    sql`select pg_advisory_xact_lock(hashtextextended('memory ' || ${organization.id}::text || md5(${content}), 0))`,
  )
  const finding = db.run<MemoryRow>(
    sql`select m.* from memories m
      where m.organization_id = ${organization.id} and md5(m.content) = md5(${content}) and m.content = ${content} and m.deleted_at is null
        and m.scope = ${place.scope} and m.agent_id is not distinct from ${agent_id}::uuid
        and m.project_id is not distinct from ${project_id}::uuid and m.session_id is not distinct from ${session_id}::uuid
        and ${isCurrent}
        and m.valid_from is not distinct from ${validFrom ?? null}::timestamptz
        and m.valid_until is not distinct from ${validUntil ?? null}::timestamptz
      order by m.id limit 1`,
  )
  // Both queries are sent together, and the server runs the lock first.
  const [[duplicate]] = await Promise.all([finding, locking])
  return duplicate
}

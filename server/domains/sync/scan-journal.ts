import type { Queries } from '../../database/connect.ts'
import { type Bookmark, isReadableAfter } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { type SyncKindName, type SyncKinds, syncKindNames } from '../../operations/sync-kind.ts'
import { toCamelCase } from '../../platform/names.ts'

/** An item that changed, at the position of its last event. */
export interface Changed {
  kind: SyncKindName
  id: string
  /** Whether an event deleted, restored or moved it, so that other people may see it now. */
  isMoved: boolean
  position: Bookmark
}

export interface Scan {
  /** In the order of their last events. */
  items: Changed[]
  position: Bookmark
  hasMore: boolean
}

interface EventRow extends Bookmark {
  id: string
  subject_kind: string
  subject_id: string
  is_moved: boolean
  /** The memory entries that a clearing removed. */
  cleared: string[] | null
}

const batchSize = 1000
const maxBatches = 5

/**
 * Reads the events of the organization after a position, until they concern `limit` items. Stops after some thousands
 * of events that concern nothing on devices.
 */
export async function scanJournal(
  db: Queries,
  kinds: SyncKinds,
  organizationId: string,
  from: Bookmark,
  limit: number,
): Promise<Scan> {
  const items = new Map<string, Changed>()
  let position = from
  for (let batch = 0; batch < maxBatches; batch++) {
    const rows = await readEvents(db, kinds, organizationId, position)
    for (const row of rows) {
      const bookmark = { xid: row.xid, seq: row.seq, id: row.id }
      const concerned = concernedItems(row, bookmark)
      const isNew = concerned.some(({ id }) => !items.has(id))
      if (isNew && items.size >= limit) return { items: [...items.values()], position, hasMore: true }
      for (const item of concerned) {
        const isMoved = item.isMoved || items.get(item.id)?.isMoved === true
        // Removed and added again, because a map keeps the order of the first insertion.
        items.delete(item.id)
        items.set(item.id, { ...item, isMoved })
      }
      position = bookmark
    }
    if (rows.length < batchSize) return { items: [...items.values()], position, hasMore: false }
  }
  return { items: [...items.values()], position, hasMore: true }
}

/** Returns the items that an event changed. */
function concernedItems(row: EventRow, position: Bookmark): Changed[] {
  if (row.cleared) return row.cleared.map((id) => ({ kind: 'memory', id, isMoved: true, position }))
  const { subject_kind: kind, subject_id: id, is_moved: isMoved } = row
  return isSynced(kind) ? [{ kind, id, isMoved, position }] : []
}

function readEvents(db: Queries, kinds: SyncKinds, organizationId: string, after: Bookmark) {
  return db.run<EventRow>(
    sql`select xid::text, seq::text, id, subject_kind, subject_id,
        coalesce(changes ?| ${movingFields(kinds)}::text[], false) as is_moved,
        case type when 'memory.cleared' then data -> 'ids' end as cleared
      from journal where organization_id = ${organizationId} and ${isReadableAfter(after)}
      order by journal.xid, journal.seq limit ${batchSize}`,
  )
}

/** Returns the names of the fields that decide who sees an item, as events have them. */
function movingFields(kinds: SyncKinds): string[] {
  const columns = syncKindNames.flatMap((name) => kinds[name].scopeColumns ?? [])
  return [...new Set(['deleted_at', ...columns].map(toCamelCase))]
}

function isSynced(kind: string): kind is SyncKindName {
  return (syncKindNames as readonly string[]).includes(kind)
}

/** An item that another one hides while it is in the trash. */
export interface Dependent extends Omit<Changed, 'position'> {
  parent: string
}

/**
 * Returns the items that deleted and restored items hide and show with them, such as the memory of a session. They have
 * no events of their own.
 */
export async function hiddenWith(db: Queries, kinds: SyncKinds, items: Changed[]): Promise<Dependent[]> {
  const moved = Map.groupBy(
    items.filter(({ isMoved }) => isMoved),
    ({ kind }) => kind,
  )
  const dependents = new Map<string, Dependent>()
  for (const { name, table, hiddenWith: hiding = [] } of syncKindNames.map((each) => kinds[each]))
    for (const { kind, column } of hiding) {
      const parents = moved.get(kind)?.map(({ id }) => id)
      if (!parents) continue
      const rows = await db.run<{ id: string; parent: string }>(
        sql`select t.id, t.${sql.raw(column)} as parent from ${sql.raw(table)} t
          where t.${sql.raw(column)} = any(${parents}::uuid[]) order by t.id`,
      )
      for (const row of rows) dependents.set(row.id, { ...row, kind: name, isMoved: true })
    }
  return [...dependents.values()]
}

import type { Queries } from '../../database/connect.ts'
import type { Bookmark } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Scopes, SyncKindName, SyncKinds } from '../../operations/sync-kind.ts'
import { eventsVisibleTo } from '../journal/visible-events.ts'
import { type ReadRow, itemFromRow } from './item.ts'
import type { Page } from './page.ts'
import { type Changed, type Dependent, hiddenWith, scanJournal } from './scan-journal.ts'

/**
 * Adds the items that changed after a position in the journal, in their current state, until the page is full. Returns
 * the position to continue.
 */
export async function addChangedItems(
  db: Queries,
  granted: InOrganization,
  kinds: SyncKinds,
  scopes: Scopes,
  page: Page,
  from: Bookmark,
): Promise<{ position: Bookmark; hasMore: boolean }> {
  const scan = await scanJournal(db, kinds, scopes.organizationId, from, page.remaining)
  // In this snapshot, an item that the fill has just added is the same.
  const changed = scan.items.filter(({ id }) => !page.has(id))
  const dependents = await addDependents(db, kinds, changed)
  for (let next = 0; next < changed.length;) {
    const before = changed[next - 1]?.position ?? from
    // A page never ends within the items of one event, because a position can't either.
    if (page.isFull && before.id !== changed[next]!.position.id) return { position: before, hasMore: true }
    const batch = changed.slice(next, next + page.batchSize)
    const added = batch.flatMap(({ id }) => dependents.get(id) ?? []).filter(({ id }) => !page.has(id))
    await addStates(db, granted, kinds, scopes, page, [...batch, ...added])
    next += batch.length
  }
  return scan
}

/** Returns the items that are hidden or shown with a changed one, by its id. Marks those that changed themselves. */
async function addDependents(
  db: Queries,
  kinds: SyncKinds,
  changed: Changed[],
): Promise<Map<string, Dependent[]>> {
  const byId = new Map(changed.map((item) => [item.id, item]))
  const dependents = await hiddenWith(db, kinds, changed)
  for (const { id } of dependents) {
    const item = byId.get(id)
    if (item) item.isMoved = true
  }
  return Map.groupBy(
    dependents.filter(({ id }) => !byId.has(id)),
    ({ parent }) => parent,
  )
}

type Item = Omit<Changed, 'position'>

/** Adds the current state of each item. Never mentions an item that the caller could not see before. */
async function addStates(
  db: Queries,
  granted: InOrganization,
  kinds: SyncKinds,
  scopes: Scopes,
  page: Page,
  changed: Item[],
): Promise<void> {
  const rows = new Map<string, ReadRow>()
  for (const [name, items] of Map.groupBy(changed, ({ kind }) => kind))
    for (const row of await readRows(db, kinds, scopes, name, items)) rows.set(row.id, row)
  const isHidden = ({ id }: Item) => !rows.get(id)?.is_visible
  const known = await knownItems(
    db,
    granted,
    changed.filter((item) => isHidden(item) && (item.isMoved || !rows.has(item.id))),
  )
  for (const item of changed) {
    const row = rows.get(item.id)
    if (row?.is_visible && row.deleted_at === null) page.put(itemFromRow(kinds[item.kind], row, scopes))
    else if (row?.is_visible || known.has(item.id)) page.remove(item.kind, item.id)
  }
}

function readRows(
  db: Queries,
  kinds: SyncKinds,
  scopes: Scopes,
  name: SyncKindName,
  items: Item[],
): Promise<ReadRow[]> {
  const { columns, from, within } = kinds[name]
  return db.run<ReadRow>(
    sql`select ${columns}, (${within(scopes)}) is true as is_visible from ${from}
      where t.id = any(${items.map(({ id }) => id)}::uuid[]) and t.organization_id = ${scopes.organizationId}`,
  )
}

/**
 * Returns which of the moved and purged items the caller could see before. Each event has the project and the user of
 * its time, so a visible event shows that the item was visible.
 */
async function knownItems(db: Queries, granted: InOrganization, items: Item[]): Promise<Set<string>> {
  if (items.length === 0) return new Set()
  const events = await db.run<{ subject_id: string }>(
    sql`select distinct subject_id from journal
      where subject_id = any(${items.map(({ id }) => id)}::uuid[]) and ${eventsVisibleTo(granted)}`,
  )
  return new Set(events.map(({ subject_id }) => subject_id))
}

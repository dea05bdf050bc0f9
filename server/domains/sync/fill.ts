import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Scopes, SyncKind, SyncKinds } from '../../operations/sync-kind.ts'
import type { Fill } from './cursor.ts'
import { type Place, itemFromRow, kindAt, readRowsAfter } from './item.ts'
import type { Page } from './page.ts'
import { type View, differingProjects, lostScopes, scopeNames } from './views.ts'

/** Tells the device which scopes it lost, in one step for each instead of one for each item. */
export function sendLostScopes(page: Page, view: View | null, { target, interrupted }: Fill): void {
  const earlier = [...(view ? [view] : []), ...interrupted].map(({ scopes }) => scopes)
  for (const scope of scopeNames(lostScopes(earlier, target.scopes))) page.removeScope(scope)
}

/**
 * Adds the items that became visible or hidden since `view`, until the page is full. Returns the place to continue, or
 * undefined if all were added.
 */
export async function fillPage(
  db: Queries,
  kinds: SyncKinds,
  page: Page,
  view: View | null,
  fill: Fill,
): Promise<Place | undefined> {
  const { scopes } = fill.target
  const differenceOf = differences(view, fill)
  let { place } = fill
  for (let kind = kindAt(kinds, place); kind; kind = kindAt(kinds, place)) {
    if (page.isFull) return place
    const limit = page.batchSize
    const where = differenceOf(kind)
    const read = { where: where!, visible: kind.within(scopes), after: place.after, limit }
    const rows = where ? await readRowsAfter(db, kind, scopes, read) : []
    for (const row of rows)
      if (row.is_visible) page.put(itemFromRow(kind, row, scopes))
      else page.remove(kind.name, row.id)
    place =
      rows.length < limit
        ? { kind: place.kind + 1, after: null }
        : { kind: place.kind, after: rows.at(-1)!.id }
  }
  return undefined
}

/**
 * Returns a function that builds the condition for the items of a kind to send. A lost scope also removes items that
 * the device still sees through another scope, so they are sent again. An item that is hidden without a lost scope is
 * sent as removed: a guest doesn't see the personal skills that they wrote as a member.
 */
function differences(view: View | null, { target, interrupted }: Fill): (kind: SyncKind) => Sql | undefined {
  const now = target.scopes
  if (!view && interrupted.length === 0) return (kind) => kind.within(now)
  const earlier = [...(view ? [view] : []), ...interrupted].map(({ scopes }) => scopes)
  const lost = lostScopes(earlier, now)
  const projects = view ? differingProjects([now, ...earlier]) : undefined
  return (kind) => {
    const isIn = (scopes: Scopes) => sql`(${kind.within(scopes)}) is true`
    const had = view ? isIn(view.scopes) : sql`false`
    const hadSome = sql.join(earlier.map(isIn), ' or ')
    const changed = sql`${isIn(now)} and (not ${had} or ${isIn(lost)})
      or not (${isIn(now)}) and not (${isIn(lost)}) and (${hadSome})`
    if (!projects) return changed
    // Nothing else differs, so the index of the project finds the few items.
    return kind.project && sql`t.${sql.raw(kind.project)} = any(${projects}::uuid[]) and (${changed})`
  }
}

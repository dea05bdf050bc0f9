import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import type { SyncField, SyncKind, SyncKinds } from '../../operations/sync-kind.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { ImportedItem } from './import-file.ts'

/** Finds the ids that the items of a file have in this organization. */
export interface References {
  /** The items of the file and of earlier imports, by their id in the file. Null if an item was refused. */
  items: Map<string, string | null>
  /** The users and teams of the organization that the file names. */
  others: Set<string>
}

/** Looks up everything that the file contains and names, in a few queries for each batch of ids. */
export async function findReferences(
  db: Queries,
  kinds: SyncKinds,
  organizationId: string,
  items: ImportedItem[],
): Promise<References> {
  const named = items.flatMap(({ kind, fields }) => namedIds(kinds[kind], fields))
  const ids = [...new Set([...items.map(({ id }) => id), ...named])]
  const found: References = { items: new Map(), others: new Set() }
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    for (const { id, item_id } of await findItems(db, kinds, organizationId, batch))
      found.items.set(id, item_id)
    for (const { id } of await findOthers(db, organizationId, batch)) found.others.add(id)
  }
  return found
}

const batchSize = 5000

/** Finds items under their own id, also in the trash, and those of earlier imports, which take precedence. */
function findItems(db: Queries, kinds: SyncKinds, organizationId: string, ids: string[]) {
  const own = Object.values(kinds).map(
    ({ table }) => sql`select id, id as item_id, 1 as place from ${sql.raw(table)}
      where id = any(${ids}::uuid[]) and organization_id = ${organizationId}`,
  )
  return db.run<{ id: string; item_id: string }>(
    sql`${sql.join(own, ' union all ')} union all
      select source_id, item_id, 2 from sync_imports
       where source_id = any(${ids}::uuid[]) and organization_id = ${organizationId}
      order by place`,
  )
}

function findOthers(db: Queries, organizationId: string, ids: string[]) {
  return db.run<{ id: string }>(
    sql`select user_id as id from organization_members
       where user_id = any(${ids}::uuid[]) and organization_id = ${organizationId}
      union all select id from teams where id = any(${ids}::uuid[]) and organization_id = ${organizationId}`,
  )
}

function namedIds(kind: SyncKind, fields: Record<string, unknown>): string[] {
  return Object.entries(fields)
    .filter(([name]) => kind.fields[name]!.refers)
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === 'string' && anyUuid.test(value))
}

/**
 * Returns the fields of an item with the ids of this organization. Leaves out users, teams and items that don't exist
 * here. Rejects an item whose project is missing or whose parent was refused, because it would lose its place.
 */
export function mapReferences(
  kind: SyncKind,
  { fields }: ImportedItem,
  { items, others }: References,
): Record<string, unknown> {
  const mapId = (name: string, { refers }: SyncField, id: unknown): unknown => {
    if (typeof id !== 'string') return id
    if (others.has(id)) return id
    const mapped = items.get(id)
    if (mapped === null || (mapped === undefined && name === 'project'))
      reject('parent_not_imported', { kind: kind.name, parent: refers, id })
    return mapped ?? null
  }
  const mapped = Object.entries(fields).map(([name, value]) => {
    const field = kind.fields[name]!
    if (!field.refers) return [name, value]
    if (!Array.isArray(value)) return [name, mapId(name, field, value)]
    return [name, value.map((id) => mapId(name, field, id)).filter((id) => id !== null)]
  })
  return withoutTeam(Object.fromEntries(mapped) as Record<string, unknown>)
}

/** Hides an item of a team that doesn't exist here, instead of showing it to everyone. */
function withoutTeam(fields: Record<string, unknown>): Record<string, unknown> {
  if (fields.team !== null) return fields
  return {
    ...fields,
    ...(fields.visibility === 'team' && { visibility: 'private' }),
    ...(fields.scope === 'team' && { scope: 'personal' }),
  }
}

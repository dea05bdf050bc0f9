import { z } from 'zod'
import type { Actor } from '../../../database/actor.ts'
import type { Rows } from '../../../database/row-types.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { DeletableRow, Narrow } from '../../../database/tables.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { App, Context } from '../../../operations/context.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { type Scopes, type SyncKindName, syncKindNames, valueOf } from '../../../operations/sync-kind.ts'
import { titleOf } from '../item-fields.ts'

export const resolutions = ['current', 'other', 'value'] as const

/** A conflict as the API returns it. */
export const Conflict = z
  .object({
    id: z.uuid(),
    type: z
      .enum(['field', 'deleted'])
      .describe('field: two changes of one field. deleted: changes of an item that was deleted.'),
    kind: z.enum(syncKindNames),
    item: z.object({
      id: z.uuid(),
      key: z.string(),
      title: z.string(),
      deleted: z.boolean(),
    }),
    project: z.string().nullable().describe('Project slug.'),
    field: z.string().nullable().describe('Null for a deletion.'),
    current: z.unknown().describe('Value that the item has now.'),
    other: z.unknown().describe('Value that lost. For a deletion, the changed fields.'),
    base: z.unknown().describe('Value before both changes, if known.'),
    currentBy: Who.describe('Author of the value that won, or of the deletion.'),
    otherBy: Who.describe('Author of the value that lost.'),
    createdAt: z.iso.datetime(),
    resolution: z.enum(resolutions).nullable(),
    resolvedBy: Who.nullable(),
    resolvedAt: z.iso.datetime().nullable(),
    version: z.int(),
    may: z.object({ resolve: z.boolean() }).describe('Actions the caller can take.'),
  })
  .meta({ id: 'Conflict' })

export type ConflictRow = Narrow<
  Rows['sync_conflicts'],
  {
    item_kind: SyncKindName
    resolution: (typeof resolutions)[number]
    type: 'field' | 'deleted'
    other_by: Actor
    current_by: Actor
    resolved_by: Actor
  }
>

export interface ConflictWithProject extends ConflictRow {
  project_slug: string | null
}

export const conflictRef = reference('conflict', 'The conflict id.')

/** Conflicts `c` with their project `p`. */
export const fromConflicts = sql`sync_conflicts c left join projects p on p.id = c.project_id`
export const conflictColumns = sql`c.*, p.slug as project_slug`

/** Builds the filter for conflicts `c` of items that someone with these scopes can see. */
export function conflictsWithin({ syncKinds }: Pick<App, 'syncKinds'>, scopes: Scopes): Sql {
  const visible = syncKindNames.map((name) => {
    const { from, within } = syncKinds[name]
    return sql`c.item_kind = ${name} and exists (select 1 from ${from} where t.id = c.item_id and ${within(scopes)})`
  })
  return sql`(${sql.join(visible, ' or ')})`
}

/** Adds the current state of the items to conflicts, with one query per kind. */
export async function showConflicts(
  ctx: Context & InOrganization,
  rows: readonly ConflictWithProject[],
): Promise<z.output<typeof Conflict>[]> {
  const { app, db, caller } = ctx
  const items = new Map<string, DeletableRow>()
  const editable = new Set<string>()
  for (const [name, conflicts] of Map.groupBy(rows, ({ item_kind }) => item_kind)) {
    const { columns, from } = app.syncKinds[name]
    const ids = conflicts.map(({ item_id }) => item_id)
    const found = await db.run<DeletableRow>(sql`select ${columns} from ${from} where t.id = any(${ids})`)
    for (const item of found) items.set(item.id, item)
    for (const id of await editableItems(ctx, name, ids)) editable.add(id)
  }
  return rows.map((row) =>
    conflictFromRow(
      app,
      row,
      items.get(row.item_id),
      may(caller, { resolve: row.resolved_at === null && editable.has(row.item_id) }),
    ),
  )
}

/** Returns the items that the caller can edit. The same people can restore them from the trash. */
async function editableItems(
  { app, db, ...granted }: Context & InOrganization,
  name: SyncKindName,
  ids: string[],
): Promise<string[]> {
  const listed = app.trashKinds[name].listed(granted)
  if (!listed) return []
  const rows = await db.run<{ id: string }>(
    sql`select t.id from ${listed.from} where ${listed.where} and t.id = any(${ids})`,
  )
  return rows.map(({ id }) => id)
}

function conflictFromRow(
  { syncKinds }: App,
  row: ConflictWithProject,
  item: DeletableRow | undefined,
  allowed: z.output<typeof Conflict>['may'],
): z.output<typeof Conflict> {
  const field = row.field === null ? undefined : syncKinds[row.item_kind].fields[row.field]
  return {
    id: row.id,
    type: row.type,
    kind: row.item_kind,
    item: {
      id: row.item_id,
      key: row.item_key,
      title: item ? titleOf(item) : row.item_title,
      deleted: item?.deleted_at !== null,
    },
    project: row.project_slug,
    field: row.field,
    current: item && field ? valueOf(field, item) : null,
    other: row.other,
    base: row.base,
    currentBy: whoFromActor(row.current_by),
    otherBy: whoFromActor(row.other_by),
    createdAt: row.created_at,
    resolution: row.resolution,
    resolvedBy: row.resolved_by && whoFromActor(row.resolved_by),
    resolvedAt: row.resolved_at,
    version: row.version,
    may: allowed,
  }
}

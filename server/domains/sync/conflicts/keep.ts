import type { Actor } from '../../../database/actor.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { DeletableRow } from '../../../database/tables.ts'
import { actorOf } from '../../../operations/caller.ts'
import { concerning } from '../../../operations/rows.ts'
import type { SyncKind } from '../../../operations/sync-kind.ts'
import type { Unit } from '../../../operations/transact.ts'
import { newId } from '../../../platform/ids.ts'
import type { DeviceRow } from '../../teams/devices/device.ts'
import { type Fields, titleOf } from '../item-fields.ts'
import type { LostValue } from '../merge.ts'

interface Pushing {
  device: DeviceRow
}

/** A value that lost, or with `field` null, changes that met a deletion. */
interface Kept {
  type: 'field' | 'deleted'
  field: string | null
  base: unknown
  other: unknown
  otherBy: Actor
  currentBy: Actor
}

/** Keeps values that a pushed edit replaced. Returns the ids of the conflicts. */
export async function keepLost(
  unit: Unit,
  pushing: Pushing,
  kind: SyncKind,
  row: DeletableRow,
  lost: LostValue[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { field, base, other, by } of lost)
    ids.push(
      await keep(unit, pushing, kind, row, {
        type: 'field',
        field,
        base,
        other,
        otherBy: by ?? (await lastAuthor(unit.db, row.id)) ?? actorOf(unit.caller),
        currentBy: actorOf(unit.caller),
      }),
    )
  return ids
}

/**
 * Keeps the changes of an item that was deleted. `by` is their author, if someone else made them and the caller deleted
 * the item. Otherwise the caller made them.
 */
export async function keepDeleted(
  unit: Unit,
  pushing: Pushing,
  kind: SyncKind,
  row: DeletableRow,
  { fields, by }: { fields: Fields; by: Actor | undefined },
): Promise<string> {
  const caller = actorOf(unit.caller)
  return keep(unit, pushing, kind, row, {
    type: 'deleted',
    field: null,
    base: null,
    other: fields,
    otherBy: by ?? caller,
    currentBy: by ? caller : (row.deleted_by ?? caller),
  })
}

async function keep(
  unit: Unit,
  { device }: Pushing,
  kind: SyncKind,
  row: DeletableRow,
  { type, field, base, other, otherBy, currentBy }: Kept,
): Promise<string> {
  const id = newId()
  const about = concerning(kind, row)
  await unit.db.run(
    sql`insert into sync_conflicts (id, organization_id, project_id, type, item_kind, item_id, item_key, item_title, field,
        base, other, other_by, current_by, device_id)
      values (${id}, ${row.organization_id}, ${about.projectId}, ${type}, ${kind.name}, ${row.id}, ${about.subject.key},
        ${titleOf(row)}, ${field}, ${JSON.stringify(base)}, ${JSON.stringify(other)}, ${JSON.stringify(otherBy)},
        ${JSON.stringify(currentBy)}, ${device.id})`,
  )
  unit.record({
    ...about,
    type: 'conflict.created',
    subject: { kind: 'conflict', id, key: about.subject.key },
    data: { item: about.subject, field },
  })
  return id
}

async function lastAuthor(db: Queries, itemId: string): Promise<Actor | undefined> {
  const [last] = await db.run<{ actor: Actor }>(
    sql`select actor from journal where subject_id = ${itemId} order by xid desc, seq desc limit 1`,
  )
  return last?.actor
}

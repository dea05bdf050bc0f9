import type { Actor } from '../../database/actor.ts'
import type { Queries } from '../../database/connect.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type SyncField, type SyncKind, valueOf } from '../../operations/sync-kind.ts'
import { toCamelCase } from '../../platform/names.ts'
import type { Edit } from './change.ts'
import { type Fields, isSame } from './item-fields.ts'
import { mergeText } from './merge-text.ts'

/** A value that a pushed one replaced although its author had not seen the other change. */
export interface LostValue {
  field: string
  base: unknown
  other: unknown
  /** The author of the lost value. Undefined if it is older than the version that the device saw. */
  by: Actor | undefined
}

export interface Merged {
  /** The fields to store. */
  set: Fields
  /** The texts that contain both changes. */
  merged: Fields
  lost: LostValue[]
}

/** A change of the item by someone else since the version that the device saw. */
export type OtherChange = Pick<JournalRow, 'version' | 'actor' | 'changes' | 'data'> & {
  /** Whether the pushing device made it. */
  own: boolean
}

/**
 * Decides field by field what an edit stores. A field that nobody else changed takes the pushed value. Texts are merged
 * where the changes don't touch. Otherwise the pushed value wins, because it is the later one, and the other is kept.
 */
export function mergeEdit(kind: SyncKind, row: DeletableRow, edit: Edit, since: OtherChange[]): Merged {
  const result: Merged = { set: {}, merged: {}, lost: [] }
  for (const [name, pushed] of Object.entries(edit.fields)) {
    const field = kind.fields[name]
    const current = field && valueOf(field, row)
    if (!field || isSame(current, pushed)) {
      // A placement, or an unknown field, which the operation rejects.
      if (!field) result.set[name] = pushed
      continue
    }
    const base = baseOf(field, name, edit, current, since)
    if (base.isCurrent) {
      result.set[name] = pushed
      continue
    }
    const text = field.text && base.isKnown ? mergeTexts(base.value, current, pushed) : undefined
    if (text === undefined) {
      const by = since.findLast((change) => changesField(field, change)) ?? since.at(-1)
      result.lost.push({ field: name, base: base.value, other: current, by: by?.actor })
      result.set[name] = pushed
    } else if (text !== current) {
      result.set[name] = text
      result.merged[name] = text
    } else result.merged[name] = text
  }
  return result
}

interface Base {
  value: unknown
  isKnown: boolean
  /** Whether nobody else changed the field since the device saw it. */
  isCurrent: boolean
}

/** Finds the value of a field that the device started from: as it says, or else from the journal. */
function baseOf(
  field: SyncField,
  name: string,
  { base }: Edit,
  current: unknown,
  since: OtherChange[],
): Base {
  if (base && name in base) {
    const value = base[name] ?? null
    return { value, isKnown: true, isCurrent: isSame(value, current) }
  }
  const changes = since.filter((change) => changesField(field, change))
  const firstOther = changes.findIndex(({ own }) => !own)
  if (firstOther === -1) return { value: current, isKnown: true, isCurrent: true }
  const value = field.unjournaled ? undefined : valueBefore(field, changes[firstOther]!)
  return { value: value ?? null, isKnown: value !== undefined, isCurrent: false }
}

function changesField({ columns, unjournaled }: SyncField, { changes, data }: OtherChange): boolean {
  if (columns.some((column) => toCamelCase(column) in (changes ?? {}))) return true
  const omitted = unjournaled ? (data?.omitted as string[] | undefined) : undefined
  return columns.some((column) => omitted?.includes(column))
}

function valueBefore({ columns }: SyncField, { changes }: OtherChange): unknown {
  const before = columns.map((column) => changes?.[toCamelCase(column)]?.from)
  return before.find((value) => value !== null && value !== undefined) ?? null
}

function mergeTexts(base: unknown, current: unknown, pushed: unknown): string | undefined {
  if (typeof base !== 'string' || typeof current !== 'string' || typeof pushed !== 'string') return undefined
  return mergeText(base, current, pushed)
}

/** Returns the changes of an item after the version that the device saw, oldest first. */
export function changesSince(
  db: Queries,
  deviceId: string,
  itemId: string,
  version: number,
): Promise<OtherChange[]> {
  return db.run<OtherChange>(
    sql`select j.version, j.actor, j.changes, j.data,
              exists (select 1 from sync_changes c where c.item_id = j.subject_id and c.device_id = ${deviceId}
                         and c.version = j.version) as own
         from journal j where j.subject_id = ${itemId} and j.version > ${version} order by j.version, j.xid, j.seq`,
  )
}

/** Returns the current values of the fields that others changed, for a conflict with a deletion. */
export function changedByOthers(
  kind: SyncKind,
  row: DeletableRow,
  since: OtherChange[],
): { fields: Fields; by: Actor } | undefined {
  const others = since.filter(({ own }) => !own)
  const changed = Object.entries(kind.fields).filter(([, field]) =>
    others.some((change) => changesField(field, change)),
  )
  if (changed.length === 0) return undefined
  const fields = Object.fromEntries(changed.map(([name, field]) => [name, valueOf(field, row)]))
  return { fields, by: others.at(-1)!.actor }
}

import { createHash } from 'node:crypto'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { parse, prepare } from '../../operations/perform.ts'
import { type Scopes, type SyncKind, inputToCreate, inputToUpdate } from '../../operations/sync-kind.ts'
import { type Unit, transact } from '../../operations/transact.ts'
import { restoreTrash } from '../trash/trash.ts'
import type { DeviceRow } from '../teams/devices/device.ts'
import type { Change, Edit, Stored } from './change.ts'
import { keepDeleted, keepLost } from './conflicts/keep.ts'
import { changedByOthers, changesSince, mergeEdit } from './merge.ts'

/** The device that pushes, and what its user can see. */
export type PushContext = Context & InOrganization & { device: DeviceRow; scopes: Scopes }

/** What a change did to its item, before the item's new version is known. */
type Applied = Omit<Stored, 'item'>

/** `from` is the version of the item before, if it existed. */
interface Done extends Applied {
  from?: number
}

/**
 * Applies one change in its own transaction, with the operation that every other client uses, and remembers it permanently.
 * Rejects a change that the operation rejects: nothing is stored then.
 */
export async function applyChange(ctx: PushContext, change: Change): Promise<Stored> {
  const prepared = await prepareChange(ctx, change)
  return transact(ctx.app, ctx.caller, ctx.request, (unit) => applyIn(unit, ctx, change, prepared))
}

/**
 * Applies changes that don't depend on each other in one transaction, all or none, because a commit for each takes most
 * of the time. Their statements are sent together.
 */
export function applyTogether(ctx: PushContext, changes: readonly Change[]): Promise<Stored[]> {
  return transact(ctx.app, ctx.caller, ctx.request, async (unit) => {
    // Waits for all of them, because the transaction must not end while statements are under way.
    const applied = await Promise.allSettled(changes.map((change) => applyIn(unit, ctx, change)))
    return applied.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  })
}

async function applyIn(unit: Unit, ctx: PushContext, change: Change, prepared?: object): Promise<Stored> {
  const kind = ctx.app.syncKinds[change.kind]
  const { from, ...applied } = await actions[change.action](unit, ctx, kind, change as never, prepared)
  return remember(unit.db, ctx, kind, change, applied, from)
}

/** Does the slow work of the operation, such as embedding a text, before the transaction. */
async function prepareChange(ctx: PushContext, change: Change): Promise<object | undefined> {
  if (change.action !== 'create' && change.action !== 'update') return undefined
  const kind = ctx.app.syncKinds[change.kind]
  const operation = kind[change.action]
  if (!operation.prepare) return undefined
  const row = change.action === 'update' ? await findItem(ctx.db, ctx, kind, change.item) : undefined
  if (row && row.deleted_at !== null) return undefined
  const input = row ? inputToUpdate(kind, row, change.fields) : inputToCreate(kind, change.fields)
  return prepare(ctx.app, operation, ctx.caller, parse(operation, input), ctx.request)
}

type Action<Name extends Change['action']> = (
  unit: Unit,
  ctx: PushContext,
  kind: SyncKind,
  change: Extract<Change, { action: Name }>,
  prepared: object | undefined,
) => Promise<Done>

const actions: { [Name in Change['action']]: Action<Name> } = {
  async create(unit, ctx, kind, { item, fields }, prepared = {}) {
    // A violated primary key would say that the id exists, but an earlier check leaves the transaction usable.
    const [existing] = await unit.db.run(sql`select 1 from ${sql.raw(kind.table)} where id = ${item}`)
    if (existing) reject('id_taken', { id: item })
    await unit.perform(kind.create, inputToCreate(kind, fields), { createId: item, prepared })
    for (const set of kind.afterCreate?.(fields) ?? [])
      await unit.perform(kind.update, inputToUpdate(kind, await findItem(unit.db, ctx, kind, item), set))
    return { outcome: 'applied' }
  },
  update: edit,
  move: edit,
  async delete(unit, ctx, kind, { item, version }) {
    const row = await findItem(unit.db, ctx, kind, item)
    if (row.deleted_at !== null) {
      const locked = await lockItem(unit.db, ctx, kind, item)
      if (locked.deleted_at !== null) return { outcome: 'applied', from: locked.version }
      return actions.delete(unit, ctx, kind, { item, version } as never, undefined)
    }
    const since = row.version === version ? [] : await changesSince(unit.db, ctx.device.id, item, version)
    const lost = changedByOthers(kind, row, since)
    const isDone = await tryVersion(() =>
      unit.perform(kind.remove, kind.address(row), { ifMatch: row.version }),
    )
    if (!isDone) return actions.delete(unit, ctx, kind, { item, version } as never, undefined)
    if (!lost) return { outcome: 'applied' }
    const conflict = await keepDeleted(unit, ctx, kind, row, lost)
    return { outcome: 'conflict', conflicts: [conflict] }
  },
  async restore(unit, ctx, kind, { item }) {
    const row = await lockItem(unit.db, ctx, kind, item)
    if (row.deleted_at !== null) await unit.perform(restoreTrash, { kind: kind.name, item })
    return { outcome: 'applied', from: row.version }
  },
}

/** Merges an edit with the changes that the device had not seen, and stores the result. */
async function edit(
  unit: Unit,
  ctx: PushContext,
  kind: SyncKind,
  change: Edit,
  prepared?: object,
): Promise<Done> {
  const row = await findItem(unit.db, ctx, kind, change.item)
  if (row.deleted_at !== null) {
    const locked = await lockItem(unit.db, ctx, kind, change.item)
    if (locked.deleted_at !== null) return editDeleted(unit, ctx, kind, locked, change)
    // Someone restored it after it was read.
    return edit(unit, ctx, kind, change, prepared)
  }
  const isCurrent = row.version === change.version && !change.base
  const since = isCurrent ? [] : await changesSince(unit.db, ctx.device.id, change.item, change.version)
  const { set, merged, lost } = mergeEdit(kind, row, change, since)
  // Checks the access rule even if nothing is left to store.
  const isDone = await tryVersion(() =>
    unit.perform(kind.update, inputToUpdate(kind, row, set), {
      ifMatch: row.version,
      ...(prepared && { prepared }),
    }),
  )
  // Someone changed the item after it was read. The next read sees that.
  if (!isDone) return edit(unit, ctx, kind, change, prepared)
  const conflicts = await keepLost(unit, ctx, kind, row, lost)
  const isMerged = Object.keys(merged).length > 0
  return {
    from: row.version,
    outcome: conflicts.length > 0 ? 'conflict' : isMerged ? 'merged' : 'applied',
    ...(isMerged && { fields: merged }),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

/** Keeps the edit of a deleted item as a conflict, because an edit must not bring back what someone deleted. */
async function editDeleted(
  unit: Unit,
  ctx: PushContext,
  kind: SyncKind,
  row: DeletableRow,
  { fields }: Edit,
): Promise<Done> {
  parse(kind.update, inputToUpdate(kind, row, fields))
  const conflict = await keepDeleted(unit, ctx, kind, row, { fields, by: undefined })
  return { outcome: 'conflict', conflicts: [conflict], from: row.version }
}

/** Returns false if the item has another version by now. */
async function tryVersion(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof OperationError && error.code === 'version_conflict') return false
    throw error
  }
}

/** Finds an item that the user can see, deleted or not. */
async function findItem(db: Queries, ctx: PushContext, kind: SyncKind, id: string): Promise<DeletableRow> {
  const [row] = await db.run<DeletableRow>(
    sql`select ${kind.columns} from ${kind.from} where t.id = ${id} and ${kind.within(ctx.scopes)}`,
  )
  // A deleted project is outside of what the user can see, but they can restore it.
  const found = row ?? (await ctx.app.trashKinds[kind.name].find(db, ctx, id))
  return found ?? reject('not_found', { kind: kind.name, ref: id })
}

/** Locks an item that the user can edit or restore, deleted or not, so that nobody deletes or restores it meanwhile. */
async function lockItem(db: Queries, ctx: PushContext, kind: SyncKind, id: string): Promise<DeletableRow> {
  const row = await ctx.app.trashKinds[kind.name].find(db, ctx, id)
  return row ?? reject('not_found', { kind: kind.name, ref: id })
}

/**
 * Stores the result with the change, in its transaction, and returns it with the new version of the item. A change that
 * left the item as it was has no version: that one is someone else's, and would count as the device's own.
 */
async function remember(
  db: Queries,
  { device, organization }: PushContext,
  kind: SyncKind,
  change: Change,
  applied: Applied,
  from: number | undefined,
): Promise<Stored> {
  const key: Sql = sql.raw(kind.key)
  const [item] = await db.run<Stored['item']>(
    sql`with item as (select id, ${key} as key, version from ${sql.raw(kind.table)} where id = ${change.item}),
        stored as (
          insert into sync_changes (device_id, id, organization_id, hash, item_id, version, result)
          select ${device.id}::uuid, ${change.id}::text, ${organization.id}::uuid, ${hashOf(change)}::bytea, id,
                 nullif(version, ${from ?? null}::int),
                 ${JSON.stringify(applied)}::jsonb || jsonb_build_object('item', to_jsonb(item)) from item)
      select * from item`,
  )
  return { ...applied, item: item! }
}

export function hashOf(change: Change): Buffer {
  return createHash('sha256').update(JSON.stringify(change)).digest()
}

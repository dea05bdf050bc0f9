import { sql } from '../../database/sql.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { OperationError } from '../../errors/errors.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { parse, prepare } from '../../operations/perform.ts'
import { type SyncKind, inputToCreate, inputToUpdate } from '../../operations/sync-kind.ts'
import { type Unit, transact } from '../../operations/transact.ts'
import { newId } from '../../platform/ids.ts'
import { resolveDecision } from '../knowledge/decisions/resolve-decision.ts'
import type { ImportedItem } from './import-file.ts'

type ImportContext = Context & InOrganization

/** The id of an item in this organization, and whether the import created it. */
export interface Stored {
  id: string
  isNew: boolean
}

/**
 * Creates an item with mapped fields in its own transaction, and stores its new id. Leaves out a field that only the
 * target rejects: a slug that is taken, an assignee without access, an unknown workflow.
 */
export async function importItem(
  ctx: ImportContext,
  kind: SyncKind,
  item: ImportedItem,
  fields: Record<string, unknown>,
): Promise<Stored> {
  try {
    return await createItem(ctx, kind, item, fields)
  } catch (error) {
    const left = error instanceof OperationError ? withoutRejected(fields, error) : fields
    if (left === fields) throw error
    return importItem(ctx, kind, item, left)
  }
}

const optional = ['assignee', 'workflow', 'slug', 'key']

function withoutRejected(fields: Record<string, unknown>, { code, details, errors }: OperationError) {
  const rejected =
    code === 'already_taken' || code === 'slug_taken'
      ? ['slug', 'key']
      : [details.kind as string, ...(errors ?? []).map(({ path }) => path)]
  const names = rejected.filter((name) => optional.includes(name) && fields[name] != null)
  if (names.length === 0) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

async function createItem(
  ctx: ImportContext,
  kind: SyncKind,
  item: ImportedItem,
  fields: Record<string, unknown>,
): Promise<Stored> {
  const { app, caller, request, organization } = ctx
  const input = inputToCreate(kind, fieldsToCreate(kind, fields))
  const prepared = await prepare(app, kind.create, caller, parse(kind.create, input), request)
  return transact(app, caller, request, async (unit) => {
    const createId = newId()
    // Inserted first: a concurrent import of the same file waits here, and then finds the item.
    const claimed = await unit.db.run(
      sql`insert into sync_imports (organization_id, source_id, item_kind, item_id)
        values (${organization.id}, ${item.id}, ${kind.name}, ${createId})
        on conflict (organization_id, source_id) do nothing returning 1`,
    )
    if (claimed.length === 0) return findImported(unit, organization.id, item.id)
    const output: unknown = await unit.perform(kind.create, input, { createId, prepared })
    const id = kind.created ? kind.created(output as never) : (output as { id: string }).id
    if (id !== createId) {
      // A memory with the same content exists.
      await unit.db.run(
        sql`update sync_imports set item_id = ${id} where organization_id = ${organization.id} and source_id = ${item.id}`,
      )
      return { id, isNew: false }
    }
    await completeItem(unit, kind, id, fields)
    return { id, isNew: true }
  })
}

/** Leaves out the fields that `create` doesn't take, and references to items of the same kind, which may come later. */
function fieldsToCreate(kind: SyncKind, fields: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(fields).filter(([name]) => {
    const { writtenBy, refers } = kind.fields[name]!
    return writtenBy !== 'none' && writtenBy !== 'update' && refers !== kind.name
  })
  const toCreate = Object.fromEntries(given)
  // Others become accepted first. `completeItem` rejects a rejected one.
  const status = statusOfNewDecision(kind, fields)
  return status ? { ...toCreate, status } : toCreate
}

function statusOfNewDecision({ name }: SyncKind, { status }: Record<string, unknown>) {
  if (name !== 'decision') return undefined
  if (status === 'rejected') return 'proposed'
  return status === 'superseded' ? 'accepted' : undefined
}

/** Sets the values that `create` doesn't take. */
async function completeItem(
  unit: Unit,
  kind: SyncKind,
  id: string,
  fields: Record<string, unknown>,
): Promise<void> {
  if (kind.name === 'decision' && fields.status === 'rejected')
    await unit.perform(resolveDecision, { decision: id, status: 'rejected' })
  for (const later of kind.afterCreate?.(withoutOwnKind(kind, fields)) ?? [])
    await updateItem(unit, kind, id, later)
}

function withoutOwnKind(kind: SyncKind, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => kind.fields[name]!.refers !== kind.name),
  )
}

/** Sets the references of an item to others of its kind, when all of them are there. */
export async function linkItem(
  ctx: ImportContext,
  kind: SyncKind,
  id: string,
  fields: Record<string, unknown>,
): Promise<void> {
  const links = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => kind.fields[name]!.refers === kind.name && value !== null,
    ),
  )
  if (Object.keys(links).length === 0) return
  const { app, caller, request } = ctx
  const row = await readRow(ctx, kind, id)
  const input = parse(kind.update, inputToUpdate(kind, row, links))
  const prepared = await prepare(app, kind.update, caller, input, request)
  await transact(app, caller, request, (unit) => updateItem(unit, kind, id, links, prepared))
}

async function updateItem(
  unit: Unit,
  kind: SyncKind,
  id: string,
  fields: Record<string, unknown>,
  prepared: object = {},
): Promise<void> {
  const row = await readRow(unit, kind, id)
  await unit.perform(kind.update, inputToUpdate(kind, row, fields), { prepared })
}

async function readRow({ db }: Pick<Unit, 'db'>, kind: SyncKind, id: string): Promise<DeletableRow> {
  const [row] = await db.run<DeletableRow>(sql`select ${kind.columns} from ${kind.from} where t.id = ${id}`)
  return row!
}

async function findImported({ db }: Unit, organizationId: string, sourceId: string): Promise<Stored> {
  const [found] = await db.run<{ item_id: string }>(
    sql`select item_id from sync_imports where organization_id = ${organizationId} and source_id = ${sourceId}`,
  )
  return { id: found!.item_id, isNew: false }
}

import type { AccessRule, InOrganization } from './access.ts'
import type { Context } from './context.ts'
import type { Operation } from './operation.ts'
import type { TrashKindName } from './trash-kind.ts'
import { toCamelCase } from '../platform/names.ts'

/** Column values by column name. */
export type Columns = Record<string, unknown>

/** A field that an undo can revert, under its API name. An undo writes no column that is not listed. */
export interface UndoableField<Granted extends object> {
  name: string
  /** The columns that store the field. Each one that the event changed must still have the event's value. */
  columns: readonly string[]
  /** Columns that are reverted with the field, whatever their current value is. */
  alongside?: readonly string[]
  /**
   * Rejects the field (`rejectField`) if its previous value is no longer valid, and the whole undo if the caller cannot
   * change the field. `set` has the columns reverted so far. Can return further columns to write.
   */
  check?(ctx: Context & Granted, previous: Columns, set: Columns): Promise<Columns | void> | Columns | void
}

/** Rules for undoing the changes of one kind of item. */
export interface UndoableKind<Granted extends InOrganization = InOrganization> {
  /** The event types whose fields can be reverted. */
  types: readonly string[]
  fields: readonly UndoableField<Granted>[]
  /** Finds and locks the item. Rejects a caller who cannot edit it. */
  lock(ctx: Context & InOrganization, id: string): Promise<Granted & { row: Columns }>
  change(ctx: Context & Granted, set: Columns): Promise<unknown>
  /** The operation that undoes the creation. */
  remove: Pick<Operation, 'access' | 'run'>
  /** The input field of `remove` that names the item. */
  field: string
}

/** Creates fields that have one column each and accept every previous value. */
export function plainFields(...columns: string[]): { name: string; columns: string[] }[] {
  return columns.map((column) => ({ name: toCamelCase(column), columns: [column] }))
}

/** Builds the rules of a kind whose row an access rule finds and locks, under the name of the input field. */
export function undoableThrough<Field extends string, Granted extends InOrganization & Record<Field, object>>(
  field: Field,
  access: AccessRule<Record<Field, string>, Granted>,
  rules: Omit<UndoableKind<NoInfer<Granted>>, 'field' | 'lock'>,
): UndoableKind<Granted> {
  return {
    ...rules,
    field,
    async lock(ctx, id) {
      const granted = await access.check(writeAccess(ctx), { [field]: id } as Record<Field, string>)
      return { ...granted, row: { ...granted[field] } as Columns }
    },
  }
}

/** Returns the input of an access check that locks the row it finds. */
export function writeAccess({ caller, db }: Context) {
  return { caller, db, reads: false, hold: true }
}

/** The kinds whose changes can be undone. Events of all other kinds can't. */
export type UndoableKinds = Readonly<Partial<Record<TrashKindName, UndoableKind>>>

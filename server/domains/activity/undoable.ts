import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Operation } from '../../operations/operation.ts'
import { toCamelCase } from '../../platform/names.ts'

/** Some columns of a row with their values. */
export type Columns = Record<string, unknown>

/** A field that can be set back, under the name that callers know it by. What is not named is never written. */
export interface UndoableField<Granted extends object> {
  name: string
  /** The columns that hold it. All that an entry changed must still be what it made of them. */
  columns: readonly string[]
  /** Those that go along with it, whatever they are now. */
  along?: readonly string[]
  /**
   * Refuses the field (`refuseField`) if it cannot be what it was, and everything if the caller may not change it. `set`
   * is what is to be set back so far. May answer further columns.
   */
  check?(ctx: Context & Granted, back: Columns, set: Columns): Promise<Columns | void> | Columns | void
}

/** How the changes of a kind of thing are undone. */
export interface UndoableKind<Granted extends InOrganization = InOrganization> {
  /** The types of entries whose fields can be set back. */
  types: readonly string[]
  fields: readonly UndoableField<Granted>[]
  /** Finds it and holds it, if the caller may change it. */
  hold(ctx: Context & InOrganization, id: string): Promise<Granted & { row: Columns }>
  change(ctx: Context & Granted, set: Columns): Promise<unknown>
  /** What undoes that it was made. */
  remove: Pick<Operation, 'access' | 'run'>
  /** What `remove` calls it in its input. */
  field: string
}

/** A field that is one column and can be anything that it ever was. */
export function plain(...columns: string[]): { name: string; columns: string[] }[] {
  return columns.map((column) => ({ name: toCamelCase(column), columns: [column] }))
}

/** For rules of access, which are asked here for what the caller did not name themselves. */
export function asked({ caller, db }: Context) {
  return { caller, db, reads: false, hold: true }
}

import { type Sql, sql } from '../database/sql.ts'
import type { DeletableRow } from '../database/tables.ts'
import type { Operation } from './operation.ts'
import type { Kind } from './rows.ts'
import type { TrashKindName } from './trash-kind.ts'

/** The kinds that devices copy, parents before children: a first pull and an export send them in this order. */
export const syncKindNames = [
  'project',
  'skill',
  'agent',
  'epic',
  'story',
  'feature',
  'task',
  'spec',
  'decision',
  'note',
  'session',
  'memory',
  'ai_session',
] as const satisfies readonly TrashKindName[]
export type SyncKindName = (typeof syncKindNames)[number]

/** What a user can see in an organization, from which follows what their devices hold. */
export interface Scopes {
  organizationId: string
  /** The visible projects that are not in the trash. */
  projects: string[]
  /** The teams whose skills the user can see. */
  teams: string[]
  /** Whether they see the items of the whole organization. */
  organization: boolean
  /** The user whose own items they see. Null for a credential that is bound to a project. */
  user: string | null
  /**
   * The user whose private conversations in these projects they see, if it isn't `user`: that of a bound credential. An
   * administrator who impersonates a user sees none.
   */
  owner?: string | null
}

/** A field of an item on devices, under the name that the operations of the kind take. */
export interface SyncField {
  /** The columns that store it. A column that an event changed counts as a change of the field. */
  columns: readonly string[]
  /** Whether it is a long text, in which concurrent edits of different places are merged. */
  text?: true
  /** Whether journal entries leave out its values, because revisions store them. */
  unjournaled?: true
  /** The kind of item that it names, so that an import can replace the id. `user` and `team` don't exist elsewhere. */
  refers?: SyncKindName | 'user' | 'team' | 'assignee'
  /** The only operation that takes it, or neither. Default: both `create` and `update`. */
  writtenBy?: 'create' | 'update' | 'none'
  /** Returns its value. Default: the first of its columns that is not null. */
  value?: (row: never) => unknown
}

export type SyncFields = Readonly<Record<string, SyncField>>

/** A kind of item that devices copy and change. Every change runs through the operations that all other clients use. */
export interface SyncKind<Row extends DeletableRow = DeletableRow> extends Kind<Row> {
  name: SyncKindName
  fields: SyncFields
  /** The columns to read, and the table as `t`: `t.*`, `tasks t`. */
  columns: Sql
  from: Sql
  /** Returns the condition for the items `t` that someone with these scopes sees. Doesn't exclude deleted items. */
  within(scopes: Scopes): Sql
  /** Returns the name of the scope that makes the item visible: `project:<id>`, `organization`, `user:<id>`, … */
  scopeOf(row: Row, scopes: Scopes): string
  /** The columns that decide who sees it, if they can change. */
  scopeColumns?: readonly string[]
  /** The items that hide or archive this one while they are in the trash, without an event of this one. */
  hiddenWith?: readonly { kind: SyncKindName; column: string }[]
  create: Operation
  update: Operation
  remove: Operation
  /** Returns the input that names the item, for `update` and `remove`. */
  address(row: Row): Record<string, unknown>
  /** Converts fields to the input of `create` or `update`, where the names differ. */
  createInput?(fields: Record<string, unknown>): Record<string, unknown>
  updateInput?(fields: Record<string, unknown>): Record<string, unknown>
  /** Returns fields for an `update` right after `create`, because `create` doesn't take these values. */
  afterCreate?(fields: Record<string, unknown>): Record<string, unknown>[]
  /** Returns the id of the item from the output of `create`. Default: `id`. */
  created?(output: never): string
  /** Whether imports leave it out, because `create` can't set its contents. */
  exportOnly?: true
}

/** The sync kinds of all domains. */
export type SyncKinds = Readonly<Record<SyncKindName, SyncKind>>

/** The columns of every item, besides those of its fields. */
const everyItem = [
  'id',
  'organization_id',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
] as const

/** Returns the columns of an item `t`: those of its fields, and those that every item has. */
export function columnsOf(fields: SyncFields, ...more: string[]): Sql {
  const columns = new Set([...everyItem, ...more, ...Object.values(fields).flatMap((field) => field.columns)])
  return sql.raw([...columns].map((column) => `t.${column}`).join(', '))
}

/** Returns the value of a field in a row. */
export function valueOf({ columns, value }: SyncField, row: DeletableRow): unknown {
  if (value) return value(row as never)
  const values = row as unknown as Record<string, unknown>
  return columns.map((column) => values[column]).find((each) => each !== null) ?? null
}

/** Returns the values of an item, as devices get and push them. */
export function fieldsOf({ fields }: Pick<SyncKind, 'fields'>, row: DeletableRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field, row)]))
}

/** Returns the input of `create`. Leaves out fields for `afterCreate`, and null, which means the same as no value. */
export function inputToCreate(kind: SyncKind, fields: Record<string, unknown>): Record<string, unknown> {
  const isTaken = (name: string, value: unknown) =>
    value !== null && kind.fields[name]?.writtenBy !== 'update'
  const given = Object.fromEntries(Object.entries(fields).filter(([name, value]) => isTaken(name, value)))
  return kind.createInput ? kind.createInput(given) : given
}

/** Returns the input of `update` for an item. */
export function inputToUpdate(kind: SyncKind, row: DeletableRow, fields: Record<string, unknown>) {
  return { ...kind.address(row), ...(kind.updateInput ? kind.updateInput(fields) : fields) }
}

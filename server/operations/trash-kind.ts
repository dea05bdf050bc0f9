import type { Queries } from '../database/connect.ts'
import type { Sql } from '../database/sql.ts'
import type { DeletableRow } from '../database/tables.ts'
import type { Taken } from '../database/unique-violation.ts'
import type { InOrganization } from './access.ts'
import type { Context } from './context.ts'
import type { Kind } from './rows.ts'

/** The kinds that can be deleted and restored, in purge order: children first, so that each gets its own event. */
export const trashKindNames = [
  'memory',
  'session',
  'ai_session',
  'comment',
  'evidence',
  'task',
  'story',
  'epic',
  'feature',
  'spec',
  'note',
  'decision',
  'repo',
  'project',
  'skill',
  'workflow',
  'workspace',
  'agent',
] as const
export type TrashKindName = (typeof trashKindNames)[number]

/** A kind of item that can be deleted and restored. */
export interface TrashKind<Row extends DeletableRow> extends Kind<Row> {
  /**
   * Finds and locks the item, deleted or not. Returns undefined if the caller can't see it, and rejects a caller who
   * can see but not restore it.
   */
  find(db: Queries, granted: InOrganization, ref: string): Promise<Row | undefined>
  /**
   * Returns SQL for the items that the caller can restore, by the same rules. `from` names each item `t` and its
   * optional project `p`. Undefined if the caller can restore none.
   */
  listed(granted: InOrganization): Listed | undefined
  /** Rejects the restore if a precondition is not met. */
  before?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** Names the unique values that another row may have taken since the deletion. */
  taken?(row: Row): Taken
  /** Restores dependent data. */
  after?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** SQL that is true for items that are never purged. */
  kept?: Sql
}

export interface Listed {
  from: Sql
  where: Sql
  title: Sql
  /** The slug of the project, if the kind has one. */
  project?: Sql
  /** The number of items that were deleted with it. */
  children?: Sql
}

/** The trash kinds of all domains, with the rules that decide who can restore them. */
export type TrashKinds = Readonly<Record<TrashKindName, TrashKind<DeletableRow>>>

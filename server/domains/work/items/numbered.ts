import type { VersionedRow } from '../../../database/tables.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import type { Context } from '../../../operations/context.ts'
import { type Kind, insertRow } from '../../../operations/rows.ts'

interface NewItem {
  projectId: string
  /** Further CTEs that the insert needs, such as locked parents. */
  with?: Sql
  /** The insert up to `returning`. Selects `key`, `last_number` and `last_position` from `numbered`. */
  insert: Sql
  data: object
}

/**
 * Creates an item with the next number and position of its project, in one statement. The project row is the counter for
 * all its items, so numbers have no gaps. Rejects if the insert selects no row: the project was deleted or archived
 * after its lookup, or a parent was deleted.
 */
export async function insertNumbered<Row extends VersionedRow>(
  ctx: Context,
  kind: Kind<Row>,
  { projectId, with: locked, insert, data }: NewItem,
): Promise<Row> {
  const numbered = sql`numbered as (
    update projects set last_number = last_number + 1, last_position = last_position + 1
     where id = ${projectId} and deleted_at is null and archived_at is null returning key, last_number, last_position)`
  const before = locked ? sql`${numbered}, ${locked}` : numbered
  const row = await insertRow<Row>(ctx, kind, { before, insert, data, locks: projectId })
  return row ?? reject('gone_meanwhile')
}

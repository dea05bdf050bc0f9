import type { Kind } from '../../operations/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type ProjectRight, requireRight } from './access.ts'
import { visibleOrOwn } from './visible-or-own.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'

/**
 * Builds the trash kind of rows that belong to a project, to an owner, or to every member. They are found by id only.
 * `from` is SQL that names the row `t` and its optional project `p`. `alone` is SQL that is true if the row was deleted
 * separately.
 */
export function ownOrInProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, title, alone = sql`true` }: { from: Sql; title: Sql; alone?: Sql },
): TrashKind<Row> {
  return {
    ...kind,
    async find(db, granted, ref) {
      if (!anyUuid.test(ref)) return undefined
      const seen = visibleOrOwn(granted, 't')
      const [row] = await db.run<Row & { right: ProjectRight }>(
        sql`select t.*, ${seen.right} as right from ${from}
          where ${seen.where} and ${alone} and t.id = ${ref} for update of t`,
      )
      if (row) requireRight(row, 'edit')
      return row
    },
    listed(granted) {
      const seen = visibleOrOwn(granted, 't')
      const where = sql`${seen.where} and (${seen.right}) in ('edit', 'manage') and ${alone}`
      return { from, title, where, project: sql`p.slug` }
    },
  }
}

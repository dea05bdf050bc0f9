import { type Sql, sql } from '../../database/sql.ts'
import type { DeletableRow } from '../../database/tables.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Kind } from '../../operations/rows.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type ProjectRight, requireRight, visibleProjects } from './access.ts'

export interface InProject {
  /** The row `t` and its project `p`. */
  from: Sql
  /** Matches the row by a reference that is not an id, if its key is unique. */
  byKey?: (ref: string, granted: InOrganization) => Sql
  right: ProjectRight
  /** Limits the rows `t` to those that the caller can see in a visible project. */
  visible?: (granted: InOrganization) => Sql
  title: Sql
  /** True if the item was deleted separately. */
  alone?: Sql
  children?: Sql
}

/** Builds the trash kind of projects and of rows that belong to a project. */
export function trashedInProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, byKey, right, visible: also = () => sql`true`, title, alone = sql`true`, children }: InProject,
): TrashKind<Row> {
  return {
    ...kind,
    async find(db, granted, ref) {
      const isNamed = anyUuid.test(ref) ? sql`t.id = ${ref}` : byKey?.(ref, granted)
      if (!isNamed) return undefined
      const visible = visibleProjects(granted)
      const [row] = await db.run<Row & { right: ProjectRight }>(
        sql`select t.*, ${visible.right} as right from ${from} where ${visible.where} and ${also(granted)} and ${isNamed} for update of t`,
      )
      if (row) requireRight(row, right)
      return row
    },
    listed(granted) {
      const visible = visibleProjects(granted)
      const sufficientRights = right === 'manage' ? sql`('manage')` : sql`('edit', 'manage')`
      return {
        from,
        title,
        ...(children && { children }),
        where: sql`${visible.where} and (${visible.right}) in ${sufficientRights} and ${also(granted)} and ${alone}`,
        project: sql`p.slug`,
      }
    },
  }
}

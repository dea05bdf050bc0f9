import type { Kind } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type ProjectRight, requireRight } from '../projects/access.ts'
import { seenOrOwn } from '../projects/seen-or-own.ts'
import type { TrashKind } from './trash-kinds.ts'

/**
 * Builds the trash kind of rows that belong to a project, to an owner, or to every member. They are found by id only.
 * `from` is SQL that names the row `t` and its optional project `p`. `alone` is SQL that is true if the row was deleted
 * separately.
 */
export function ownOrInProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, title, alone = 'true' }: { from: string; title: string; alone?: string },
): TrashKind<Row> {
  return {
    ...kind,
    async find(db, granted, ref) {
      if (!anyUuid.test(ref)) return undefined
      const seen = seenOrOwn(granted, 't')
      const [row] = await db.run<Row & { right: ProjectRight }>(
        `select t.*, ${seen.right} as right from ${from} where ${seen.where} and ${alone} and t.id = $5 for update of t`,
        [...seen.values, ref],
      )
      if (row) requireRight(row, 'edit')
      return row
    },
    listed(granted) {
      const seen = seenOrOwn(granted, 't')
      const where = `${seen.where} and (${seen.right}) in ('edit', 'manage') and ${alone}`
      return { from, title, where, project: 'p.slug' }
    },
  }
}

import type { Kind } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type ProjectRight, requireRight } from '../projects/access.ts'
import { seenOrOwn } from '../projects/seen-or-own.ts'
import type { TrashKind } from './trash-kinds.ts'

/**
 * What may be in a project, and otherwise has an owner or is every member's. It is called by its id alone. `from` names
 * the row `t` and its project, if it has one, `p`; `alone` says whether it went into the trash by itself.
 */
export function ownOrInProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, title, alone = 'true' }: { from: string; title: string; alone?: string },
): TrashKind<Row> {
  return {
    ...kind,
    async find(db, asking, ref) {
      if (!anyUuid.test(ref)) return undefined
      const seen = seenOrOwn(asking, 't')
      const [row] = await db.run<Row & { right: ProjectRight }>(
        `select t.*, ${seen.right} as right from ${from} where ${seen.where} and ${alone} and t.id = $5 for update of t`,
        [...seen.values, ref],
      )
      if (row) requireRight(row, 'edit')
      return row
    },
    listed(asking) {
      const seen = seenOrOwn(asking, 't')
      const where = `${seen.where} and (${seen.right}) in ('edit', 'manage') and ${alone}`
      return { from, title, where, project: 'p.slug' }
    },
  }
}

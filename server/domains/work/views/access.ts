import { sql } from '../../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { visibleProjects } from '../../projects/access.ts'
import { type SeenView, fromViews, canEdit, seenView } from './view.ts'

export interface OnView extends InOrganization {
  view: SeenView
}

/** Grants changes to a view. To everyone but its owner, an unshared view doesn't exist. */
export const changesView: AccessRule<{ view: string }, OnView> = {
  name: 'changesView',
  sentence: "The view's owner. If it is shared, also managers of the project.",
  open: false,
  leastRole: 'admin',
  also: ['owner of it', 'creator', 'lead'],
  async check({ caller, db, reads, hold }, { view: id }) {
    const granted = requireOrganization(caller, reads, 'guest')
    const { where, right } = visibleProjects(granted)
    const [view] = await db.run<SeenView>(
      sql`select ${seenView}, ${right} as right from ${fromViews}
        where ${where} and p.deleted_at is null and v.id = ${id} and (v.shared or v.owner_id = ${granted.user.id})
        ${hold ? sql`for update of v` : sql.empty}`,
    )
    if (!view) reject('not_found', { kind: 'view', ref: id })
    if (!canEdit(view, granted.user.id)) reject('forbidden', { needs: changesView.sentence })
    return { ...granted, view }
  },
}

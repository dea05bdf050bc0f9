import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../operations/errors.ts'
import { projectsSeenBy } from '../../projects/access.ts'
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
    const visible = projectsSeenBy(granted)
    const [view] = await db.run<SeenView>(
      `select ${seenView}, ${visible.right} as right from ${fromViews}
        where ${visible.where} and p.deleted_at is null and v.id = $5 and (v.shared or v.owner_id = $3)
        ${hold ? 'for update of v' : ''}`,
      [...visible.values, id],
    )
    if (!view) reject('not_found', { kind: 'view', ref: id })
    if (!canEdit(view, granted.user.id)) reject('forbidden', { needs: changesView.sentence })
    return { ...granted, view }
  },
}

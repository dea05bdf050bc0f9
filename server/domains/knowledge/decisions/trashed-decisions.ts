import { sql } from '../../../database/sql.ts'
import type { TrashKind } from '../../trash/trash-kinds.ts'
import { decisionsVisibleTo, findDecision, requireEdit } from './access.ts'
import { decisionKind } from './decision.ts'
import type { DecisionRow } from './tables.ts'

/** Lets users who can delete a decision restore it. */
export const trashedDecisions: TrashKind<DecisionRow> = {
  ...decisionKind,
  async find(db, granted, ref) {
    const decision = await findDecision(db, granted, ref, { lock: true, deleted: true })
    if (decision) requireEdit(decision)
    return decision
  },
  listed(granted) {
    const visible = decisionsVisibleTo(granted)
    return {
      from: sql`decisions t join decisions d on d.id = t.id left join projects p on p.id = d.project_id`,
      where: sql`${visible.where} and (${visible.right}) in ('edit', 'manage')`,
      title: sql`t.title`,
      project: sql`p.slug`,
    }
  },
}

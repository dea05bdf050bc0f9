import { sql } from '../../../database/sql.ts'
import { hasRole, requireWholeOrganization } from '../../../operations/access.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { workflowCalled } from './find-workflow.ts'
import { type WorkflowRow, workflowKind } from './workflow.ts'

export const trashedWorkflows: TrashKind<WorkflowRow> = {
  ...workflowKind,
  find(db, { caller, organization }, ref) {
    requireWholeOrganization(caller, false, 'admin')
    return workflowCalled(db, organization.id, ref)
  },
  listed(granted) {
    if (!hasRole(granted.organization, 'admin') || granted.caller.projectId !== null) return undefined
    const where = sql`t.organization_id = ${granted.organization.id}`
    return { from: sql`workflows t`, where, title: sql`t.name` }
  },
}

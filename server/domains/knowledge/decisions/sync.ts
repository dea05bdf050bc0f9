import { sql } from '../../../database/sql.ts'
import { type SyncFields, type SyncKind, columnsOf } from '../../../operations/sync-kind.ts'
import { fixedProject, projectScope } from '../../projects/synced-in-project.ts'
import { type DecisionRow, decisionKind } from './decision.ts'
import { deleteDecision, logDecision, updateDecision } from './decisions.ts'

const fields: SyncFields = {
  project: fixedProject,
  title: { columns: ['title'] },
  context: { columns: ['context'], text: true },
  rationale: { columns: ['rationale'], text: true },
  alternatives: { columns: ['alternatives'] },
  outcome: { columns: ['outcome'], writtenBy: 'create' },
  status: { columns: ['status'], writtenBy: 'create' },
  tags: { columns: ['tags'] },
}

export const syncedDecisions: SyncKind<DecisionRow> = {
  ...decisionKind,
  name: 'decision',
  fields,
  columns: columnsOf(fields, 'key'),
  from: sql`decisions t`,
  within({ organizationId, projects, organization }) {
    const isShared = organization
      ? sql` or t.project_id is null and t.organization_id = ${organizationId}`
      : sql.empty
    return sql`(t.project_id = any(${projects})${isShared})`
  },
  scopeOf: ({ project_id }) => (project_id === null ? 'organization' : projectScope({ project_id })),
  create: logDecision,
  update: updateDecision,
  remove: deleteDecision,
  address: ({ id }) => ({ decision: id }),
}

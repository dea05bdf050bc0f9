import type { Queries } from '../../database/connect.ts'
import type { Kind } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type InOrganization, requireWholeOrganization } from '../../operations/access.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type EpicRow, epicKind } from '../epics/epic.ts'
import { evidenceKind } from '../evidence/evidence.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import { featureKind } from '../features/feature.ts'
import type { FeatureRow } from '../features/tables.ts'
import type { ItemTable } from '../items/find-item.ts'
import { type ProjectRight, projectsSeenBy, requireRight } from '../projects/access.ts'
import { projectKind } from '../projects/project.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { type StoryRow, storyKind } from '../stories/story.ts'
import { taskKind } from '../tasks/task.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { workflowCalled } from '../workflows/find-workflow.ts'
import type { WorkflowRow } from '../workflows/tables.ts'
import { workflowKind } from '../workflows/workflow.ts'
import { requireRight as requireRightInWorkspace, seenWorkspaces } from '../workspaces/access.ts'
import type { WorkspaceRow } from '../workspaces/tables.ts'
import { workspaceKind } from '../workspaces/workspace.ts'

/** Something that can be deleted and brought back. */
export interface TrashKind<Row extends DeletableRow> extends Kind<Row> {
  /**
   * Finds and holds the one that is meant, whether it is deleted or not, if the caller sees it; and refuses whoever sees
   * it but may not bring it back.
   */
  find(db: Queries, asking: InOrganization, ref: string): Promise<Row | undefined>
}

/** Everything there is, with who may bring it back. */
export const trashKinds = {
  project: ofProject<ProjectRow>(projectKind, {
    from: 'projects t join projects p on p.id = t.id',
    byKey: 't.slug = $5',
    right: 'manage',
  }),
  evidence: ofProject<EvidenceRow>(evidenceKind, {
    from: `evidence t join features f on f.id = t.feature_id and f.deleted_at is null
             join projects p on p.id = t.project_id and p.deleted_at is null`,
    // Several of a feature have its number: only the id tells which one is meant.
    byKey: '$5::text is null',
    right: 'edit',
  }),
  task: ofProject<TaskRow>(taskKind, inProject('tasks')),
  story: ofProject<StoryRow>(storyKind, inProject('stories')),
  epic: ofProject<EpicRow>(epicKind, inProject('epics')),
  feature: ofProject<FeatureRow>(featureKind, inProject('features')),
  workflow: { ...workflowKind, find: findDeletedWorkflow } satisfies TrashKind<WorkflowRow>,
  workspace: { ...workspaceKind, find: findDeletedWorkspace } satisfies TrashKind<WorkspaceRow>,
}

/** In the order in which they are emptied: what is below goes first, so that each is told of. */
export const trashKindNames = [
  'evidence',
  'task',
  'story',
  'epic',
  'feature',
  'project',
  'workflow',
  'workspace',
] as const satisfies (keyof typeof trashKinds)[]

function inProject(table: ItemTable) {
  const from = `${table} t join projects p on p.id = t.project_id and p.deleted_at is null`
  return { from, byKey: 't.key = upper($5)', right: 'edit' } as const
}

/** What is in a project, or is one. `from` is SQL for the row `t` and its project `p`; `$5` is what the caller calls it. */
function ofProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, byKey, right }: { from: string; byKey: string; right: ProjectRight },
): TrashKind<Row> {
  return {
    ...kind,
    async find(db, asking, ref) {
      const visible = projectsSeenBy(asking)
      const [row] = await db.run<Row & { right: ProjectRight }>(
        `select t.*, ${visible.right} as right from ${from}
          where ${visible.where} and ${anyUuid.test(ref) ? 't.id = $5' : byKey} for update of t`,
        [...visible.values, ref],
      )
      if (row) requireRight(row, right)
      return row
    },
  }
}

function findDeletedWorkflow(db: Queries, { caller, organization }: InOrganization, ref: string) {
  requireWholeOrganization(caller, false, 'admin')
  return workflowCalled(db, organization.id, ref)
}

async function findDeletedWorkspace(db: Queries, asking: InOrganization, ref: string) {
  requireWholeOrganization(asking.caller, false, 'member')
  const [workspace] = await seenWorkspaces(db, asking, [ref], { lock: true, deleted: true })
  if (workspace) requireRightInWorkspace(workspace, 'manage')
  return workspace
}

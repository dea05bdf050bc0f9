import type { Queries } from '../../database/connect.ts'
import type { Kind } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type InOrganization, requireWholeOrganization } from '../../operations/access.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type EpicRow, epicKind } from '../epics/epic.ts'
import { type ProjectRight, projectsSeenBy, requireRight } from '../projects/access.ts'
import { projectKind } from '../projects/project.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { type StoryRow, storyKind } from '../stories/story.ts'
import { taskKind } from '../tasks/task.ts'
import type { TaskRow } from '../tasks/tables.ts'
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
  task: ofProject<TaskRow>(taskKind, inProject('tasks')),
  story: ofProject<StoryRow>(storyKind, inProject('stories')),
  epic: ofProject<EpicRow>(epicKind, inProject('epics')),
  workspace: { ...workspaceKind, find: findDeletedWorkspace } satisfies TrashKind<WorkspaceRow>,
}

/** In the order in which they are emptied: what is below goes first, so that each is told of. */
export const trashKindNames = [
  'task',
  'story',
  'epic',
  'project',
  'workspace',
] as const satisfies (keyof typeof trashKinds)[]

function inProject(table: 'tasks' | 'stories' | 'epics') {
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

async function findDeletedWorkspace(db: Queries, asking: InOrganization, ref: string) {
  requireWholeOrganization(asking.caller, false, 'member')
  const [workspace] = await seenWorkspaces(db, asking, [ref], { lock: true, deleted: true })
  if (workspace) requireRightInWorkspace(workspace, 'manage')
  return workspace
}

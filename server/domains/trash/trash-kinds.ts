import type { Queries } from '../../database/connect.ts'
import type { Kind } from '../../database/rows.ts'
import type { Taken } from '../../database/unique-violation.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type InOrganization, hasRole, requireWholeOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { trashedAgent } from '../agents/trashed-agent.ts'
import { sentences as commentSentences } from '../work/comments/access.ts'
import { commentKind, mayDelete, mayDeleteSql } from '../work/comments/comment.ts'
import type { CommentRow } from '../work/comments/tables.ts'
import { trashedDecisions } from '../knowledge/decisions/trashed-decisions.ts'
import { evidenceKind } from '../features/evidence/evidence.ts'
import type { EvidenceRow } from '../features/evidence/tables.ts'
import { type ItemRow, hasLiveSubject, itemKinds } from '../work/items/item-kinds.ts'
import { trashedNotes } from '../knowledge/notes/trashed-notes.ts'
import { trashedMemories } from '../memory/memories/trashed-memories.ts'
import { requireRoom } from '../organizations/plans.ts'
import { type ProjectRight, projectsSeenBy, requireRight } from '../projects/access.ts'
import { projectKind } from '../projects/project.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { repoKind } from '../repos/repo.ts'
import type { RepoRow } from '../repos/tables.ts'
import { reverifySpecEvidence } from '../knowledge/specs/as-evidence.ts'
import { trashedSkills } from '../knowledge/skills/trashed-skills.ts'
import { specKind } from '../knowledge/specs/spec.ts'
import type { SpecRow } from '../knowledge/specs/tables.ts'
import { trashedSessions } from '../memory/sessions/trashed-sessions.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import { taskKind } from '../work/tasks/task.ts'
import { workflowCalled } from '../features/workflows/find-workflow.ts'
import type { WorkflowRow } from '../features/workflows/tables.ts'
import { workflowKind } from '../features/workflows/workflow.ts'
import {
  requireRight as requireRightInWorkspace,
  rightInWorkspace,
  seenWorkspaces,
  workspacesSeenBy,
} from '../teams/workspaces/access.ts'
import type { WorkspaceRow } from '../teams/workspaces/tables.ts'
import { workspaceKind } from '../teams/workspaces/workspace.ts'

/** A kind of item that can be deleted and restored. */
export interface TrashKind<Row extends DeletableRow> extends Kind<Row> {
  /**
   * Finds and locks the item, deleted or not. Returns undefined if the caller can't see it, and rejects a caller who
   * can see but not restore it.
   */
  find(db: Queries, granted: InOrganization, ref: string): Promise<Row | undefined>
  /**
   * Returns SQL for the items that the caller can restore, by the same rules. `from` names each item `t` and its
   * optional project `p`. The parameters are those of `projectsSeenBy`. Undefined if the caller can restore none.
   */
  listed(granted: InOrganization): Listed | undefined
  /** Rejects the restore if a precondition is not met. */
  before?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** Names the unique values that another row may have taken since the deletion. */
  taken?(row: Row): Taken
  /** Restores dependent data. */
  after?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** SQL that is true for items that are never purged. */
  kept?: string
}

export interface Listed {
  from: string
  where: string
  title: string
  /** SQL for the slug of the project, if the kind has one. */
  project?: string
  /** SQL for the number of items that were deleted with it. */
  children?: string
}

/** All trash kinds, with the rules that decide who can restore them. */
export const trashKinds = {
  project: {
    ...ofProject<ProjectRow>(projectKind, {
      from: 'projects t join projects p on p.id = t.id',
      byKey: 't.slug = $5',
      right: 'manage',
      title: 't.name',
    }),
    before: (ctx, row) => requireRoom(ctx.db, row.organization_id, 'projects'),
  } satisfies TrashKind<ProjectRow>,
  epic: item<ItemRow>(itemKinds.epic, {
    children: `(select count(*) from stories s where s.epic_id = t.id and s.deleted_with = t.id)
      + (select count(*) from stories s join tasks i on i.story_id = s.id where s.epic_id = t.id and i.deleted_with = t.id)`,
  }),
  story: item<ItemRow>(itemKinds.story, {
    alone: 't.deleted_with is null',
    children: '(select count(*) from tasks i where i.story_id = t.id and i.deleted_with = t.id)',
  }),
  task: item<TaskRow>(taskKind, { alone: 't.deleted_with is null' }),
  feature: item<ItemRow>(itemKinds.feature),
  spec: { ...item<SpecRow>(specKind), after: reverifySpecEvidence } satisfies TrashKind<SpecRow>,
  decision: trashedDecisions,
  note: trashedNotes,
  evidence: ofProject<EvidenceRow>(evidenceKind, {
    from: `evidence t join features f on f.id = t.feature_id and f.deleted_at is null
             join projects p on p.id = t.project_id and p.deleted_at is null`,
    // All evidence of a feature shares its number, so only the id is unique.
    byKey: '$5::text is null',
    right: 'edit',
    title: `coalesce(nullif(t.title, ''), t.kind)`,
  }),
  comment: {
    ...commentKind,
    find: findDeletedComment,
    listed(granted) {
      const visible = projectsSeenBy(granted)
      return {
        from: commentsInProjects,
        where: `${visible.where} and ${mayDeleteSql(`(${visible.right})`, 't.created_by', '$3')}`,
        title: 'left(t.body, 120)',
        project: 'p.slug',
      }
    },
  } satisfies TrashKind<CommentRow>,
  repo: {
    ...ofProject<RepoRow>(repoKind, {
      from: 'repos t join projects p on p.id = t.project_id and p.deleted_at is null',
      // Names are not unique, so only the id identifies a repository.
      byKey: '$5::text is null',
      right: 'edit',
      title: 't.name',
    }),
    taken: ({ url }) => ({ repos_once_in_project: { field: 'address', value: url } }),
  } satisfies TrashKind<RepoRow>,
  memory: trashedMemories,
  session: trashedSessions,
  skill: trashedSkills,
  workflow: {
    ...workflowKind,
    find: findDeletedWorkflow,
    listed(granted) {
      if (!hasRole(granted.organization, 'admin') || granted.caller.projectId !== null) return undefined
      // Mentions every parameter, because PostgreSQL needs its type.
      const where = `t.organization_id = $1 and 'private' = any($2) and $3::uuid is not null and $4::uuid is null`
      return { from: 'workflows t', where, title: 't.name' }
    },
  } satisfies TrashKind<WorkflowRow>,
  workspace: {
    ...workspaceKind,
    find: findDeletedWorkspace,
    listed(granted) {
      // Guests and project-bound credentials can't see workspaces.
      if (!hasRole(granted.organization, 'member') || granted.caller.projectId !== null) return undefined
      return {
        from: 'workspaces t join workspaces w on w.id = t.id',
        where: `${workspacesSeenBy(granted).where} and (${rightInWorkspace}) = 'manage'`,
        title: 't.name',
      }
    },
  } satisfies TrashKind<WorkspaceRow>,
  agent: trashedAgent,
}

/** Lists the kinds in purge order: children first, so that each item gets its own journal entry. */
export const trashKindNames = [
  ...(['memory', 'session', 'comment', 'evidence', 'task', 'story', 'epic', 'feature', 'spec'] as const),
  ...(['note', 'decision', 'repo', 'project'] as const),
  ...(['skill', 'workflow', 'workspace', 'agent'] as const),
] satisfies (keyof typeof trashKinds)[]
export type TrashKindName = (typeof trashKindNames)[number]

interface InProject {
  /** SQL for the row `t` and its project `p`. */
  from: string
  /** SQL that matches the key in `$5`. */
  byKey: string
  right: ProjectRight
  title: string
  /** SQL that is true if the item was deleted separately. */
  alone?: string
  children?: string
}

/** Builds the trash kind of projects and of rows that belong to a project. */
function ofProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, byKey, right, title, alone = 'true', children }: InProject,
): TrashKind<Row> {
  return {
    ...kind,
    async find(db, granted, ref) {
      const visible = projectsSeenBy(granted)
      const [row] = await db.run<Row & { right: ProjectRight }>(
        `select t.*, ${visible.right} as right from ${from}
          where ${visible.where} and ${anyUuid.test(ref) ? 't.id = $5' : byKey} for update of t`,
        [...visible.values, ref],
      )
      if (row) requireRight(row, right)
      return row
    },
    listed(granted) {
      const visible = projectsSeenBy(granted)
      const sufficientRights = right === 'manage' ? `('manage')` : `('edit', 'manage')`
      return {
        ...{ from, title, ...(children && { children }) },
        where: `${visible.where} and (${visible.right}) in ${sufficientRights} and ${alone}`,
        project: 'p.slug',
      }
    },
  }
}

function item<Row extends ItemRow>(kind: Kind<Row>, more: Pick<InProject, 'alone' | 'children'> = {}) {
  return ofProject<Row>(kind, {
    from: `${kind.table} t join projects p on p.id = t.project_id and p.deleted_at is null`,
    byKey: 't.organization_id = $1 and t.key = upper($5)',
    right: 'edit',
    title: 't.title',
    ...more,
  })
}

/** Leaves out comments on items in the trash, which are restored with their subject. */
const commentsInProjects = `comments t join projects p
       on p.id = t.project_id and p.deleted_at is null and ${hasLiveSubject('t').text}`

async function findDeletedComment(db: Queries, granted: InOrganization, ref: string) {
  if (!anyUuid.test(ref)) return undefined
  const visible = projectsSeenBy(granted)
  const [comment] = await db.run<CommentRow & { right: ProjectRight }>(
    `select t.*, ${visible.right} as right from ${commentsInProjects}
      where ${visible.where} and t.id = $5 for update of t`,
    [...visible.values, ref],
  )
  if (comment && !mayDelete(comment.right, comment.created_by, granted.user.id))
    reject('forbidden', { needs: commentSentences.delete })
  return comment
}

function findDeletedWorkflow(db: Queries, { caller, organization }: InOrganization, ref: string) {
  requireWholeOrganization(caller, false, 'admin')
  return workflowCalled(db, organization.id, ref)
}

async function findDeletedWorkspace(db: Queries, granted: InOrganization, ref: string) {
  requireWholeOrganization(granted.caller, false, 'member')
  const [workspace] = await seenWorkspaces(db, granted, [ref], { lock: true, deleted: true })
  if (workspace) requireRightInWorkspace(workspace, 'manage')
  return workspace
}

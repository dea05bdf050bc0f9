import type { Queries } from '../../database/connect.ts'
import type { Kind } from '../../database/rows.ts'
import type { Taken } from '../../database/unique-violation.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type Sql, sql } from '../../database/sql.ts'
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
import { type ProjectRight, requireRight, visibleProjects } from '../projects/access.ts'
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
  seenWorkspaces,
  workspacesVisibleTo,
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
   * optional project `p`. Undefined if the caller can restore none.
   */
  listed(granted: InOrganization): Listed | undefined
  /** Rejects the restore if a precondition is not met. */
  before?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** Names the unique values that another row may have taken since the deletion. */
  taken?(row: Row): Taken
  /** Restores dependent data. */
  after?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** SQL that is true for items that are never purged. */
  kept?: Sql
}

export interface Listed {
  from: Sql
  where: Sql
  title: Sql
  /** The slug of the project, if the kind has one. */
  project?: Sql
  /** The number of items that were deleted with it. */
  children?: Sql
}

/** All trash kinds, with the rules that decide who can restore them. */
export const trashKinds = {
  project: {
    ...ofProject<ProjectRow>(projectKind, {
      from: sql`projects t join projects p on p.id = t.id`,
      byKey: (slug) => sql`t.slug = ${slug}`,
      right: 'manage',
      title: sql`t.name`,
    }),
    before: (ctx, row) => requireRoom(ctx.db, row.organization_id, 'projects'),
  } satisfies TrashKind<ProjectRow>,
  epic: item<ItemRow>(itemKinds.epic, {
    children: sql`(select count(*) from stories s where s.epic_id = t.id and s.deleted_with = t.id)
      + (select count(*) from stories s join tasks i on i.story_id = s.id where s.epic_id = t.id and i.deleted_with = t.id)`,
  }),
  story: item<ItemRow>(itemKinds.story, {
    alone: sql`t.deleted_with is null`,
    children: sql`(select count(*) from tasks i where i.story_id = t.id and i.deleted_with = t.id)`,
  }),
  task: item<TaskRow>(taskKind, { alone: sql`t.deleted_with is null` }),
  feature: item<ItemRow>(itemKinds.feature),
  spec: { ...item<SpecRow>(specKind), after: reverifySpecEvidence } satisfies TrashKind<SpecRow>,
  decision: trashedDecisions,
  note: trashedNotes,
  evidence: ofProject<EvidenceRow>(evidenceKind, {
    from: sql`evidence t join features f on f.id = t.feature_id and f.deleted_at is null
             join projects p on p.id = t.project_id and p.deleted_at is null`,
    // All evidence of a feature shares its number, so only the id is unique.
    right: 'edit',
    title: sql`coalesce(nullif(t.title, ''), t.kind)`,
  }),
  comment: {
    ...commentKind,
    find: findDeletedComment,
    listed(granted) {
      const visible = visibleProjects(granted)
      return {
        from: commentsInProjects,
        where: sql`${visible.where} and ${mayDeleteSql(visible.right, 't.created_by', granted.user.id)}`,
        title: sql`left(t.body, 120)`,
        project: sql`p.slug`,
      }
    },
  } satisfies TrashKind<CommentRow>,
  repo: {
    ...ofProject<RepoRow>(repoKind, {
      from: sql`repos t join projects p on p.id = t.project_id and p.deleted_at is null`,
      // Names are not unique, so only the id identifies a repository.
      right: 'edit',
      title: sql`t.name`,
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
      const where = sql`t.organization_id = ${granted.organization.id}`
      return { from: sql`workflows t`, where, title: sql`t.name` }
    },
  } satisfies TrashKind<WorkflowRow>,
  workspace: {
    ...workspaceKind,
    find: findDeletedWorkspace,
    listed(granted) {
      // Guests and project-bound credentials can't see workspaces.
      if (!hasRole(granted.organization, 'member') || granted.caller.projectId !== null) return undefined
      const visible = workspacesVisibleTo(granted)
      return {
        from: sql`workspaces t join workspaces w on w.id = t.id`,
        where: sql`${visible.where} and (${visible.right}) = 'manage'`,
        title: sql`t.name`,
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
  /** The row `t` and its project `p`. */
  from: Sql
  /** Matches the row by a reference that is not an id, if its key is unique. */
  byKey?: (ref: string, granted: InOrganization) => Sql
  right: ProjectRight
  title: Sql
  /** True if the item was deleted separately. */
  alone?: Sql
  children?: Sql
}

/** Builds the trash kind of projects and of rows that belong to a project. */
function ofProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, byKey, right, title, alone = sql`true`, children }: InProject,
): TrashKind<Row> {
  return {
    ...kind,
    async find(db, granted, ref) {
      const isNamed = anyUuid.test(ref) ? sql`t.id = ${ref}` : byKey?.(ref, granted)
      if (!isNamed) return undefined
      const visible = visibleProjects(granted)
      const [row] = await db.run<Row & { right: ProjectRight }>(
        sql`select t.*, ${visible.right} as right from ${from} where ${visible.where} and ${isNamed} for update of t`,
      )
      if (row) requireRight(row, right)
      return row
    },
    listed(granted) {
      const visible = visibleProjects(granted)
      const sufficientRights = right === 'manage' ? sql`('manage')` : sql`('edit', 'manage')`
      return {
        ...{ from, title, ...(children && { children }) },
        where: sql`${visible.where} and (${visible.right}) in ${sufficientRights} and ${alone}`,
        project: sql`p.slug`,
      }
    },
  }
}

function item<Row extends ItemRow>(kind: Kind<Row>, more: Pick<InProject, 'alone' | 'children'> = {}) {
  return ofProject<Row>(kind, {
    from: sql`${sql.raw(kind.table)} t join projects p on p.id = t.project_id and p.deleted_at is null`,
    byKey: (key, { organization }) => sql`t.organization_id = ${organization.id} and t.key = upper(${key})`,
    right: 'edit',
    title: sql`t.title`,
    ...more,
  })
}

/** Leaves out comments on items in the trash, which are restored with their subject. */
const commentsInProjects = sql`comments t join projects p
       on p.id = t.project_id and p.deleted_at is null and ${hasLiveSubject('t')}`

async function findDeletedComment(db: Queries, granted: InOrganization, ref: string) {
  if (!anyUuid.test(ref)) return undefined
  const visible = visibleProjects(granted)
  const [comment] = await db.run<CommentRow & { right: ProjectRight }>(
    sql`select t.*, ${visible.right} as right from ${commentsInProjects}
      where ${visible.where} and t.id = ${ref} for update of t`,
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

import type { Queries } from '../../database/connect.ts'
import type { Kind } from '../../database/rows.ts'
import type { Taken } from '../../database/unique-violation.ts'
import type { DeletableRow } from '../../database/tables.ts'
import { type InOrganization, hasRole, requireWholeOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { trashedAgent } from '../agents/trashed-agent.ts'
import { sentences as commentSentences } from '../comments/access.ts'
import { commentKind, mayDelete, mayDeleteSql } from '../comments/comment.ts'
import type { CommentRow } from '../comments/tables.ts'
import { trashedDecisions } from '../decisions/trashed-decisions.ts'
import { evidenceKind } from '../evidence/evidence.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import { type ItemRow, hasLiveSubject, itemKinds } from '../items/item-kinds.ts'
import { trashedNotes } from '../notes/trashed-notes.ts'
import { trashedMemories } from '../memories/trashed-memories.ts'
import { requireRoom } from '../organizations/plans.ts'
import { type ProjectRight, projectsSeenBy, requireRight } from '../projects/access.ts'
import { projectKind } from '../projects/project.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { repoKind } from '../repos/repo.ts'
import type { RepoRow } from '../repos/tables.ts'
import { reverifySpecEvidence } from '../specs/as-evidence.ts'
import { trashedSkills } from '../skills/trashed-skills.ts'
import { specKind } from '../specs/spec.ts'
import type { SpecRow } from '../specs/tables.ts'
import { trashedSessions } from '../sessions/trashed-sessions.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { taskKind } from '../tasks/task.ts'
import { workflowCalled } from '../workflows/find-workflow.ts'
import type { WorkflowRow } from '../workflows/tables.ts'
import { workflowKind } from '../workflows/workflow.ts'
import {
  requireRight as requireRightInWorkspace,
  rightInWorkspace,
  seenWorkspaces,
  workspacesSeenBy,
} from '../workspaces/access.ts'
import type { WorkspaceRow } from '../workspaces/tables.ts'
import { workspaceKind } from '../workspaces/workspace.ts'

/** Something that can be deleted and brought back. */
export interface TrashKind<Row extends DeletableRow> extends Kind<Row> {
  /**
   * Finds and holds the one that is meant, whether it is deleted or not, if the caller sees it; and refuses whoever sees
   * it but may not bring it back.
   */
  find(db: Queries, asking: InOrganization, ref: string): Promise<Row | undefined>
  /**
   * SQL that reads those that the caller could bring back, by the same rules: `from` names each `t`, and its project, if
   * it has one, `p`. The parameters are those of `projectsSeenBy`. Undefined for whoever can bring none back.
   */
  listed(asking: InOrganization): Listed | undefined
  /** What must be true before it comes back. */
  before?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** What somebody else may have taken meanwhile. */
  taken?(row: Row): Taken
  /** What comes back with it. */
  after?(ctx: Context & InOrganization, row: Row): Promise<void>
  /** SQL for those that are never removed for good. */
  kept?: string
}

export interface Listed {
  from: string
  where: string
  title: string
  /** The slug of its project, if it is in one. */
  project?: string
  /** How many things came here together with it, and come back with it. */
  children?: string
}

/** Everything there is, with who may bring it back. */
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
    // Several of a feature have its number: only the id tells which one is meant.
    byKey: '$5::text is null',
    right: 'edit',
    title: `coalesce(nullif(t.title, ''), t.kind)`,
  }),
  comment: {
    ...commentKind,
    find: findDeletedComment,
    listed(asking) {
      const visible = projectsSeenBy(asking)
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
      // Its name may be that of another: only the id tells which one is meant.
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
    listed(asking) {
      if (!hasRole(asking.organization, 'admin') || asking.caller.projectId !== null) return undefined
      // Every parameter is named, to have a type.
      const where = `t.organization_id = $1 and 'private' = any($2) and $3::uuid is not null and $4::uuid is null`
      return { from: 'workflows t', where, title: 't.name' }
    },
  } satisfies TrashKind<WorkflowRow>,
  workspace: {
    ...workspaceKind,
    find: findDeletedWorkspace,
    listed(asking) {
      // None is there for guests, and for whoever has a credential of one project.
      if (!hasRole(asking.organization, 'member') || asking.caller.projectId !== null) return undefined
      return {
        from: 'workspaces t join workspaces w on w.id = t.id',
        where: `${workspacesSeenBy(asking).where} and (${rightInWorkspace}) = 'manage'`,
        title: 't.name',
      }
    },
  } satisfies TrashKind<WorkspaceRow>,
  agent: trashedAgent,
}

/** In the order in which they are emptied: what is below goes first, so that each is told of. */
export const trashKindNames = [
  ...(['memory', 'session', 'comment', 'evidence', 'task', 'story', 'epic', 'feature', 'spec'] as const),
  ...(['note', 'decision', 'repo', 'project'] as const),
  ...(['skill', 'workflow', 'workspace', 'agent'] as const),
] satisfies (keyof typeof trashKinds)[]
export type TrashKindName = (typeof trashKindNames)[number]

interface InProject {
  /** SQL for the row `t` and its project `p`. */
  from: string
  /** What the caller calls it is `$5`. */
  byKey: string
  right: ProjectRight
  title: string
  /** Whether it went into the trash by itself. */
  alone?: string
  children?: string
}

/** What is in a project, or is one. */
function ofProject<Row extends DeletableRow>(
  kind: Kind<Row>,
  { from, byKey, right, title, alone = 'true', children }: InProject,
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
    listed(asking) {
      const visible = projectsSeenBy(asking)
      const enough = right === 'manage' ? `('manage')` : `('edit', 'manage')`
      return {
        ...{ from, title, ...(children && { children }) },
        where: `${visible.where} and (${visible.right}) in ${enough} and ${alone}`,
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

/** What was said about something in the trash comes back with that. */
const commentsInProjects = `comments t join projects p
       on p.id = t.project_id and p.deleted_at is null and ${hasLiveSubject('t')}`

async function findDeletedComment(db: Queries, asking: InOrganization, ref: string) {
  if (!anyUuid.test(ref)) return undefined
  const visible = projectsSeenBy(asking)
  const [comment] = await db.run<CommentRow & { right: ProjectRight }>(
    `select t.*, ${visible.right} as right from ${commentsInProjects}
      where ${visible.where} and t.id = $5 for update of t`,
    [...visible.values, ref],
  )
  if (comment && !mayDelete(comment.right, comment.created_by, asking.user.id))
    reject('forbidden', { needs: commentSentences.delete })
  return comment
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

import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import {
  type AccessRule,
  type InOrganization,
  hasRole,
  requireOrganization,
} from '../../../operations/access.ts'
import { anyUuid } from '../../../platform/ids.ts'
import {
  type ProjectRight,
  type SeenProject,
  type Seer,
  rightHolders,
  inVisibleProjects,
  visibleProjects,
} from '../../projects/access.ts'
import { projectToWriteIn } from '../../projects/project-to-write-in.ts'
import { type VisibleProjects, boundProject } from '../../projects/visible-projects.ts'
import { type KnowledgeKind, onKnowledge, requireKnowledgeRight } from '../knowledge-kind.ts'
import { type DecisionRow, decisionKind } from './decision.ts'

/*
 * Access to decisions:
 *   of a project            viewers of the project read; editors log, discuss, resolve and delete.
 *   of the organization     every member does all of that. Guests and project-bound credentials have no access.
 */

/** A decision row with the caller's right and the project columns that its representation needs. */
export interface SeenDecision extends DecisionRow {
  right: ProjectRight
  project_slug: string | null
  project_name: string | null
}

export interface OnDecision extends InOrganization {
  decision: SeenDecision
}

export function onDecision(right: 'view' | 'edit'): AccessRule<{ decision: string }, OnDecision> {
  return onKnowledge(decisionAccess, right)
}

export function requireEdit(decision: Pick<SeenDecision, 'right'>): void {
  requireKnowledgeRight(decisionAccess, decision, 'edit')
}

/** Grants everyone in the organization access to a list that is filtered by what they can see. */
export const visibleDecisions: typeof inVisibleProjects = {
  ...inVisibleProjects,
  name: 'visibleDecisions',
  sentence:
    'Everyone in the organization, for projects they can view. Members: also organization-wide decisions.',
}

export interface InProjectOrAll extends InOrganization {
  project: SeenProject | null
}

/** Grants logging in a project that the caller can edit, or in the organization. The default is the bound project. */
export const logsDecisions: AccessRule<{ project?: string | undefined }, InProjectOrAll> = {
  name: 'logsDecisions',
  sentence: 'Users who can edit in the project. Without a project: members of the organization.',
  open: false,
  ...rightHolders.edit,
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? granted.caller.projectId
    if (ref === null) return { ...requireOrganization(caller, reads, 'member'), project: null }
    return { ...granted, project: await projectToWriteIn(db, granted, ref) }
  },
}

/** The tables of a decision (`d`) and its project (`p`). */
export const fromDecisions = sql`decisions d left join projects p on p.id = d.project_id`
export const seenDecision = sql`d.*, p.slug as project_slug, p.name as project_name`

/** Returns a filter for visible decisions `d` and the caller's right in each. */
export function decisionsVisibleTo(granted: Seer): VisibleProjects {
  const visible = visibleProjects(granted)
  const seesOrganizationWide = hasRole(granted.organization, 'member') && boundProject(granted) === null
  const organizationWide = seesOrganizationWide ? sql`d.project_id is null or ` : sql.empty
  return {
    where: sql`d.organization_id = ${granted.organization.id} and (${organizationWide}p.deleted_at is null and ${visible.where})`,
    right: sql`case when d.project_id is null then 'edit' else ${visible.right} end`,
  }
}

/** Finds a decision by number or id, if the caller can see it. */
export async function findDecision(
  db: Queries,
  granted: Seer,
  ref: string,
  { lock, deleted = false }: { lock: boolean; deleted?: boolean },
): Promise<SeenDecision | undefined> {
  const visible = decisionsVisibleTo(granted)
  const [decision] = await db.run<SeenDecision>(
    sql`select ${seenDecision}, ${visible.right} as right from ${fromDecisions}
      where ${visible.where} and ${anyUuid.test(ref) ? sql`d.id = ${ref}` : sql`d.key = upper(${ref})`}
        ${deleted ? sql.empty : sql`and d.deleted_at is null`} ${lock ? sql`for update of d` : sql.empty}`,
  )
  return decision
}

/** Describes access to decisions. */
export const decisionAccess: KnowledgeKind<'decision', SeenDecision> = {
  kind: decisionKind,
  field: 'decision',
  alias: 'd',
  sentences: {
    view: "Users who can view the decision's project. Without a project: members of the organization.",
    edit: "Users who can edit in the decision's project. Without a project: members of the organization.",
  },
  visibleTo: decisionsVisibleTo,
  find: findDecision,
}

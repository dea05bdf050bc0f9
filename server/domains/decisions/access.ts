import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type InOrganization,
  hasRole,
  requireOrganization,
} from '../../operations/access.ts'
import { reject } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import {
  type ProjectRight,
  type SeenProject,
  type Seer,
  projectsSeenBy,
  rightHolders,
  visibleProjects,
} from '../projects/access.ts'
import { projectToWriteIn } from '../projects/project-to-write-in.ts'
import type { SeenProjects } from '../projects/visible-projects.ts'
import type { DecisionRow } from './tables.ts'

/*
 * Who may do what with a decision:
 *   of a project  whoever sees the project reads it; whoever may edit there logs, discusses, resolves and deletes it.
 *   of none       every member of the organization does all of that. Guests do not see it, nor does a credential that is
 *                 bound to a project.
 */

/** A decision with what the caller may do with it, and what its shape needs from its project. */
export interface SeenDecision extends DecisionRow {
  right: ProjectRight
  project_slug: string | null
  project_name: string | null
}

export interface OnDecision extends InOrganization {
  decision: SeenDecision
}

export function onDecision(right: 'view' | 'edit'): AccessRule<{ decision: string }, OnDecision> {
  return {
    name: `decision(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const decision = await findDecision(db, granted, input.decision, { lock: hold })
      if (!decision) reject('not_found', { kind: 'decision', ref: input.decision })
      if (right === 'edit') requireEdit(decision)
      return { ...granted, decision }
    },
  }
}

const sentences = {
  view: "Whoever sees the decision's project; of one of none, every member of the organization.",
  edit: "Whoever may edit in the decision's project; of one of none, every member of the organization.",
}

export function requireEdit({ right }: Pick<SeenDecision, 'right'>): void {
  if (right === 'view') reject('forbidden', { needs: sentences.edit })
}

/** For lists: everybody in the organization may ask, and sees what they may see. */
export const visibleDecisions: typeof visibleProjects = {
  ...visibleProjects,
  name: 'visibleDecisions',
  sentence:
    'Everybody in the organization, for the projects that they see; members, also for the whole of it.',
}

export interface InProjectOrAll extends InOrganization {
  project: SeenProject | null
}

/** For a new one: of a project in which the caller may edit, or of the organization. A credential of one project logs there. */
export const logsDecisions: AccessRule<{ project?: string | undefined }, InProjectOrAll> = {
  name: 'logsDecisions',
  sentence: 'Whoever may edit in the project; without one, every member of the organization.',
  open: false,
  ...rightHolders.edit,
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? granted.caller.projectId
    if (ref === null) return { ...requireOrganization(caller, reads, 'member'), project: null }
    return { ...granted, project: await projectToWriteIn(db, granted, ref) }
  },
}

/** Where a decision and its project are read from: `d` and `p`. */
export const fromDecisions = 'decisions d left join projects p on p.id = d.project_id'
export const seenDecision = 'd.*, p.slug as project_slug, p.name as project_name'

/** The decisions `d` that somebody sees, with the parameters of `projectsSeenBy`, and their right in each. */
export function decisionsSeenBy(asking: Seer): SeenProjects {
  const visible = projectsSeenBy(asking)
  const ofAll = hasRole(asking.organization, 'member') ? 'd.project_id is null and $4::uuid is null' : 'false'
  return {
    where: `d.organization_id = $1 and (${ofAll} or p.deleted_at is null and ${visible.where})`,
    right: `case when d.project_id is null then 'edit' else ${visible.right} end`,
    values: visible.values,
  }
}

/** The one decision that is meant, if the caller sees it. */
export async function findDecision(
  db: Queries,
  asking: Seer,
  ref: string,
  { lock, deleted = false }: { lock: boolean; deleted?: boolean },
): Promise<SeenDecision | undefined> {
  const seen = decisionsSeenBy(asking)
  const [decision] = await db.run<SeenDecision>(
    `select ${seenDecision}, ${seen.right} as right from ${fromDecisions}
      where ${seen.where} and ${anyUuid.test(ref) ? 'd.id = $5' : 'd.key = upper($5)'}
        and ($6 or d.deleted_at is null) ${lock ? 'for update of d' : ''}`,
    [...seen.values, ref, deleted],
  )
  return decision
}

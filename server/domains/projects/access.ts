import type { Queries } from '../../database/connect.ts'
import {
  type AccessRule,
  type Filter,
  type InOrganization,
  hasRole,
  requireOrganization,
} from '../../operations/access.ts'
import type { Caller, CallingOrganization } from '../../operations/caller.ts'
import { refuse } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { ProjectRow } from './tables.ts'

/*
 * Who may do what with a project:
 *   view    members see what is visible to the organization; its creator and administrators see a private one too
 *   edit    whoever sees it and is a member: its tasks, its name
 *   manage  its creator and administrators: archive, delete, who sees it
 */
export type ProjectRight = 'view' | 'edit' | 'manage'

export interface OnProject extends InOrganization {
  project: ProjectRow
}

export function onProject(right: ProjectRight): AccessRule<{ project: string }, OnProject> {
  return {
    name: `project(${right})`,
    sentence: sentences[right],
    open: false,
    leastRole: leastRoles[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const project = await findProject(db, granted, input.project, hold)
      requireRight(granted, project, right)
      return { ...granted, project }
    },
  }
}

const leastRoles = { view: 'guest', edit: 'member', manage: 'admin' } as const

export const sentences: Record<ProjectRight, string> = {
  view: 'Whoever sees the project.',
  edit: 'Members who see the project.',
  manage: "The project's creator, and owners and admins of the organization.",
}

/** The one project that the reference names, if the caller may see it. */
export async function findProject(
  db: Queries,
  asking: Seer,
  ref: string,
  lock: boolean,
): Promise<ProjectRow> {
  const visible = projectsSeenBy(asking)
  const byId = anyUuid.test(ref)
  const [project] = await db.run<ProjectRow>(
    `select p.* from projects p
      where ${visible.where} and p.deleted_at is null
        and ${byId ? 'p.id = $5' : '(p.slug = $5 or p.key = upper($5))'}
      ${byId ? '' : 'order by p.slug = $5 desc limit 1'} ${lock ? 'for update' : ''}`,
    [...visible.values, ref],
  )
  return project ?? refuse('not_found', { kind: 'project', ref })
}

type Visible = InOrganization & { visible: Filter }

/** For lists: everybody in the organization may ask, and sees what they may see. */
export const visibleProjects: AccessRule<unknown, Visible> = {
  name: 'visibleProjects',
  sentence: 'Everybody in the organization, for the projects that they see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => whatIsVisible(requireOrganization(caller, reads, 'guest')),
}

/** For what is found among all projects, and then changed. */
export const editableProjects: AccessRule<unknown, Visible> = {
  name: 'editableProjects',
  sentence: 'Members, for what is in the projects that they may change.',
  open: false,
  leastRole: 'member',
  check: ({ caller, reads }) => whatIsVisible(requireOrganization(caller, reads, 'member')),
}

function whatIsVisible(granted: InOrganization): Visible {
  return { ...granted, visible: projectsSeenBy(granted) }
}

/** Somebody in an organization: mostly the caller, or whoever has just been shown to be there. */
type Seer = Pick<InOrganization, 'user' | 'organization'> & { caller: Caller }

/** The projects `p` of any query that somebody sees. Its four parameters come first. */
export function projectsSeenBy({ caller, organization, user }: Seer): Filter {
  const onlyProject = caller.kind === 'anonymous' ? null : caller.projectId
  return {
    where: `p.organization_id = $1 and (p.visibility = any($2) or p.created_by = $3)
      and ($4::uuid is null or p.id = $4)`,
    values: [organization.id, visibleKinds(organization), user.id, onlyProject],
  }
}

/** The same for the projects `p` of every organization that a person is a member `m` of. The person is `$1`. */
export const projectsSeenAnywhere = `projects p
      join organization_members m on m.organization_id = p.organization_id and m.user_id = $1
       and (p.created_by = $1 or m.role in ('owner', 'admin') or (m.role = 'member' and p.visibility <> 'private'))`

export function requireRight(asking: InOrganization, project: ProjectRow, right: ProjectRight): void {
  const { organization, user } = asking
  if (right === 'view') return
  if (!hasRole(organization, 'member')) refuse('forbidden', { needs: sentences.edit })
  if (right === 'edit') return
  if (!hasRole(organization, 'admin') && project.created_by !== user.id)
    refuse('forbidden', { needs: sentences.manage })
}

function visibleKinds(organization: CallingOrganization): string[] {
  if (hasRole(organization, 'admin')) return ['private', 'team', 'organization', 'public']
  return hasRole(organization, 'member') ? ['team', 'organization', 'public'] : []
}

import type { Queries } from '../../database/connect.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type Seer, type SeenProjects, projectsSeenBy } from './visible-projects.ts'
import type { ProjectRow } from './tables.ts'

export { type Seer, projectsSeenAnywhere, projectsSeenBy } from './visible-projects.ts'

/*
 * Who may do what with a project (and visible-projects.ts says the same to the database):
 *   view    owners and admins: everything. Members: what is visible to the organization or to a team of theirs, what
 *           they made, what belongs to a team that they lead, and what is shared with them or with a team of theirs.
 *           Guests: what is shared with them by name, and nothing else.
 *   edit    all of these, but for those who were given it as viewers and would not see it otherwise: its tasks, its name
 *   manage  owners and admins, and members who made it or lead its team: archive, delete, who sees it
 */
export type ProjectRight = 'view' | 'edit' | 'manage'
const rights: readonly ProjectRight[] = ['view', 'edit', 'manage']

/** A project with what the caller may do with it. */
export interface SeenProject extends ProjectRow {
  right: ProjectRight
}

export interface OnProject extends InOrganization {
  project: SeenProject
}

export function onProject(right: ProjectRight): AccessRule<{ project: string }, OnProject> {
  return {
    name: `project(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const project = await findProject(db, granted, input.project, hold)
      requireRight(project, right)
      return { ...granted, project }
    },
  }
}

/** For the permission table: the role that has the right in any project that it sees, and who has it besides. */
export const rightHolders = {
  view: { leastRole: 'guest', also: [] },
  edit: { leastRole: 'member', also: ['editor'] },
  manage: { leastRole: 'admin', also: ['creator', 'lead'] },
} as const

export const sentences: Record<ProjectRight, string> = {
  view: 'Whoever sees the project.',
  edit: 'Whoever sees the project, unless it is only shared with them as viewer.',
  manage: "The project's creator, the leads of its team, and owners and admins of the organization.",
}

/** For the end of a share: whoever was given a project may also give it back. */
export const endsShare: AccessRule<{ project: string; user?: string | undefined }, OnProject> = {
  name: 'project(manage) or oneself',
  sentence: `${sentences.manage.slice(0, -1)}; and whoever it is shared with by name, for themselves.`,
  open: false,
  leastRole: rightHolders.manage.leastRole,
  also: [...rightHolders.manage.also, 'oneself'],
  async check({ caller, db, reads, hold }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const project = await findProject(db, granted, input.project, hold)
    if (!isSelf(granted, input.user)) requireRight(project, 'manage')
    return { ...granted, project }
  },
}

export function isSelf({ user }: Pick<InOrganization, 'user'>, ref: string | undefined): boolean {
  const name = ref?.toLowerCase()
  return name === 'me' || name === user.id || name === user.username
}

/** The one project that the reference names, if the caller may see it: by its slug, key or id, or else by its name. */
export async function findProject(
  db: Queries,
  asking: Seer,
  ref: string,
  lock: boolean,
): Promise<SeenProject> {
  const visible = projectsSeenBy(asking)
  const those = (called: string) =>
    db.run<SeenProject>(
      `select p.*, ${visible.right} as right from projects p
        where ${visible.where} and p.deleted_at is null and ${called} ${lock ? 'for update of p' : ''}`,
      [...visible.values, ref],
    )
  if (anyUuid.test(ref)) return (await those('p.id = $5'))[0] ?? reject('not_found', { kind: 'project', ref })
  const found = await those('(p.slug = $5 or p.key = upper($5))')
  if (found.length > 0) return found.find(({ slug }) => slug === ref) ?? found[0]!
  const [project, ...others] = await those('lower(p.name) = lower($5)')
  if (!project) reject('not_found', { kind: 'project', ref })
  if (others.length > 0)
    rejectField('project', `Several projects are called "${ref}". Name the one that you mean by its slug.`)
  return project
}

/** What is left to whoever has just changed who sees a project; null if they no longer see it themselves. */
export async function rightLeft(
  db: Queries,
  asking: Seer,
  project: ProjectRow,
): Promise<ProjectRight | null> {
  const visible = projectsSeenBy(asking)
  const [left] = await db.run<{ right: ProjectRight }>(
    `select ${visible.right} as right from projects p where ${visible.where} and p.id = $5`,
    [...visible.values, project.id],
  )
  return left?.right ?? null
}

export function hasRight(held: ProjectRight | null, needed: ProjectRight): boolean {
  return held !== null && rights.indexOf(held) >= rights.indexOf(needed)
}

export function requireRight({ right }: Pick<SeenProject, 'right'>, needed: ProjectRight): void {
  if (!hasRight(right, needed)) reject('forbidden', { needs: sentences[needed] })
}

type Visible = InOrganization & { visible: SeenProjects }

/** For lists: everybody in the organization may ask, and sees what they may see. */
export const visibleProjects: AccessRule<unknown, Visible> = {
  name: 'visibleProjects',
  sentence: 'Everybody in the organization, for the projects that they see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => whatIsVisible(requireOrganization(caller, reads, 'guest')),
}

function whatIsVisible(granted: InOrganization): Visible {
  return { ...granted, visible: projectsSeenBy(granted) }
}

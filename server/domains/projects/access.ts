import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import { type Seer, type VisibleProjects, visibleProjects } from './visible-projects.ts'
import type { ProjectRow } from './tables.ts'

export { type Seer, projectsVisibleTo, visibleProjects } from './visible-projects.ts'

/*
 * Rights in a project. visible-projects.ts has the same rules as SQL:
 *   view    Owners and admins: every project. Members: projects that are visible to the organization or their team,
 *           that they created, whose team they lead, or that are shared with them or their team.
 *           Guests: only projects that are shared with them by name.
 *   edit    Everyone above, except users who only see it through a share as viewer: change its name and tasks.
 *   manage  Owners and admins, and members who created it or lead its team: archive, delete, change visibility.
 */
export type ProjectRight = 'view' | 'edit' | 'manage'
const rights: readonly ProjectRight[] = ['view', 'edit', 'manage']

/** A project with the right of the caller. */
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

/** Least role that always has the right, and further holders, for the permission table. */
export const rightHolders = {
  view: { leastRole: 'guest', also: [] },
  edit: { leastRole: 'member', also: ['editor'] },
  manage: { leastRole: 'admin', also: ['creator', 'lead'] },
} as const

export const sentences: Record<ProjectRight, string> = {
  view: 'Everyone who can view the project.',
  edit: 'Everyone who can view the project, unless it is only shared with them as viewer.',
  manage: "The project's creator, the leads of its team, and owners and admins of the organization.",
}

/** Allows managers to end a share, and users to leave a project that is shared with them. */
export const endShareAccess: AccessRule<{ project: string; user?: string | undefined }, OnProject> = {
  name: 'project(manage) or oneself',
  sentence: `${sentences.manage.slice(0, -1)}; and users it is shared with by name, for themselves.`,
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

/** Finds a visible project by id, slug or key, else by its name. Rejects a name that several projects share. */
export async function findProject(
  db: Queries,
  granted: Seer,
  ref: string,
  lock: boolean,
): Promise<SeenProject> {
  const { where, right } = visibleProjects(granted)
  const findWhere = (condition: Sql) =>
    db.run<SeenProject>(
      sql`select p.*, ${right} as right from projects p
        where ${where} and p.deleted_at is null and ${condition} ${lock ? sql`for update of p` : sql.empty}`,
    )
  const found = await findWhere(isNamed(ref))
  if (found.length > 0) return found.find(({ slug }) => slug === ref) ?? found[0]!
  if (anyUuid.test(ref)) reject('not_found', { kind: 'project', ref })
  const [project, ...others] = await findWhere(sql`lower(p.name) = lower(${ref})`)
  if (!project) reject('not_found', { kind: 'project', ref })
  if (others.length > 0)
    rejectField('project', `Several projects are called "${ref}". Pass the slug of one of them.`)
  return project
}

/** Returns the condition that project `p` has this id, slug or key. The slug of one can be the key of another. */
function isNamed(ref: string): Sql {
  return anyUuid.test(ref) ? sql`p.id = ${ref}` : sql`(p.slug = ${ref} or p.key = upper(${ref}))`
}

/** Returns the id of the project that `findProject` finds by id, slug or key, for a statement that saves its lookup. */
export function projectIdOf(granted: Seer, ref: string): Sql {
  return sql`(select p.id from projects p where ${visibleProjects(granted).where} and p.deleted_at is null
    and ${isNamed(ref)} order by p.slug = ${ref} desc limit 1)`
}

/** Returns the caller's right after a change of visibility. Null if they can no longer see the project. */
export async function remainingRight(
  db: Queries,
  granted: Seer,
  project: ProjectRow,
): Promise<ProjectRight | null> {
  const { where, right } = visibleProjects(granted)
  const [remaining] = await db.run<{ right: ProjectRight }>(
    sql`select ${right} as right from projects p where ${where} and p.id = ${project.id}`,
  )
  return remaining?.right ?? null
}

export function hasRight(right: ProjectRight | null, needed: ProjectRight): boolean {
  return right !== null && rights.indexOf(right) >= rights.indexOf(needed)
}

export function requireRight({ right }: Pick<SeenProject, 'right'>, needed: ProjectRight): void {
  if (!hasRight(right, needed)) reject('forbidden', { needs: sentences[needed] })
}

type Visible = InOrganization & { visibleProjects: VisibleProjects }

/** Allows lists for every role, because the queries return only visible projects. */
export const inVisibleProjects: AccessRule<unknown, Visible> = {
  name: 'inVisibleProjects',
  sentence: 'Everyone in the organization, for the projects that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => withVisible(requireOrganization(caller, reads, 'guest')),
}

function withVisible(granted: InOrganization): Visible {
  return { ...granted, visibleProjects: visibleProjects(granted) }
}

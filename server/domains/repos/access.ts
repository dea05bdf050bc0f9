import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import {
  type ProjectRight,
  type SeenProject,
  type Seer,
  onProject,
  requireRight,
  sentences,
  rightHolders,
  visibleProjects,
} from '../projects/access.ts'
import { projectToWriteIn } from '../projects/project-to-write-in.ts'
import { headChecks, hostColumns } from './host-columns.ts'
import type { CheckRun } from './pull-request.ts'
import type { RepoRow } from './repo.ts'
import { visibleRepos } from './visible-repos.ts'

/** A repository with the caller's right in its project and the joined columns. */
export interface SeenRepo extends RepoRow {
  right: ProjectRight
  project_slug: string
  project_name: string
  has_token: boolean
  has_hook_secret: boolean
  open_pulls: number
  /** Checks of the newest commit. Empty in lists. */
  head_checks: CheckRun[]
}

export interface OnRepo extends InOrganization {
  repo: SeenRepo
}

/** Applies the rights of the project, because a repository has no rights of its own. */
export function onRepo(right: Exclude<ProjectRight, 'manage'>): AccessRule<{ repo: string }, OnRepo> {
  return {
    name: `repo(${right})`,
    sentence: sentences[right].replace('the project', "the repository's project"),
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const repo = await findRepo(db, granted, input.repo, hold)
      requireRight(repo, right)
      return { ...granted, repo }
    },
  }
}

export interface ConnectsRepo extends InOrganization {
  project: SeenProject
}

/** Allows connecting a repository. Locks the project, so that concurrent calls cannot connect the same one twice. */
export const connectsRepos: AccessRule<{ project: string }, ConnectsRepo> = {
  ...onProject('edit'),
  name: 'connectsRepos',
  async check({ caller, db, reads, hold }, { project: ref }) {
    const granted = requireOrganization(caller, reads, 'guest')
    const project = await projectToWriteIn(db, granted, ref)
    if (hold) await db.run(sql`select 1 from projects where id = ${project.id} for update`)
    return { ...granted, project }
  },
}

/** Joins repositories `r` with their projects `p`. The column lists below omit the token. */
export const fromRepos = sql`repos r join projects p on p.id = r.project_id`
const listedColumns = sql`r.id, r.organization_id, r.project_id, r.name, r.url, r.chosen_branch, r.status, r.failure,
  r.synced_at, r.default_branch, r.head, r.branch_count, r.tag_count, r.created_by, r.version, r.created_at, r.updated_at,
  r.deleted_at, r.deleted_by, r.private_to, p.slug as project_slug, p.name as project_name,
  r.token is not null as has_token, ${hostColumns}`
/** Columns for lists, with empty values for the large ones. */
export const listedRepo = sql`${listedColumns}, '[]'::jsonb as branches, '{}'::text[] as tags, null::jsonb as contents,
  null::jsonb as instructions, '[]'::jsonb as head_checks`
export const wholeRepo = sql`${listedColumns}, r.branches, r.tags, r.contents, r.instructions, ${headChecks}`

/** Finds a repository by id, name or URL, if the caller can see it. */
async function findRepo(db: Queries, granted: Seer, ref: string, lock: boolean): Promise<SeenRepo> {
  const visible = visibleProjects(granted)
  const matchesRef = anyUuid.test(ref)
    ? sql`r.id = ${ref}`
    : sql`(lower(r.name) = lower(${ref}) or r.url = ${ref})`
  const found = await db.run<SeenRepo>(
    sql`select ${wholeRepo}, ${visible.right} as right from ${fromRepos}
      where ${visible.where} and p.deleted_at is null and r.organization_id = ${granted.organization.id}
        and r.deleted_at is null and ${visibleRepos(granted)} and ${matchesRef}
      order by r.id limit 2 ${lock ? sql`for update of r` : sql.empty}`,
  )
  const [repo, another] = found
  if (!repo) reject('not_found', { kind: 'repo', ref })
  if (another)
    rejectField(
      'repo',
      `Several repositories are called "${ref}". Pass the id of one of them: see list_repos.`,
    )
  return repo
}

/** Reads a repository again after a change. */
export async function readRepo(db: Queries, granted: Seer, id: string): Promise<SeenRepo> {
  return findRepo(db, granted, id, false)
}

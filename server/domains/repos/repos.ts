import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects, findProject, inVisibleProjects } from '../projects/access.ts'
import { type SeenRepo, readRepo, onRepo, fromRepos, listedRepo } from './access.ts'
import {
  type MentionedTask,
  Repo,
  repoFromRow,
  repoRef,
  ListedRepo,
  listedRepoFromRow,
  repoKind,
  type RepoRow,
} from './repo.ts'
import { operation } from '../../operations/operation.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { projectRef } from '../projects/project.ts'
import { indexStateOf } from './index-state.ts'
import { deleteRow } from '../../operations/rows.ts'
import { Deleted, deletedResponse } from '../../operations/deleted.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'
import { trashedInProject } from '../projects/trashed-in-project.ts'
import { deleteHook } from './host-state/hooks.ts'
import { visibleRepos } from './visible-repos.ts'

type RepoContext = Context & InOrganization

/** Reads the repository again after a change, and returns it. */
export async function reloadRepo(ctx: RepoContext, id: string): Promise<z.output<typeof Repo>> {
  return showRepo(ctx, await readRepo(ctx.db, ctx, id))
}

async function findTasks(ctx: RepoContext, keys: string[]): Promise<Map<string, MentionedTask>> {
  if (keys.length === 0) return new Map()
  const tasks = await ctx.db.run<MentionedTask>(
    sql`select t.id, t.key, t.title, t.status from tasks t join projects p on p.id = t.project_id
      where ${visibleProjects(ctx).where} and p.deleted_at is null and t.organization_id = ${ctx.organization.id}
        and t.deleted_at is null and t.key = any(${keys}::text[])`,
  )
  return new Map(tasks.map((task) => [task.key, task]))
}

export const getRepo = operation({
  id: 'repos.get',
  summary: 'Show a connected repository with its branches, newest commits and contents.',
  http: 'GET /api/repos/:repo',
  access: onRepo('view'),
  input: z.object({ repo: repoRef }),
  output: Repo,
}).run((ctx) => showRepo(ctx, ctx.repo))

const newestFirst = orderByNewest('r.id')

export const listRepos = operation({
  id: 'repos.list',
  summary: 'List the connected repositories.',
  http: 'GET /api/repos',
  tool: { name: 'list_repos' },
  shows: ['repo', 'project'],
  access: inVisibleProjects,
  input: z.object({ project: projectRef.optional(), ...pageInput }),
  output: pageOf(ListedRepo),
}).run(async (ctx, input) => {
  const { visibleProjects: visible, db, caller } = ctx
  const project = input.project && (await findProject(db, ctx, input.project, false))
  const scope = project ? sql`r.project_id = ${project.id}` : sql`r.organization_id = ${ctx.organization.id}`
  return readPage(
    db,
    input,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${listedRepo}, ${visible.right} as right from ${fromRepos}
      where ${visible.where} and p.deleted_at is null and ${scope} and r.deleted_at is null
        and ${visibleRepos(ctx)} and ${after} ${orderAndLimit}`,
    (row: SeenRepo) => listedRepoFromRow(row, caller),
  )
})

export const deleteRepo = operation({
  id: 'repos.delete',
  summary: 'Disconnect a repository and delete its token. The rest can be restored for 30 days.',
  http: 'DELETE /api/repos/:repo',
  access: onRepo('edit'),
  destructive: true,
  outside: true,
  input: z.object({ repo: repoRef }),
  output: Deleted,
  // Runs outside a transaction, because it waits for the code host.
  async prepare({ app, repo }) {
    await deleteHook(app, repo)
    return {}
  },
}).run(async (ctx) => {
  const deleted = await deleteRow<RepoRow>(ctx, repoKind, ctx.repo)
  // Deletes the secrets immediately, because they are no longer needed.
  await ctx.db.run(
    sql`update repos set token = null, hook_secret = null, hook_id = null, hook_failure = null, hook_received_at = null,
      sync_wanted_at = null, syncing_since = null where id = ${deleted.id}`,
  )
  return deletedResponse(repoKind, deleted)
})

export const trashedRepos: TrashKind<RepoRow> = {
  // Names are not unique, so only the id identifies a repository.
  ...trashedInProject<RepoRow>(repoKind, {
    from: sql`repos t join projects p on p.id = t.project_id and p.deleted_at is null`,
    right: 'edit',
    visible: (granted) => visibleRepos(granted, 't'),
    title: sql`t.name`,
  }),
  taken: ({ url }) => ({ repos_once_in_project: { field: 'address', value: url } }),
}

/** Returns a repository with the mentioned tasks that the caller can see. */
async function showRepo(ctx: RepoContext, repo: SeenRepo): Promise<z.output<typeof Repo>> {
  const keys = [...new Set((repo.contents?.commits ?? []).flatMap(({ mentions }) => mentions))]
  const [tasks, indexed] = await Promise.all([findTasks(ctx, keys), indexStateOf(ctx, repo.id)])
  return { ...repoFromRow(repo, tasks, ctx.caller), indexed }
}

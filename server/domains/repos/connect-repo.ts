import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { concerning, insertRow, updateRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { actorOf } from '../../operations/caller.ts'
import type { App, Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { newId } from '../../platform/ids.ts'
import { gitTokenOf } from '../code-hosts/git-token.ts'
import { HostUnavailable } from '../code-hosts/host-unavailable.ts'
import { nameAtHost } from '../code-hosts/host-urls.ts'
import { sealToken } from '../code-hosts/repo-token.ts'
import { checkViewersSoon } from '../code-hosts/viewer-queue.ts'
import { projectRef } from '../projects/project.ts'
import { type ConnectsRepo, connectsRepos } from './access.ts'
import { type ChosenAccess, chooseAccess } from './choose-access.ts'
import { limitRefs, readRemoteRefs, rejectUnreadable, requireAddress } from './read-repo.ts'
import { Repo, branchField, repoKind, type RepoRow } from './repo.ts'
import { reloadRepo } from './repos.ts'
import { queueSync } from './sync-repository.ts'
import { storeViewer } from './viewers.ts'
import { visibleRepos } from './visible-repos.ts'

const maxPerProject = 50

export const connectRepo = operation({
  id: 'repos.connect',
  summary: 'Connect a git repository to a project by its https URL.',
  http: 'POST /api/repos',
  tool: {
    name: 'connect_repo',
    rare: ['name', 'access'],
    brief: { url: 'https URL.', branch: 'Default: its main branch.', token: 'Access token, if private.' },
  },
  access: connectsRepos,
  outside: true,
  created: true,
  input: z.object({
    project: projectRef,
    url: z.string().trim().min(1).max(1000).describe('Its https URL.'),
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('Display name. Default: the last part of the URL.'),
    branch: branchField.optional().describe('Branch to read. Default: the default branch.'),
    token: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .regex(/^[\x21-\x7e]+$/, "A token can't contain spaces or line breaks.")
      .optional()
      .describe('Access token for a private repository. Never returned. Shares it with the whole project.'),
    access: z
      .enum(['token', 'person', 'organization'])
      .optional()
      .describe(
        'Credential that reads it: token (or none), your own account (person) or the connection of the organization. ' +
          'Default: the first that can read it, your own account first.',
      ),
  }),
  output: Repo,
  // Runs outside a transaction, because it waits for the git server and the code host.
  async prepare(ctx, { url, branch, token, access }) {
    const { app, request, project } = ctx
    requireAddress(app, url)
    const typed = normalizeUrl(url)
    const known = await findConnected(app.database, project.id, typed)
    const isSame = known && !token && (!access || (access === 'token' && known.access === 'token'))
    const kept = isSame ? await tokenOfKnown(app, ctx, known) : undefined
    const chosen = kept ? null : await chooseAccess(app, ctx, { address: typed, access, token })
    const address = addressOf(typed, chosen)
    const read = { url: kept ? known!.url : address, token: kept ? kept.token : chosen?.gitToken }
    const reading = readRemoteRefs({ app, request }, read, branch ?? known?.chosen_branch ?? null)
    return { typed, address, chosen, refs: await rejectUnreadable(address, reading) }
  },
}).run(async (ctx, { name, branch, token, access }) => {
  const { project, typed, address, refs, chosen } = ctx
  const known =
    (await findConnected(ctx.db, project.id, address, chosen)) ??
    (await findConnected(ctx.db, project.id, typed))
  if (known) {
    // Connecting an existing repository again changes only the given fields.
    const set = {
      ...(name !== undefined && { name }),
      ...(branch !== undefined && { chosen_branch: branch, default_branch: branch, head: refs.head }),
      ...(chosen && !keepsConnector(known, chosen, access) && accessColumns(ctx, chosen)),
      // A repository that was renamed at the host.
      ...(chosen?.found && address !== typed && { url: address, host_name: chosen.found.name }),
    }
    const { after, changes } = await updateRow<RepoRow>(ctx, repoKind, known, set)
    if (token !== undefined || after.access !== 'token')
      await ctx.db.run(sql`update repos set token = ${sealed(ctx, known.id, token)} where id = ${known.id}`)
    await shareWithViewers(ctx, known.id, chosen)
    const data = { token: 'replaced' }
    if (changes || token !== undefined)
      ctx.record({
        type: 'repo.updated',
        ...concerning(repoKind, after),
        version: after.version,
        ...(changes && { changes }),
        ...(token !== undefined && { data }),
      })
    await queueSync(ctx, known.id)
    return reloadRepo(ctx, known.id)
  }
  if (!chosen) reject('unavailable')
  const [count] = await ctx.db.run<{ count: number }>(
    sql`select count(*)::int as count from repos where project_id = ${project.id} and deleted_at is null`,
  )
  if (count!.count >= maxPerProject) reject('too_many', { most: maxPerProject, things: 'repositories' })
  const id = newId()
  const stored = limitRefs(refs)
  const displayName = name ?? defaultName(address)
  const columns = accessColumns(ctx, chosen)
  await insertRow<RepoRow>(ctx, repoKind, {
    insert: sql`insert into repos (id, organization_id, project_id, name, url, token, chosen_branch, default_branch, head,
        branches, branch_count, tags, tag_count, created_by, access, connected_by, code_host_id, host_url, api_url,
        host_name, is_private)
      values (${id}, ${project.organization_id}, ${project.id}, ${displayName}, ${address}, ${sealed(ctx, id, token)},
        ${branch ?? null}, ${stored.default_branch}, ${stored.head}, ${JSON.stringify(stored.branches)},
        ${stored.branch_count}, ${stored.tags}, ${stored.tag_count}, ${JSON.stringify(actorOf(ctx.caller))},
        ${columns.access}, ${columns.connected_by}, ${columns.code_host_id}, ${columns.host_url}, ${columns.api_url},
        ${columns.host_name}, ${columns.is_private})`,
    data: { name: displayName, url: address },
  })
  await shareWithViewers(ctx, id, chosen)
  await queueSync(ctx, id)
  return reloadRepo(ctx, id)
})

type Connecting = Context & ConnectsRepo

function accessColumns({ user }: Connecting, { access, codeHostId, found }: ChosenAccess) {
  return {
    access,
    connected_by: user.id,
    code_host_id: codeHostId,
    host_url: found?.webUrl ?? null,
    api_url: found?.apiUrl ?? null,
    host_name: found?.name ?? null,
    is_private: found?.isPrivate ?? false,
  }
}

/** Returns whether a repository stays with the person who connected it. Only an explicit request replaces their account. */
function keepsConnector(known: RepoRow, chosen: ChosenAccess, asked: string | undefined): boolean {
  return (
    asked === undefined &&
    known.access === 'person' &&
    chosen.access === 'person' &&
    known.connected_by !== null
  )
}

/** Lets the caller see a repository that their own account just read, and asks the host about the others. */
async function shareWithViewers(ctx: Connecting, repoId: string, chosen: ChosenAccess | null): Promise<void> {
  if (chosen?.access !== 'person') return
  await storeViewer(ctx.db, repoId, ctx.user.id, true)
  await checkViewersSoon(ctx, { repo: repoId })
}

function sealed({ app }: Connecting, repoId: string, token: string | undefined): Buffer | null {
  return token === undefined ? null : sealToken(app.secrets, repoId, token)
}

/** Returns the credential of a connected repository, unless the caller can't see it or the credential doesn't work. */
async function tokenOfKnown(
  app: App,
  granted: Pick<Connecting, 'caller' | 'user'>,
  known: RepoRow,
): Promise<{ token: string | undefined } | undefined> {
  const [visible] = await app.database.run(
    sql`select 1 from repos r where r.id = ${known.id} and ${visibleRepos(granted)}`,
  )
  if (!visible) return undefined
  try {
    return { token: await gitTokenOf(app, known) }
  } catch (error) {
    if (error instanceof HostUnavailable) return undefined
    throw error
  }
}

/** Finds a connected repository by URL or by its name at the host. Ignores a trailing ".git". */
async function findConnected(
  db: Queries,
  projectId: string,
  url: string,
  chosen?: ChosenAccess | null,
): Promise<RepoRow | undefined> {
  const { apiUrl, name } = chosen?.found ?? {}
  const [row] = await db.run<RepoRow>(
    sql`select * from repos where project_id = ${projectId} and deleted_at is null
        and (regexp_replace(url, '\\.git$', '') = ${url.replace(/\.git$/, '')}
          or api_url = ${apiUrl ?? null} and lower(host_name) = lower(${name ?? null}))
      order by regexp_replace(url, '\\.git$', '') = ${url.replace(/\.git$/, '')} desc limit 1`,
  )
  return row
}

/** Returns the URL of the repository. The host's own spelling replaces a former name, which git doesn't follow. */
function addressOf(typed: string, chosen: ChosenAccess | null): string {
  const { found } = chosen ?? {}
  if (!found || nameAtHost(found.webUrl, typed)?.toLowerCase() === found.name.toLowerCase()) return typed
  return `${found.webUrl}/${found.name}`
}

/** Normalizes a URL: removes trailing slashes. */
function normalizeUrl(link: string): string {
  return new URL(link).href.replace(/\/+$/, '')
}

/** Returns the last part of the path as the default name. */
function defaultName(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '')
  const name = decoded(last ?? '').replace(/\.git$/, '')
  return name.slice(0, 100) || new URL(url).hostname.slice(0, 100)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('\0', '').toWellFormed()
  } catch {
    return part
  }
}

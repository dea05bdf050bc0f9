import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { type InOrganization, organization } from '../../operations/access.ts'
import type { App } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { connectionRef, findConnection } from '../code-hosts/connection.ts'
import { connectionToken } from '../code-hosts/connection-row.ts'
import { rejectHostFailure } from '../code-hosts/reject-host-failure.ts'
import { openClient } from '../code-hosts/open-client.ts'
import { visibleProjects } from '../projects/access.ts'
import { RemoteRepo, accountOfCaller } from './remote-repo.ts'
import { storeListed } from './viewers.ts'
import { visibleRepos } from './visible-repos.ts'

const HostRepo = z
  .object({
    name: z.string().describe('Owner and name: acme/web.'),
    url: z.string().describe('URL to connect.'),
    private: z.boolean(),
    description: z.string().nullable(),
    defaultBranch: z.string().nullable(),
    pushedAt: z.iso.datetime().nullable().describe('Time of the last push.'),
    connectedTo: z
      .array(z.string())
      .describe('Slugs of the projects that you can see and that it is connected to.'),
  })
  .meta({ id: 'HostRepo' })

const pageSize = 100
/** Pages of the host that one request reads while it searches. */
const maxPages = 5

export const listAtHost = operation({
  id: 'repos.listAtHost',
  summary:
    'List the repositories that your account, or a connection of the organization, reaches at a code host.',
  http: 'GET /api/repos/github',
  shows: ['repo', 'code_host', 'integration'],
  access: organization('member'),
  outside: true,
  input: z.object({
    query: z.string().trim().max(200).optional().describe('Part of the name or description.'),
    codeHost: connectionRef.optional().describe('Connection of the organization. Default: your own account.'),
    limit: z.int().min(1).max(100).default(50).describe('Maximum items per page. A search can return fewer.'),
    cursor: z.string().max(100).optional().describe('nextCursor of the previous page.'),
  }),
  output: pageOf(HostRepo),
}).run(async (ctx, { query = '', codeHost, limit, cursor }) => {
  const { app } = ctx
  const source = codeHost === undefined ? await ownSource(app, ctx) : await sharedSource(app, ctx, codeHost)
  const { items, nextCursor } = await rejectHostFailure(source.apiUrl, () =>
    readRemoteRepos(app, source, { query, limit, cursor }),
  )
  const names = items.map(({ full_name }) => full_name)
  if (codeHost === undefined)
    await storeListed(
      ctx.db,
      { userId: ctx.user.id, apiUrl: source.apiUrl, organizationId: ctx.organization.id },
      names,
    )
  const connected = await ctx.db.run<{ name: string; slug: string }>(
    connectedProjects(ctx, source.apiUrl, names),
  )
  return {
    items: items.map((repo) => ({
      name: repo.full_name,
      url: `${source.webUrl}/${repo.full_name}`,
      private: repo.private,
      description: repo.description ?? null,
      defaultBranch: repo.default_branch ?? null,
      pushedAt: inUtc(repo.pushed_at ?? repo.updated_at),
      connectedTo: connected
        .filter(({ name }) => name === repo.full_name.toLowerCase())
        .map(({ slug }) => slug),
    })),
    nextCursor,
  }
})

/** A credential and the list of the repositories that it reaches. */
interface Source {
  webUrl: string
  apiUrl: string
  token: string
  path: string
  /** The field with the list, if the response is an object. */
  field: string | undefined
}

async function ownSource(app: App, ctx: InOrganization): Promise<Source> {
  const account = await rejectHostFailure(app.config.GITHUB_API_URL, () => accountOfCaller(app, ctx))
  if (!account) return reject('code_host_account_missing')
  return { ...account, path: '/user/repos', field: undefined }
}

async function sharedSource(app: App, ctx: InOrganization, ref: string): Promise<Source> {
  const row = await findConnection(app.database, ctx, ref)
  const token = await rejectHostFailure(row.api_url, () => connectionToken(app, row))
  const list =
    row.kind === 'app'
      ? { path: '/installation/repositories', field: 'repositories' }
      : { path: '/user/repos', field: undefined }
  return { webUrl: row.url, apiUrl: row.api_url, token, ...list }
}

/** Reads a page of the list. The host can't filter it, so a search reads its pages until enough match. */
async function readRemoteRepos(
  app: App,
  { apiUrl, token, path, field }: Source,
  asked: { query: string; limit: number; cursor: string | undefined },
) {
  const client = openClient(app, { apiUrl, token })
  const words = asked.query.toLowerCase()
  const items: z.output<typeof RemoteRepo>[] = []
  let { page, skip } = parseCursor(asked.cursor)
  for (let read = 0; read < maxPages; read++) {
    // Gitea and Forgejo call the page size `limit`.
    const size = { per_page: pageSize, limit: pageSize }
    const received = await client.getPage(path, { sort: 'pushed', ...size, page }, field)
    for (const [index, item] of received.items.entries()) {
      if (index < skip) continue
      const { success, data } = RemoteRepo.safeParse(item)
      if (!success || !`${data.full_name} ${data.description ?? ''}`.toLowerCase().includes(words)) continue
      if (items.length === asked.limit) return { items, nextCursor: `${page}.${index}` }
      items.push(data)
    }
    if (received.nextPage === null) return { items, nextCursor: null }
    ;[page, skip] = [received.nextPage, 0]
  }
  return { items, nextCursor: `${page}.0` }
}

/** A cursor is the page at the host and the number of its items to skip. */
function parseCursor(cursor = '1.0'): { page: number; skip: number } {
  if (!/^[1-9]\d{0,5}\.\d{1,4}$/.test(cursor)) reject('invalid_cursor')
  const [page, skip] = cursor.split('.').map(Number) as [number, number]
  return { page, skip }
}

function connectedProjects(ctx: InOrganization, apiUrl: string, names: string[]): Sql {
  return sql`select lower(r.host_name) as name, p.slug from repos r join projects p on p.id = r.project_id
    where ${visibleProjects(ctx).where} and p.deleted_at is null and r.organization_id = ${ctx.organization.id}
      and r.deleted_at is null and ${visibleRepos(ctx)} and r.api_url = ${apiUrl}
      and lower(r.host_name) = any(${names.map((name) => name.toLowerCase())}) order by p.slug`
}

function inUtc(time: string | null | undefined): string | null {
  return time ? new Date(time).toISOString() : null
}

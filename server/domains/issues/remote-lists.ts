import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { platformAdmin } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import type { CodeHost } from '../../platform/code-host.ts'
import { RemoteIssue, RemoteRepo, explainFailures, requireCodeHost, requireIssueRepo } from './code-host.ts'

const remotePage = {
  limit: z.int().min(1).max(100).default(50).describe('Maximum items per page.'),
  cursor: z.string().max(20).optional().describe('nextCursor of the previous page.'),
}

export const listRemoteRepos = operation({
  id: 'issues.listRemoteRepos',
  summary: 'List the repositories that the configured token can reach at the code host.',
  http: 'GET /api/admin/github/repos',
  shows: [],
  access: platformAdmin,
  outside: true,
  input: z.object(remotePage),
  output: pageOf(
    z.object({
      name: z.string().describe('Owner and name, such as acme/baton.'),
      url: z.string(),
      private: z.boolean(),
      openIssues: z.int().describe('Open issues and pull requests.'),
      configured: z.boolean().describe('Whether its issues are linked to reported issues.'),
    }),
  ),
}).run(async ({ app }, { limit, cursor }) => {
  const codeHost = requireCodeHost(app)
  return readRemotePage(codeHost, '/user/repos', { sort: 'full_name' }, { limit, cursor }, (item) => {
    const { full_name: name, html_url: url, private: isPrivate, open_issues_count } = RemoteRepo.parse(item)
    const configured = name.toLowerCase() === app.config.ISSUES_REPO?.toLowerCase()
    return { name, url, private: isPrivate, openIssues: open_issues_count, configured }
  })
})

export const listRemoteIssues = operation({
  id: 'issues.listRemote',
  summary: 'List the issues of the configured repository at the code host, recently changed first.',
  http: 'GET /api/admin/github/issues',
  shows: ['issue'],
  access: platformAdmin,
  outside: true,
  input: z.object({
    state: z.enum(['open', 'closed', 'all']).default('open').describe('State at the code host.'),
    ...remotePage,
  }),
  output: pageOf(
    z.object({
      number: z.int(),
      title: z.string(),
      state: z.enum(['open', 'closed']),
      url: z.string(),
      updatedAt: z.iso.datetime(),
      linkedTo: z.int().nullable().describe('Number of the reported issue that is linked to it.'),
    }),
  ),
}).run(async ({ app, db }, { state, limit, cursor }) => {
  const { codeHost, repo } = requireIssueRepo(app)
  const page = await readRemotePage(
    codeHost,
    `/repos/${repo}/issues`,
    { state, sort: 'updated', direction: 'desc' },
    { limit, cursor },
    (item) => RemoteIssue.parse(item),
  )
  const linked = await db.run<{ number: number; remote_number: number }>(
    sql`select number, remote_number from issues where remote_repo = ${repo}
      and remote_number = any(${page.items.map(({ number }) => number)})`,
  )
  const linkedTo = new Map(linked.map(({ number, remote_number }) => [remote_number, number]))
  const issues = page.items.filter(({ pull_request }) => !pull_request)
  return {
    items: issues.map(({ number, title, state: current, html_url, updated_at }) => ({
      number,
      title,
      state: current,
      url: html_url,
      updatedAt: updated_at,
      linkedTo: linkedTo.get(number) ?? null,
    })),
    nextCursor: page.nextCursor,
  }
})

interface RemotePageAsked {
  limit: number
  cursor: string | undefined
}

/** Reads a page of a list at the code host. The cursor is the number of its page. */
function readRemotePage<Item>(
  codeHost: CodeHost,
  path: string,
  query: Record<string, string>,
  { limit, cursor }: RemotePageAsked,
  toItem: (item: unknown) => Item,
) {
  const page = cursor === undefined ? 1 : Number(cursor)
  if (!Number.isSafeInteger(page) || page < 1) reject('invalid_cursor')
  return explainFailures(codeHost, async () => {
    const { items, nextPage } = await codeHost.getPage(path, { ...query, per_page: limit, page })
    return { items: items.map(toItem), nextCursor: nextPage === null ? null : String(nextPage) }
  })
}

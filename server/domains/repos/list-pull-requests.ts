import { z } from 'zod'
import { orderByNewest, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { onRepo } from './access.ts'
import { LinkedItem, PullRequest, type SeenPullRequest, pullRequestFromRow } from './pull-request.ts'
import { checksOf } from './host-columns.ts'
import { itemsOfLinks } from './links/linked-items.ts'
import { repoRef } from './repo.ts'

const newestFirst = { ...orderByNewest('q.id', '-number'), column: 'q.number', type: 'integer' } as const

export const listPullRequests = operation({
  id: 'repos.listPullRequests',
  summary:
    'List the pull requests of a repository with their reviews, checks and linked items, newest first.',
  http: 'GET /api/repos/:repo/pull-requests',
  shows: ['repo', 'task', 'feature', 'story', 'epic'],
  access: onRepo('view'),
  input: z.object({
    repo: repoRef,
    state: z
      .enum(['open', 'closed', 'merged', 'all'])
      .default('open')
      .describe('State of the listed pull requests. Default: open.'),
    ...pageInput,
  }),
  output: pageOf(
    PullRequest.extend({ items: z.array(LinkedItem).describe('Items that it mentions by number.') }).meta({
      id: 'ListedPullRequest',
    }),
  ),
}).run(async (ctx, { state, ...page }) => {
  const { db, repo } = ctx
  const inState = state === 'all' ? sql`true` : sql`q.state = ${state}`
  const found = await readPage(
    db,
    page,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`select q.*, r.name as repo_name, ${checksOf('q.repo_id', 'q.head_commit')} as checks, q.number as sort_value
        from pull_requests q join repos r on r.id = q.repo_id
        where q.repo_id = ${repo.id} and ${inState} and ${after} ${orderAndLimit}`,
    (row: SeenPullRequest) => pullRequestFromRow(row),
  )
  const items = await itemsOfLinks(
    db,
    repo,
    found.items.map(({ number }) => String(number)),
  )
  return {
    ...found,
    items: found.items.map((pull) => ({ ...pull, items: items.get(String(pull.number)) ?? [] })),
  }
})

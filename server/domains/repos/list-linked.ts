import { z } from 'zod'
import { type Sql, sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { itemRef, onItem } from '../work/items/access.ts'
import { checksOf } from './host-columns.ts'
import { PullRequest, RepoName, type SeenPullRequest, pullRequestFromRow } from './pull-request.ts'
import { visibleRepos } from './visible-repos.ts'

const maxLinks = 100

const linked = {
  repo: RepoName,
  url: z.string().nullable().describe('Its page at the code host. Null for plain git.'),
  linkedAt: z.iso.datetime(),
}

export const listLinked = operation({
  id: 'repos.listLinked',
  summary: 'List the branches, commits and pull requests that mention an epic, story, task or feature.',
  http: 'GET /api/items/:item/code',
  shows: ['repo', 'project'],
  access: onItem('view'),
  input: z.object({ item: itemRef }),
  output: z
    .object({
      branches: z.array(z.object({ name: z.string(), ...linked })),
      commits: z.array(z.object({ id: z.string(), subject: z.string(), ...linked })),
      pullRequests: z.array(PullRequest),
    })
    .describe(`Newest ${maxLinks} of each, in the repositories that you can see.`)
    .meta({ id: 'LinkedCode' }),
}).run(async (ctx, _input) => {
  const { db, item, project } = ctx
  const ofItem = (kind: string): Sql =>
    sql`l.item_id = ${item.id} and l.kind = ${kind} and r.project_id = ${project.id} and r.deleted_at is null
      and ${visibleRepos(ctx)}`
  const linksOf = (kind: string) =>
    db.run<{
      reference: string
      title: string
      url: string | null
      linked_at: string
      id: string
      name: string
    }>(
      sql`select l.reference, l.title, l.url, l.linked_at, r.id, r.name from code_links l join repos r on r.id = l.repo_id
        where ${ofItem(kind)} order by l.linked_at desc, l.reference limit ${maxLinks}`,
    )
  const [branches, commits] = [await linksOf('branch'), await linksOf('commit')]
  const pulls = await db.run<SeenPullRequest>(
    sql`select q.*, r.name as repo_name, ${checksOf('q.repo_id', 'q.head_commit')} as checks
      from code_links l join repos r on r.id = l.repo_id
        join pull_requests q on q.repo_id = l.repo_id and q.number::text = l.reference
      where ${ofItem('pull_request')} order by q.opened_at desc, q.number desc limit ${maxLinks}`,
  )
  const common = (link: (typeof branches)[number]) => ({
    repo: { id: link.id, name: link.name },
    url: link.url,
    linkedAt: link.linked_at,
  })
  return {
    branches: branches.map((link) => ({ name: link.reference, ...common(link) })),
    commits: commits.map((link) => ({ id: link.reference, subject: link.title, ...common(link) })),
    pullRequests: pulls.map(pullRequestFromRow),
  }
})

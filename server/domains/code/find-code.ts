import { z } from 'zod'
import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects } from '../projects/access.ts'
import { fromRepos } from '../repos/access.ts'
import { visibleRepos } from '../repos/visible-repos.ts'
import { embedForSearch } from '../search/embed.ts'
import type { Fused } from '../search/fuse.ts'
import { type HybridQuery, candidatesWithin } from '../search/hybrid.ts'
import { rounded, similarityField } from '../search/relevance.ts'
import { exceedsScan, wordConditions } from '../search/scope.ts'
import { codeChunks } from './code-table.ts'
import { searchWords, splitIdentifiers } from './code-words.ts'

/** A passage of a file that fits a query. */
export const CodeHit = z
  .object({
    repo: z.object({ id: z.uuid(), name: z.string() }),
    path: z.string().describe('Path in the repository.'),
    startLine: z.int(),
    endLine: z.int(),
    symbol: z.string().nullable().describe('Function, class or heading that the passage belongs to.'),
    text: z.string().describe('The passage. Credentials are replaced by [redacted].'),
    commit: z.string().describe('Indexed commit.'),
    url: z.string().nullable().describe('URL of the lines at the code host. Null for plain git.'),
    similarity: similarityField,
  })
  .meta({ id: 'CodeHit' })
export type CodeHit = z.output<typeof CodeHit>

export interface CodeQuery extends Pick<
  HybridQuery,
  'text' | 'phrases' | 'without' | 'limit' | 'mode' | 'minSimilarity'
> {
  /** Ids. */
  project?: string | undefined
  repo?: string | undefined
}

type SearchContext = Pick<Context, 'app' | 'db'> & InOrganization

/** Searches the files of repositories that the caller can see, by words and by meaning. One hit for each file. */
export async function findCode(ctx: SearchContext, query: CodeQuery): Promise<CodeHit[]> {
  const { repos, found } = await rankCode(ctx, query)
  const hits = await loadHits(ctx.db, repos, found.slice(0, query.limit))
  return hits.map(({ id: _, ...hit }) => hit)
}

/** Ranks files. Read their passages with `loadHits`, from these repositories only. */
export async function rankCode(ctx: SearchContext, { project, repo, mode, ...query }: CodeQuery) {
  const { app, db } = ctx
  const repos = await visibleRepoIds(ctx, { project, repo })
  if (repos.length === 0) return { repos, found: [] }
  const inRepos = sql`e.repo_id = any(${repos}::uuid[])`
  const conditions = wordConditions({
    phrases: query.phrases?.map(splitIdentifiers),
    without: query.without?.map(splitIdentifiers),
  })
  const embedded = mode === 'words' ? undefined : await embedForSearch(app, splitIdentifiers(query.text))
  const scope = { where: sql.join([inRepos, ...conditions], ' and '), groups: repos }
  const found = await candidatesWithin(ctx, codeChunks, scope, {
    ...query,
    text: searchWords(query.text),
    embedded,
    mode: embedded ? mode : 'words',
    many: exceedsScan(app, db, codeChunks, repos.join(), inRepos),
  })
  return { repos, found }
}

/** Returns the indexed repositories that the caller can see. */
export async function visibleRepoIds(
  ctx: SearchContext,
  { project, repo }: Pick<CodeQuery, 'project' | 'repo'>,
): Promise<string[]> {
  const rows = await ctx.db.run<{ id: string }>(
    sql`select r.id from ${fromRepos} join code_indexes i on i.repo_id = r.id
      where ${visibleProjects(ctx).where} and p.deleted_at is null and r.organization_id = ${ctx.organization.id}
        and r.deleted_at is null and ${visibleRepos(ctx)} and i.commit is not null
        ${project ? sql`and r.project_id = ${project}` : sql.empty} ${repo ? sql`and r.id = ${repo}` : sql.empty}
      order by r.id`,
  )
  return rows.map(({ id }) => id)
}

interface HitRow extends Omit<CodeHit, 'repo' | 'url' | 'similarity'> {
  id: string
  repoId: string
  repoName: string
  hostUrl: string | null
  apiUrl: string | null
  hostName: string | null
}

/** Reads the passages. A file that was removed since it was ranked is left out. */
export async function loadHits(
  db: Queries,
  repos: string[],
  found: Fused<'code'>[],
): Promise<(CodeHit & { id: string })[]> {
  if (found.length === 0) return []
  const rows = await db.run<HitRow>(
    sql`select c.subject_id as id, f.path, c.start_line as "startLine", c.end_line as "endLine", c.symbol, c.body as text,
            i.commit, r.id as "repoId", r.name as "repoName", r.host_url as "hostUrl", r.api_url as "apiUrl",
            r.host_name as "hostName"
       from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ part }) => part)}::smallint[]) as found(id, part)
       join code_chunks c on c.subject_id = found.id and c.part = found.part
       join code_indexes i on i.repo_id = c.repo_id
       join repos r on r.id = c.repo_id
      cross join lateral (select path from code_files f where f.subject_id = c.subject_id order by path limit 1) as f
      where r.id = any(${repos}::uuid[])`,
  )
  const existing = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, similarity }) => {
    const row = existing.get(id)
    if (!row) return []
    const { repoId, repoName, hostUrl, apiUrl, hostName, ...passage } = row
    return [
      {
        ...passage,
        repo: { id: repoId, name: repoName },
        url: urlAtHost({ hostUrl, apiUrl, hostName }, passage),
        similarity: rounded(similarity),
      },
    ]
  })
}

/** Returns the URL of the lines. Gitea and Forgejo, whose API is at /api/v1, use another path than GitHub. */
export function urlAtHost(
  { hostUrl, apiUrl, hostName }: Pick<HitRow, 'hostUrl' | 'apiUrl' | 'hostName'>,
  { path, commit, startLine, endLine }: Pick<HitRow, 'path' | 'commit' | 'startLine' | 'endLine'>,
): string | null {
  if (!hostUrl || !hostName) return null
  const view = apiUrl?.includes('/api/v1') ? 'src/commit' : 'blob'
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `${hostUrl}/${hostName}/${view}/${commit}/${encoded}#L${startLine}-L${endLine}`
}

import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { ReadCommit, ReadPull } from '../host-state/read-pulls.ts'
import type { Branch, StoredCommit } from '../repo.ts'
import { itemsOfProject } from './linked-items.ts'
import { isKeyOf, mentionedIn } from './mentions.ts'

interface LinkedRepo {
  id: string
  organization_id: string
  project_id: string
  url: string
  api_url: string | null
  host_name: string | null
}

/** The code of a repository that can mention items. */
export interface ReadCode {
  branches: Branch[]
  /** Commits of the default branch. */
  commits: StoredCommit[]
  pulls: ReadPull[]
  /** Commits of pull requests. */
  pullCommits: ReadCommit[]
}

interface Link {
  kind: 'branch' | 'commit' | 'pull_request'
  reference: string
  title: string
  url: string | null
  keys: string[]
}

/** Links code to the items of the repository's project that it mentions. Returns the number of changes. */
export async function storeLinks(
  db: Queries,
  repo: LinkedRepo,
  projectKey: string,
  code: ReadCode,
): Promise<number> {
  const links = linksOf(repo, code).flatMap(({ keys, ...link }) =>
    keys.filter((key) => isKeyOf(projectKey, key)).map((key) => ({ ...link, key })),
  )
  const pulls = code.pulls.map(({ number }) => String(number))
  const [changed] = await db.run<{ count: number }>(
    sql`with items as (${itemsOfProject(repo.project_id)}), given as (
        select distinct on (i.id, g.kind, g.reference) i.id as item_id, i.kind as item_kind, g.kind, g.reference, g.title, g.url
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
            as g(key text, kind text, reference text, title text, url text)
          join items i on i.key = g.key
      ), removed as (
        delete from code_links l where l.repo_id = ${repo.id}
          and (l.kind = 'branch' or l.kind = 'pull_request' and l.reference = any(${pulls}::text[]))
          and not exists (select 1 from given g
            where g.item_id = l.item_id and g.kind = l.kind and g.reference = l.reference)
        returning 1
      ), stored as (
        insert into code_links (item_id, item_kind, organization_id, project_id, repo_id, kind, reference, title, url)
        select g.item_id, g.item_kind, ${repo.organization_id}, ${repo.project_id}, ${repo.id}, g.kind, g.reference,
          g.title, g.url from given g
        on conflict (item_id, repo_id, kind, reference) do update set title = excluded.title, url = excluded.url
          where (code_links.title, code_links.url) is distinct from (excluded.title, excluded.url)
        returning 1
      ) select ((select count(*) from removed) + (select count(*) from stored))::int as count`,
  )
  return changed!.count
}

function linksOf(repo: LinkedRepo, { branches, commits, pulls, pullCommits }: ReadCode): Link[] {
  const page = repo.host_name === null ? undefined : repo.url.replace(/\.git$/, '')
  const treePath = repo.api_url?.endsWith('/api/v1') ? '/src/branch/' : '/tree/'
  const branchUrl = (name: string) =>
    page === undefined ? null : `${page}${treePath}${name.split('/').map(encodeURIComponent).join('/')}`
  const commitUrl = (id: string) => (page === undefined ? null : `${page}/commit/${id}`)
  return [
    ...branches.map(({ name }): Link => {
      const keys = mentionedIn(name)
      return { kind: 'branch', reference: name, title: name, url: branchUrl(name), keys }
    }),
    ...commits.map(({ id, subject, mentions }): Link => {
      return { kind: 'commit', reference: id, title: subject, url: commitUrl(id), keys: mentions }
    }),
    ...pullCommits.map(({ id, message, url }): Link => {
      const title = message.split('\n', 1)[0]!.slice(0, 300).toWellFormed()
      return { kind: 'commit', reference: id, title, url: url ?? commitUrl(id), keys: mentionedIn(message) }
    }),
    ...pulls.map(({ number, title, body, head_branch, url }): Link => {
      const keys = mentionedIn(`${head_branch}\n${title}\n${body}`)
      return { kind: 'pull_request', reference: String(number), title, url, keys }
    }),
  ].filter(({ keys }) => keys.length > 0)
}

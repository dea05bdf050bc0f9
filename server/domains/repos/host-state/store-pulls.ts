import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import type { CheckRun } from '../pull-request.ts'
import type { ReadPull } from './read-pulls.ts'

interface InRepo {
  id: string
  organization_id: string
  project_id: string
}

const columns = [
  'title',
  'body',
  'url',
  'state',
  'draft',
  'author',
  'head_branch',
  'head_commit',
  'base_branch',
  'merge_commit',
  'requested_reviewers',
  'opened_at',
  'changed_at',
  'merged_at',
  'closed_at',
]

/** Stores pull requests and returns the number of those that changed. Keeps stored reviews that were not read. */
export async function storePulls(db: Queries, repo: InRepo, pulls: ReadPull[]): Promise<number> {
  const withReviews = pulls.filter(({ reviews }) => reviews !== undefined)
  const others = pulls.filter(({ reviews }) => reviews === undefined)
  return (
    (await upsert(db, repo, withReviews, [...columns, 'reviews'])) + (await upsert(db, repo, others, columns))
  )
}

async function upsert(db: Queries, repo: InRepo, pulls: ReadPull[], set: string[]): Promise<number> {
  if (pulls.length === 0) return 0
  const listed = (prefix: string) => sql.raw(set.map((name) => `${prefix}${name}`).join(', '))
  const rows = pulls.map((pull) => ({ ...pull, id: newId() }))
  const changed = await db.run(
    sql`insert into pull_requests (id, organization_id, project_id, repo_id, number, ${listed('')})
      select g.id, ${repo.organization_id}, ${repo.project_id}, ${repo.id}, g.number, ${listed('g.')}
        from jsonb_populate_recordset(null::pull_requests, ${JSON.stringify(rows)}::jsonb) g
      on conflict (repo_id, number) do update set (${listed('')}) = (${listed('excluded.')})
        where (${listed('pull_requests.')}) is distinct from (${listed('excluded.')})
      returning 1`,
  )
  return changed.length
}

/** Stores the checks of commits, and returns the number of changes. */
export async function storeChecks(
  db: Queries,
  repoId: string,
  checks: ReadonlyMap<string, CheckRun[]>,
): Promise<number> {
  if (checks.size === 0) return 0
  const given = [...checks].flatMap(([commit, runs]) => runs.map((run) => ({ ...run, commit })))
  const [changed] = await db.run<{ count: number }>(
    sql`with given as (
        select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          as g(commit text, name text, status text, conclusion text, url text)
      ), removed as (
        delete from check_runs c where c.repo_id = ${repoId} and c.commit = any(${[...checks.keys()]}::text[])
          and not exists (select 1 from given g where g.commit = c.commit and g.name = c.name) returning 1
      ), stored as (
        insert into check_runs (repo_id, commit, name, status, conclusion, url, changed_at)
        select ${repoId}, g.commit, g.name, g.status, g.conclusion, g.url, now() from given g
        on conflict (repo_id, commit, name) do update
          set status = excluded.status, conclusion = excluded.conclusion, url = excluded.url, changed_at = now()
          where (check_runs.status, check_runs.conclusion, check_runs.url)
            is distinct from (excluded.status, excluded.conclusion, excluded.url)
        returning 1
      ) select ((select count(*) from removed) + (select count(*) from stored))::int as count`,
  )
  return changed!.count
}

/** Deletes the checks of commits that no pull request and no branch head has any more. */
export async function purgeChecks(db: Queries, repoId: string, head: string | null): Promise<void> {
  await db.run(
    sql`delete from check_runs c where c.repo_id = ${repoId} and c.commit is distinct from ${head}
      and not exists (select 1 from pull_requests q where q.repo_id = c.repo_id and q.head_commit = c.commit)`,
  )
}

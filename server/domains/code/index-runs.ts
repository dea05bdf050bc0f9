import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'
import type { App, Context } from '../../operations/context.ts'
import { concerning } from '../../operations/rows.ts'
import type { HostedRepo } from '../code-hosts/credential.ts'
import { bySystem, transactAs } from '../repos/as-system.ts'
import { type RepoRow, repoKind } from '../repos/repo.ts'
import { rulesVersion } from './limits.ts'
import type { SkipCounts } from './select-files.ts'

/** A repository that can be indexed. */
export interface RepoToIndex extends HostedRepo {
  default_branch: string
  /** Whether its files were read with the current rules. */
  sameRules: boolean
}

// After this time without a renewal, the run counts as stopped.
const leaseSeconds = 300

/** Thrown when another run took over, because this one was too slow to renew its lease. */
export class RunEnded extends Error {}

/** Finds repositories whose index isn't current: this one, or all. */
const outdated = sql`repos r join projects p on p.id = r.project_id left join code_indexes i on i.repo_id = r.id
  where r.deleted_at is null and p.deleted_at is null and r.default_branch is not null and r.head is not null
    and (i.commit is distinct from r.head or i.rules <> ${sql.raw(rulesVersion)})`

export async function findOutdated(db: Queries, repoId: string): Promise<RepoToIndex | undefined> {
  const [repo] = await db.run<RepoToIndex>(
    sql`select r.id, r.access, r.connected_by, r.code_host_id, r.api_url, r.host_name, r.url, r.default_branch,
            coalesce(i.rules = ${sql.raw(rulesVersion)}, false) as "sameRules"
       from ${outdated} and r.id = ${repoId}`,
  )
  return repo
}

export async function listOutdated(db: Queries): Promise<string[]> {
  const rows = await db.run<{ id: string }>(sql`select r.id from ${outdated} order by r.id`)
  return rows.map(({ id }) => id)
}

/** Starts a run, unless another one indexes the repository now. */
export async function startRun(db: Queries, repoId: string, run: string): Promise<boolean> {
  const started = await db.run(
    sql`insert into code_indexes as i (repo_id, rules, run, run_until)
     values (${repoId}, ${sql.raw(rulesVersion)}, ${run}, now() + make_interval(secs => ${sql.raw(leaseSeconds)}))
     on conflict (repo_id) do update set run = excluded.run, run_until = excluded.run_until
       where i.run is null or i.run_until < now() returning 1`,
  )
  return started.length > 0
}

export async function renewRun(db: Queries, repoId: string, run: string): Promise<void> {
  const renewed = await db.run(
    sql`update code_indexes set run_until = now() + make_interval(secs => ${sql.raw(leaseSeconds)})
      where repo_id = ${repoId} and run = ${run} returning 1`,
  )
  if (renewed.length === 0) throw new RunEnded('Another run indexes this repository.')
}

/** Stores the indexed commit, and records that the index is current. */
export async function finishRun(
  app: App,
  repoId: string,
  run: string,
  { commit, skipped }: { commit: string; skipped: SkipCounts },
): Promise<void> {
  await transactAs(app, bySystem, async (ctx) => {
    const finished = await ctx.db.run(
      sql`update code_indexes set commit = ${commit}, indexed_at = now(), rules = ${sql.raw(rulesVersion)},
              skipped = ${JSON.stringify(skipped)}::jsonb, failure = null
        where repo_id = ${repoId} and run = ${run} returning 1`,
    )
    if (finished.length > 0) await recordIndexed(ctx, repoId, { commit, failure: null })
  })
}

/** Stores why the newest commit could not be indexed. Every retry can fail alike, so it records only a new reason. */
export async function failRun(app: App, repoId: string, run: string, failure: string): Promise<void> {
  await transactAs(app, bySystem, async (ctx) => {
    const [failed] = await ctx.db.run<{ commit: string | null }>(
      sql`update code_indexes set failure = ${failure}
        where repo_id = ${repoId} and run = ${run} and failure is distinct from ${failure} returning commit`,
    )
    if (failed) await recordIndexed(ctx, repoId, { commit: failed.commit, failure })
  })
}

async function recordIndexed(
  { db, record }: Context,
  repoId: string,
  data: { commit: string | null; failure: string | null },
): Promise<void> {
  const [repo] = await db.run<RepoRow>(sql`select * from repos where id = ${repoId}`)
  if (repo) record({ type: 'repo.indexed', ...concerning(repoKind, repo), version: repo.version, data })
}

/** Ends the lease, so that another run can start immediately. */
export async function endRun(db: Queries, repoId: string, run: string): Promise<void> {
  await db.run(
    sql`update code_indexes set run = null, run_until = null where repo_id = ${repoId} and run = ${run}`,
  )
}

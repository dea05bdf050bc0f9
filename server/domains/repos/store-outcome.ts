import { sql } from '../../database/sql.ts'
import type { App, Context } from '../../operations/context.ts'
import { concerning, differences, updateRow } from '../../operations/rows.ts'
import { checkViewersSoon } from '../code-hosts/viewer-queue.ts'
import { type By, transactAs } from './as-system.ts'
import { purgeChecks, storeChecks, storePulls } from './host-state/store-pulls.ts'
import { storeLinks } from './links/store-links.ts'
import type { Outcome, SyncedRepo } from './read-outcome.ts'
import { limitRefs } from './read-repo.ts'
import { type RepoRow, repoKind } from './repo.ts'
import type { Lease } from './sync-lease.ts'

/** The queue of the code index. */
const indexQueue = 'index-code'

export interface StoredSync {
  repo: RepoRow
  hasChanged: boolean
}

/**
 * Stores everything that was read, in one transaction. Returns undefined if the repository was disconnected, or another
 * node took the sync over.
 */
export async function storeOutcome(
  app: App,
  lease: Lease,
  read: SyncedRepo,
  outcome: Outcome,
  by: By,
): Promise<StoredSync | undefined> {
  const at = await lease.hold()
  return transactAs(app, by, async (ctx) => {
    const [before] = await ctx.db.run<RepoRow>(
      sql`select * from repos where id = ${read.id} and syncing_since = ${at} and deleted_at is null for update`,
    )
    if (!before) return undefined
    const set = await columnsOf(ctx, before, outcome)
    const counts = await storeState(ctx, { ...before, ...set }, read.project_key, outcome)
    const isRead = outcome.git !== undefined && set.status === 'ready'
    const changed = Object.keys(differences<RepoRow>(before, set))
    const hasChanged = changed.length > 0 || Object.values(counts).some((count) => count > 0)
    if (isRead) set.synced_at = at
    if (!hasChanged) {
      if (isRead) await ctx.db.run(sql`update repos set synced_at = ${at} where id = ${before.id}`)
      return { repo: before, hasChanged }
    }
    const { after } = await updateRow<RepoRow>(ctx, repoKind, before, set)
    record(ctx, before, after, counts)
    if (after.private_to !== before.private_to) await checkViewersSoon(ctx, { repo: after.id })
    if (isRead) await queueIndex(ctx, after)
    return { repo: after, hasChanged }
  })
}

/**
 * Queues the code index if it isn't current. A repository can have a new head before the sync: it was connected by URL,
 * or connected again with another branch. The hourly job retries a run that failed.
 */
async function queueIndex({ app, db, afterCommit }: Context, { id, head }: RepoRow): Promise<void> {
  const [index] = await db.run<{ commit: string | null }>(
    sql`select commit from code_indexes where repo_id = ${id}`,
  )
  if (head === null || index?.commit === head) return
  await app.jobs.enqueue(indexQueue, { repo: id }, db)
  afterCommit(() => app.jobs.wake(indexQueue))
}

async function columnsOf(ctx: Context, before: RepoRow, { git, facts, url, problem }: Outcome) {
  const set: Partial<RepoRow> = { failure: problem?.message ?? null, fix: problem?.fix ?? null }
  if (git) Object.assign(set, limitRefs(git.refs), { contents: git.contents })
  if (facts) set.is_private = facts.isPrivate
  if (facts && facts.name !== before.host_name) {
    set.host_name = facts.name
    if (url !== undefined && !(await isConnected(ctx, before, url))) set.url = url
  }
  // A limit or an unreachable host leaves the state as it was.
  const isKept = problem?.isTemporary === true && !git
  const restored = before.synced_at === null ? 'pending' : 'ready'
  set.status = isKept
    ? before.status === 'syncing'
      ? restored
      : before.status
    : !problem || problem.isTemporary
      ? 'ready'
      : 'error'
  return set
}

/** Returns whether the project has another repository with this URL, which must stay unique. */
async function isConnected({ db }: Context, repo: RepoRow, url: string): Promise<boolean> {
  const [other] = await db.run(
    sql`select 1 from repos where project_id = ${repo.project_id} and id <> ${repo.id} and deleted_at is null
      and regexp_replace(url, '\\.git$', '') = ${url.replace(/\.git$/, '')}`,
  )
  return other !== undefined
}

/** Stores pull requests, checks and links. Returns the number of changes of each. */
async function storeState({ db }: Context, repo: RepoRow, projectKey: string, outcome: Outcome) {
  const { git, state, facts } = outcome
  const pulls = state ? await storePulls(db, repo, state.pulls) : 0
  const checks = state ? await storeChecks(db, repo.id, state.checks) : 0
  if (state) await purgeChecks(db, repo.id, repo.head)
  if (state && state.until !== null)
    await db.run(
      sql`update repos set pulls_until = greatest(pulls_until, ${state.until}::timestamptz) where id = ${repo.id}`,
    )
  const links = git
    ? await storeLinks(db, repo, projectKey, {
        branches: git.refs.branches,
        commits: git.contents?.commits ?? [],
        pulls: state?.pulls ?? [],
        pullCommits: state?.commits ?? [],
      })
    : 0
  // The account that just read a private repository can read it.
  if (facts?.isPrivate && repo.access === 'person' && repo.connected_by !== null)
    await db.run(
      sql`insert into repo_viewers (repo_id, user_id, can_read, checked_at)
        values (${repo.id}, ${repo.connected_by}, true, now())
        on conflict (repo_id, user_id) do update set can_read = true, checked_at = now()`,
    )
  return { pulls, checks, links }
}

function record(ctx: Context, before: RepoRow, after: RepoRow, counts: Record<string, number>): void {
  const about = { ...concerning(repoKind, after), version: after.version }
  if (after.status === 'error') {
    ctx.record({ type: 'repo.failed', ...about, data: { reason: after.failure } })
    return
  }
  ctx.record({
    type: 'repo.synced',
    ...about,
    data: {
      ...(before.head !== after.head && { head: { from: before.head, to: after.head } }),
      defaultBranch: after.default_branch,
      branches: after.branch_count,
      tags: after.tag_count,
      ...(counts.pulls! > 0 && { changedPullRequests: counts.pulls }),
      ...(counts.checks! > 0 && { changedChecks: counts.checks }),
    },
  })
}

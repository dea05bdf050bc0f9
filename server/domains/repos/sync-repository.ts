import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../database/sql.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import type { App, Context } from '../../operations/context.ts'
import { requireWanted } from '../../operations/progress.ts'
import { reverifyEvidence } from '../features/evidence/reverify-evidence.ts'
import { type By, bySystem } from './as-system.ts'
import { ensureHook } from './host-state/hooks.ts'
import { moveTasks } from './links/move-tasks.ts'
import { type Outcome, type SyncedRepo, readOutcome } from './read-outcome.ts'
import { storeOutcome } from './store-outcome.ts'
import { type Lease, isSyncPending, releaseLease, requestSync, takeLease } from './sync-lease.ts'

/** The queue of requested syncs. A job does nothing if its sync has been done. */
export const syncQueue = 'sync-repo'

export interface QueuedSync {
  /** Id of the repository. */
  repo: string
}

/** Pause between two syncs of a repository that reports many changes. */
const pauseSeconds = 3
const pollIntervalMs = 250
const maxWaitMs = 120_000
/** Pause after an unexpected error. */
const retrySeconds = 60

/**
 * Reads a repository and stores its state. Waits for a sync in progress, and then starts another one, so that the result
 * is newer than the call.
 */
export async function syncRepository(app: App, repoId: string, by: By = bySystem): Promise<void> {
  await requestSync(app.database, repoId)
  const deadline = Date.now() + maxWaitMs
  while (Date.now() < deadline) {
    const lease = await takeLease(app, repoId, { ignoresLimit: true })
    if (lease) return runSync(app, lease, by)
    // Another node did it: its sync started after the request.
    if (!(await isSyncPending(app, repoId))) return
    await pause(pollIntervalMs, undefined, { signal: app.stopping }).catch(() => reject('unavailable'))
    requireWanted(by.request)
  }
}

/** Runs the job of a requested sync. If another node is at it, that node queues one more afterwards. */
export async function runRequestedSync(app: App, { repo }: QueuedSync): Promise<void> {
  const lease = await takeLease(app, repo)
  if (lease) await runSync(app, lease, bySystem)
}

/** Requests a sync after the commit of a transaction. */
export async function queueSync(
  { app, db, afterCommit }: Pick<Context, 'app' | 'db' | 'afterCommit'>,
  repoId: string,
): Promise<void> {
  if (!(await requestSync(db, repoId))) return
  await app.jobs.enqueue(syncQueue, { repo: repoId }, db)
  afterCommit(() => app.jobs.wake(syncQueue))
}

async function runSync(app: App, lease: Lease, by: By): Promise<void> {
  const { repoId } = lease
  let outcome: Outcome | undefined
  try {
    const repo = await loadRepo(app, repoId)
    if (!repo) {
      await releaseLease(app, lease)
      return
    }
    outcome = await readOutcome(app, repo, by, lease.lost).catch((error: unknown) =>
      explainMissingGit(error, by),
    )
    const stored = await storeOutcome(app, lease, repo, outcome, by)
    if (stored) {
      await moveTasks(app, stored.repo)
      if (outcome.host) await ensureHook(app, stored.repo, outcome.host, { isForced: by !== bySystem })
      // A sync that was cut off may have stored changes without this step.
      if (stored.hasChanged || lease.isTakenOver) await reverifyEvidence(app, repoId)
    }
  } catch (error) {
    const isCut = isCutOff(error)
    const again = by === bySystem || isCut
    await releaseLease(app, lease, {
      again,
      retryAfterSeconds: isCut || app.stopping.aborted ? 0 : retrySeconds,
    })
    // If a person leaves, a job takes over: a webhook can have requested the sync too.
    if (isCut && !app.stopping.aborted) await app.jobs.enqueue(syncQueue, { repo: repoId })
    throw error
  }
  const retryAfterSeconds = outcome.problem?.retryAfterSeconds ?? 0
  const isWanted = await releaseLease(app, lease, { again: retryAfterSeconds > 0, retryAfterSeconds })
  if (isWanted)
    await app.jobs.enqueue(syncQueue, { repo: repoId }, undefined, Math.max(pauseSeconds, retryAfterSeconds))
}

/** Returns whether the caller cancelled or disconnected, or the server is stopping. */
function isCutOff(error: unknown): boolean {
  return error instanceof OperationError && (error.code === 'cancelled' || error.code === 'unavailable')
}

/** Turns a missing git program into the state of the repository. A person who waits gets the error instead. */
function explainMissingGit(error: unknown, by: By): Outcome {
  if (by === bySystem && error instanceof OperationError && error.code === 'needs_git')
    return { problem: { message: error.message, fix: 'install_git', isTemporary: false } }
  throw error
}

async function loadRepo({ database }: App, id: string): Promise<SyncedRepo | undefined> {
  const [repo] = await database.run<SyncedRepo>(
    sql`select r.*, p.key as project_key,
        array(select q.number from pull_requests q where q.repo_id = r.id and q.state = 'open') as open_numbers
      from repos r join projects p on p.id = r.project_id
      where r.id = ${id} and r.deleted_at is null and p.deleted_at is null`,
  )
  return repo
}

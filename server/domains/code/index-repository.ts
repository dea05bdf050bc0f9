import { OperationError } from '../../errors/operation-error.ts'
import { type App, type RequestFacts, noCookies } from '../../operations/context.ts'
import { Unreadable } from '../../platform/git-remote.ts'
import { newId } from '../../platform/ids.ts'
import { gitTokenOf } from '../code-hosts/git-token.ts'
import { HostUnavailable } from '../code-hosts/host-unavailable.ts'
import { CloneTooLarge, withPartialClone } from '../repos/partial-clone.ts'
import { withRemote } from '../repos/read-repo.ts'
import type { Download } from './download-files.ts'
import { indexClone } from './index-clone.ts'
import { type IndexLimits, indexLimits } from './limits.ts'
import {
  type RepoToIndex,
  RunEnded,
  endRun,
  failRun,
  findOutdated,
  listOutdated,
  startRun,
} from './index-runs.ts'

export const indexCodeQueue = 'index-code'

export interface CodeToIndex {
  repo: string
}

const timeoutMs = 20 * 60_000
const retryAfterSeconds = 60

/** Requests from jobs have no client. */
const noRequest: RequestFacts = { id: 'index-code', network: '', userAgent: '', cookies: noCookies }

/** Queues the repositories whose index is missing or older than their head, for example after a restore. */
export async function indexOutdatedCode({ database, jobs }: App): Promise<void> {
  for (const repo of await listOutdated(database)) await jobs.enqueue(indexCodeQueue, { repo })
}

/**
 * Indexes the files at the head of the default branch. Reads only files that changed since the last run: each file is
 * stored with its chunks, so an interrupted run continues where it stopped.
 */
export async function indexRepository(
  app: App,
  { repo: id }: CodeToIndex,
  limits: IndexLimits = indexLimits,
): Promise<void> {
  const { database, jobs } = app
  const repo = await findOutdated(database, id)
  if (!repo) return
  const run = newId()
  if (!(await startRun(database, id, run)))
    return jobs.enqueue(indexCodeQueue, { repo: id }, undefined, retryAfterSeconds)
  try {
    await indexHead(app, repo, { run, limits })
  } catch (error) {
    if (error instanceof RunEnded) return
    if (!isExpected(error)) throw error
    await failRun(app, id, run, error.message)
  } finally {
    await endRun(database, id, run)
  }
}

/** Failures that the next sync or the hourly job retries. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof Unreadable ||
    error instanceof HostUnavailable ||
    (error instanceof OperationError && error.code === 'needs_git')
  )
}

async function indexHead(
  app: App,
  repo: RepoToIndex,
  { run, limits }: { run: string; limits: IndexLimits },
): Promise<void> {
  const { url, default_branch: branch } = repo
  const token = await gitTokenOf(app, repo)
  const read = (how: Download) =>
    withRemote({ app, request: noRequest }, { url, token }, timeoutMs, (remote) =>
      withPartialClone(
        remote,
        { branch, depth: 1 },
        (clone) => indexClone(app, repo, { run, clone, how, limits }),
        limits.maxCloneBytes,
      ),
    )
  await read('named').catch((error: unknown) => {
    if (error instanceof CloneTooLarge) return read('small')
    throw error
  })
}

import type { App, RequestFacts } from '../../operations/context.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { requireWanted, step } from '../../operations/progress.ts'
import { NotAllowed } from '../../platform/external-url.ts'
import {
  type OpenRemote,
  type Remote,
  Unreadable,
  openRemote,
  requireSafe,
} from '../../platform/git-remote.ts'
import { NoGit } from '../../platform/git.ts'
import type { Contents } from './contents.ts'
import { readContents } from './read-contents.ts'
import { type Refs, readRefs } from './read-refs.ts'

export interface Reading {
  app: App
  request: RequestFacts
}

const timeoutMs = { refs: 20_000, contents: 60_000 }

/** Reads the current branches and tags. */
export function readRemoteRefs(context: Reading, remote: Remote, chosen: string | null): Promise<Refs> {
  return withRemote(context, remote, timeoutMs.refs, (open) => readRefs(open, chosen))
}

/** Reads branches, tags, files and commits. */
export function readAll(
  context: Reading,
  remote: Remote,
  chosen: string | null,
): Promise<{ refs: Refs; contents: Contents | null }> {
  return withRemote(context, remote, timeoutMs.contents, async (open) => {
    step(context.request, 0, 2, 'Reading branches and tags')
    const refs = await readRefs(open, chosen)
    step(context.request, 1, 2, 'Reading files and commits')
    const { defaultBranch, head } = refs
    const contents = head === null ? null : await readContents(open, defaultBranch!)
    step(context.request, 2, 2, 'Read')
    return { refs, contents }
  })
}

async function withRemote<Read>(
  { app, request }: Reading,
  remote: Remote,
  limitMs: number,
  read: (open: OpenRemote) => Promise<Read>,
): Promise<Read> {
  const timeout = AbortSignal.timeout(limitMs)
  // Aborts git and its child processes when the caller disconnects or cancels.
  const finished = new AbortController()
  const disconnected = request.signal
  const ends = [timeout, app.stopping, finished.signal, disconnected, request.cancelled]
  const signals = ends.filter((signal) => signal !== undefined)
  try {
    const open = await openRemote(remote, {
      allowed: app.config.REPO_HOSTS,
      signal: AbortSignal.any(signals),
    })
    return await read(open)
  } catch (error) {
    requireWanted(request)
    if (error instanceof NoGit) reject('needs_git', { reason: error.message })
    if (timeout.aborted)
      throw new Unreadable(`Reading it took longer than ${limitMs / 1000} seconds. Try again later.`)
    if (app.stopping.aborted || disconnected?.aborted) reject('unavailable')
    if (error instanceof NotAllowed) throw new Unreadable(error.message)
    throw error
  } finally {
    finished.abort()
  }
}

/** Rejects the request if the repository cannot be read, without storing the failure. */
export function rejectUnreadable<Read>(url: string, reading: Promise<Read>): Promise<Read> {
  return reading.catch((error: unknown) => {
    if (error instanceof Unreadable) reject('repo_unreadable', { url, reason: error.message })
    throw error
  })
}

/** Rejects a URL that must not be requested, with an example of a valid one. */
export function requireAddress({ config }: App, link: string): void {
  try {
    requireSafe(link, config.REPO_HOSTS)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    rejectField('url', `${error.message} Example: https://github.com/owner/name.`)
  }
}

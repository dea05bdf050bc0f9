import type { App, RequestFacts } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { requireWanted, step } from '../../operations/progress.ts'
import { NotAllowed } from '../../platform/fetch-external.ts'
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

const patience = { look: 20_000, read: 60_000 }

/** What it offers at this moment. */
export function readRemoteRefs(asking: Reading, remote: Remote, chosen: string | null): Promise<Refs> {
  return withRemote(asking, remote, patience.look, (open) => readRefs(open, chosen))
}

/** The same, and what is in it. */
export function readAll(
  asking: Reading,
  remote: Remote,
  chosen: string | null,
): Promise<{ refs: Refs; contents: Contents | null }> {
  return withRemote(asking, remote, patience.read, async (open) => {
    step(asking.request, 0, 2, 'Reading branches and tags')
    const refs = await readRefs(open, chosen)
    step(asking.request, 1, 2, 'Reading files and commits')
    const { defaultBranch, head } = refs
    const contents = head === null ? null : await readContents(open, defaultBranch!)
    step(asking.request, 2, 2, 'Read')
    return { refs, contents }
  })
}

async function withRemote<Read>(
  { app, request }: Reading,
  remote: Remote,
  milliseconds: number,
  read: (open: OpenRemote) => Promise<Read>,
): Promise<Read> {
  const late = AbortSignal.timeout(milliseconds)
  // Cut short as soon as nobody wants it any more; git and all that it started end then.
  const ending = new AbortController()
  const gone = request.signal
  const ends = [late, app.stopping, ending.signal, gone, request.cancelled]
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
    if (late.aborted)
      throw new Unreadable(`It could not be read within ${milliseconds / 1000} seconds. Try again later.`)
    if (app.stopping.aborted || gone?.aborted) reject('unavailable')
    if (error instanceof NotAllowed) throw new Unreadable(error.message)
    throw error
  } finally {
    ending.abort()
  }
}

/** Where what cannot be read is refused, and not written down. */
export function rejectUnreadable<Read>(url: string, reading: Promise<Read>): Promise<Read> {
  return reading.catch((error: unknown) => {
    if (error instanceof Unreadable) reject('repo_unreadable', { url, reason: error.message })
    throw error
  })
}

/** Refuses an address that nobody would be asked at, and says which would do. */
export function requireAddress({ config }: App, link: string): void {
  try {
    requireSafe(link, config.REPO_HOSTS)
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error
    rejectField('url', `${error.message} Such as: https://github.com/owner/name.`)
  }
}

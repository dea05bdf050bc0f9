import {
  type OpenRemote,
  Unreadable,
  type Remote,
  openRemote,
  requireSafe,
} from '../../platform/git-remote.ts'
import type { Branch, Contents } from './repo.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { requireWanted, step } from '../../operations/progress.ts'
import { NotAllowed } from '../../platform/external-url.ts'
import { NoGit } from '../../platform/git.ts'
import { readContents } from './read-contents.ts'

/** Branches and tags of a repository, and its default branch. */
export interface Refs {
  /** The chosen branch, else the one of the repository. Null without any branch. */
  defaultBranch: string | null
  head: string | null
  branches: Branch[]
  tags: string[]
}

export function noBranch(name: string, branches: Branch[]): string {
  const firstNames = branches.slice(0, 10).map((branch) => branch.name)
  const existing =
    firstNames.length > 0 ? `Branches: ${firstNames.join(', ')}${branches.length > 10 ? ', …' : ''}.` : ''
  return `The branch "${name}" doesn't exist. ${existing || 'The repository has no branch yet.'}`
}

const maxStored = 200

/** Limits the refs to the stored number. */
export function limitRefs({ defaultBranch, head, branches, tags }: Refs) {
  return {
    default_branch: defaultBranch,
    head,
    branches: branches.slice(0, maxStored),
    branch_count: branches.length,
    tags: tags.slice(0, maxStored),
    tag_count: tags.length,
  }
}

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

/** Opens a repository for `read`, and ends git when the time is over or the result is no longer needed. */
export async function withRemote<Read>(
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

async function readRefs(remote: OpenRemote, chosen: string | null): Promise<Refs> {
  const args = ['ls-remote', '--symref', '--', remote.url, 'HEAD', 'refs/heads/*', 'refs/tags/*']
  const lines = (await remote.run(args)).toString('utf8').split('\n')
  // Any web page looks like a repository without branches.
  if (lines.length === 1)
    throw new Unreadable(
      "It has no branch yet, or isn't a git repository. Push a first commit, then try again.",
    )
  const pairs = lines.map((line) => line.split('\t') as [string, string?])
  const under = (prefix: string) =>
    pairs.flatMap(([commit, name]) =>
      name?.startsWith(prefix) ? [{ name: name.slice(prefix.length), commit }] : [],
    )
  const branches = under('refs/heads/')
  const symbolic = pairs.find(([, name]) => name === 'HEAD')?.[0]
  const remoteDefault = symbolic?.startsWith('ref: refs/heads/')
    ? symbolic.slice('ref: refs/heads/'.length)
    : undefined
  const defaultBranch = chosen ?? remoteDefault ?? guessDefault(branches)
  const head = branches.find(({ name }) => name === defaultBranch)?.commit ?? null
  if (chosen !== null && head === null) throw new Unreadable(noBranch(chosen, branches))
  return {
    defaultBranch,
    head,
    branches,
    // An annotated tag is listed twice. The second entry ends in ^{} and names its commit.
    tags: under('refs/tags/')
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('^{}'))
      .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  }
}

/** Chooses a branch if the server does not name a default. */
function guessDefault(branches: Branch[]): string | null {
  const common = ['main', 'master', 'trunk'].find((name) => branches.some((branch) => branch.name === name))
  return common ?? branches[0]?.name ?? null
}

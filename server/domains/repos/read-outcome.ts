import type { App } from '../../operations/context.ts'
import { Unreadable } from '../../platform/git-remote.ts'
import { explainHostFailure } from '../code-hosts/explain-host-failure.ts'
import { gitTokenOf } from '../code-hosts/git-token.ts'
import type { Fix } from '../code-hosts/host-unavailable.ts'
import { HostUnavailable, type RepoHost, openRepoHost } from '../code-hosts/open-host.ts'
import type { By } from './as-system.ts'
import { type HostState, type HostedFacts, readHostState, readHostedFacts } from './host-state/read-host.ts'
import { type Refs, readAll } from './read-repo.ts'
import type { Contents, RepoRow } from './repo.ts'

/** A repository with the facts that a sync needs. */
export interface SyncedRepo extends RepoRow {
  project_key: string
  /** Numbers of the stored pull requests that are open. */
  open_numbers: number[]
}

/** A reason why a repository could not be read completely. */
export interface Problem {
  message: string
  fix: Fix | null
  retryAfterSeconds?: number
  /** Whether the state from before is still the best one. */
  isTemporary: boolean
}

/** The parts of a repository that were read. */
export interface Outcome {
  host?: RepoHost
  facts?: HostedFacts
  /** The URL after a rename at the code host. */
  url?: string
  git?: { refs: Refs; contents: Contents | null }
  state?: HostState
  problem?: Problem
}

/** Reads a repository with git and, at a code host, its pull requests and checks. Never throws for its failures. */
export async function readOutcome(
  app: App,
  repo: SyncedRepo,
  { request }: By,
  lost: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = {}
  const hasToWait = repo.sync_not_before !== null && Date.parse(repo.sync_not_before) > Date.now()
  try {
    const host = await openRepoHost(app, repo)
    if (host && !hasToWait) {
      outcome.host = host
      await readAtHost(outcome, host, async () => {
        outcome.facts = await readHostedFacts(host)
        outcome.url = renamedUrl(repo, outcome.facts.name)
      })
    }
    // A host that rejects the account also rejects git.
    if (outcome.problem && !outcome.problem.isTemporary) return outcome
    const token = host ? host.gitToken : await gitTokenOf(app, repo)
    const remote = { url: outcome.url ?? repo.url, token }
    outcome.git = await readAll({ app, request }, remote, repo.chosen_branch)
    if (lost.aborted) return outcome
    if (host && !outcome.problem && hasToWait) outcome.problem = stillLimited(repo)
    else if (host && !outcome.problem) {
      const name = outcome.facts?.name ?? host.name
      await readAtHost(outcome, host, async () => {
        outcome.state = await readHostState(
          { ...host, name },
          { until: repo.pulls_until, open: repo.open_numbers },
          { head: outcome.git!.refs.head, projectKey: repo.project_key },
        )
      })
    }
  } catch (error) {
    if (error instanceof HostUnavailable)
      outcome.problem = { message: error.message, fix: error.fix, isTemporary: error.fix === 'retry_later' }
    else if (error instanceof Unreadable) outcome.problem = unreadable(repo, error.message)
    else throw error
  }
  return outcome
}

/** Runs requests to the code host, and notes the reason if they fail. */
async function readAtHost(outcome: Outcome, { host }: RepoHost, read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    const problem = explainHostFailure(host, error)
    outcome.problem = { ...problem, isTemporary: problem.fix === 'retry_later' }
  }
}

function stillLimited(repo: SyncedRepo): Problem {
  const seconds = Math.max(1, Math.ceil((Date.parse(repo.sync_not_before!) - Date.now()) / 1000))
  const host = new URL(repo.api_url!).host
  return {
    message: `${host} limits the number of requests. Baton reads pull requests again in ${seconds} seconds.`,
    fix: 'retry_later',
    retryAfterSeconds: seconds,
    isTemporary: true,
  }
}

/** Returns the URL of a repository that was renamed at its host. git doesn't follow the redirect. */
function renamedUrl(repo: SyncedRepo, name: string): string | undefined {
  if (repo.host_name === null || name === repo.host_name) return undefined
  const suffix = repo.url.endsWith('.git') ? '.git' : ''
  const end = `/${repo.host_name}${suffix}`
  if (!repo.url.toLowerCase().endsWith(end.toLowerCase())) return undefined
  return `${repo.url.slice(0, -end.length)}/${name}${suffix}`
}

const fixes: [RegExp, Fix][] = [
  [/private/, 'add_token'],
  [/reached|longer than|Try again later/, 'retry_later'],
  [/redirects|resolved|not a git|isn't a git|certificate|not on the public/, 'check_url'],
]

function unreadable({ access, host_name }: SyncedRepo, message: string): Problem {
  const found = fixes.find(([pattern]) => pattern.test(message))?.[1] ?? null
  const isOthers = found === 'add_token' && (access !== 'token' || host_name !== null)
  return { message, fix: isOthers ? 'grant_access' : found, isTemporary: false }
}

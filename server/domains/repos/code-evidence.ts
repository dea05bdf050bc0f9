import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'
import type { CodeClaim, CodeEvidence, CodeFinding, CodeScope } from '../../operations/services.ts'
import { cutText } from '../../platform/cut-text.ts'
import { NotAllowed } from '../../platform/external-url.ts'
import { NoGit } from '../../platform/git.ts'
import { Unreadable, openRemote } from '../../platform/git-remote.ts'
import { explainHostFailure } from '../code-hosts/explain-host-failure.ts'
import { gitTokenOf } from '../code-hosts/git-token.ts'
import { HostUnavailable, openRepoHost } from '../code-hosts/open-host.ts'
import { type Named, isNamed, parseReference } from './evidence/claim-reference.ts'
import type { CodeSource } from './evidence/code-source.ts'
import { withGitSource } from './evidence/git-source.ts'
import { hostSource } from './evidence/host-source.ts'
import { type Found, type Place, verifyClaim } from './evidence/verify-claim.ts'
import { inBatches } from './host-state/in-batches.ts'
import type { RepoRow } from './repo.ts'
import { visibleRepos } from './visible-repos.ts'

const gitTimeoutMs = 60_000
const maxFindingLength = 1000

/** The result of a claim in one repository. */
type Result =
  | { kind: 'found'; repo: RepoRow; found: Found }
  | { kind: 'absent' }
  /** The repository can't answer: it can't be read, or plain git doesn't have such objects. */
  | { kind: 'unanswered'; reason: string }

interface Question {
  claim: CodeClaim
  named: Named
}

/** Verifies evidence in the connected repositories of a project. */
export function createCodeEvidence(app: () => App): CodeEvidence {
  return {
    async verify(scope, claims) {
      const repos = await findRepos(app(), scope)
      if (repos.length === 0) return undefined
      const parsed = claims.map((claim) => ({ claim, named: parseReference(claim) }))
      const questions = parsed.filter((each): each is Question => typeof each.named !== 'string')
      const results = await Promise.all(repos.map((repo) => askRepo(app(), repo, questions)))
      return parsed.map(({ claim, named }) => {
        if (typeof named === 'string') return notFound(named)
        const own = results.map((found) => found.get(claim)).filter((each) => each !== undefined)
        return combine(claim, named, own)
      })
    },
  }
}

function findRepos({ database }: App, { projectId, granted, repoId }: CodeScope): Promise<RepoRow[]> {
  return database.run<RepoRow>(
    sql`select r.* from repos r where r.project_id = ${projectId} and r.deleted_at is null
        and ${repoId === undefined ? sql`true` : sql`r.id = ${repoId}`}
        and ${granted ? visibleRepos(granted) : sql`true`}
      order by r.id`,
  )
}

/** Looks up all claims that can be about this repository. */
async function askRepo(app: App, repo: RepoRow, questions: Question[]): Promise<Map<CodeClaim, Result>> {
  const results = new Map<CodeClaim, Result>()
  const own = questions.filter(({ named }) => isNamed(named.repo, repo))
  if (own.length === 0) return results
  const ask = async (source: CodeSource) => {
    const place = placeOf(app, repo, source)
    await inBatches(own, async ({ claim, named }) => {
      results.set(claim, await askOne(place, repo, claim, named))
    })
  }
  try {
    await withSource(app, repo, own, ask)
  } catch (error) {
    const reason = explain(repo, error)
    for (const { claim } of own) if (!results.has(claim)) results.set(claim, { kind: 'unanswered', reason })
  }
  return results
}

async function askOne(place: Place, repo: RepoRow, claim: CodeClaim, named: Named): Promise<Result> {
  if (!place.source.host && named.kind !== 'commit')
    return {
      kind: 'unanswered',
      reason: `${repo.name} isn't connected to a code host, so only its commits can be checked.`,
    }
  const found = await verifyClaim(place, claim, named)
  return found ? { kind: 'found', repo, found } : { kind: 'absent' }
}

function placeOf({ database }: App, repo: RepoRow, source: CodeSource): Place {
  return {
    source,
    name: repo.name,
    defaultBranch: repo.default_branch,
    async mergedPullOf(commit) {
      const [pull] = await database.run<{ number: number; base: string; mergeCommit: string }>(
        sql`select number, base_branch as base, merge_commit as "mergeCommit" from pull_requests
          where repo_id = ${repo.id} and head_commit = ${commit} and state = 'merged' and merge_commit is not null
          order by number desc limit 1`,
      )
      return pull
    },
  }
}

async function withSource(
  app: App,
  repo: RepoRow,
  questions: Question[],
  work: (source: CodeSource) => Promise<void>,
): Promise<void> {
  const atHost = await openRepoHost(app, repo)
  if (atHost) {
    // A host hides a repository that the account can't read any more. Then every commit would seem to be missing.
    await atHost.host.get(`/repos/${atHost.name}`)
    return work(hostSource(atHost))
  }
  if (questions.every(({ named }) => named.kind !== 'commit')) return work(emptySource)
  const token = await gitTokenOf(app, repo)
  const signal = AbortSignal.any([app.stopping, AbortSignal.timeout(gitTimeoutMs)])
  const remote = await openRemote({ url: repo.url, token }, { allowed: app.config.REPO_HOSTS, signal })
  return withGitSource(remote, work)
}

/** A repository that isn't read, because no claim is about its commits. */
const emptySource: CodeSource = {
  findCommit: async () => undefined,
  locate: async () => undefined,
  changedPaths: async () => [],
  commitUrl: () => null,
}

/** Explains why a repository can't be read right now. Throws errors that have another cause. */
function explain(repo: RepoRow, error: unknown): string {
  if (error instanceof Unreadable || error instanceof NoGit || error instanceof NotAllowed)
    return `${repo.name} can't be read: ${error.message}`
  if (error instanceof HostUnavailable) return `${repo.name} can't be read: ${error.message}`
  if (error instanceof DOMException) return `${repo.name} can't be read: it took too long.`
  const { host } = new URL(repo.api_url ?? repo.url)
  return `${repo.name} can't be read: ${explainHostFailure({ host }, error).message}`
}

const order = { verified: 0, failed: 1, unverified: 2 }

function combine(claim: CodeClaim, named: Named, results: Result[]): CodeFinding {
  const found = results.flatMap((each) => (each.kind === 'found' ? [each] : []))
  if (named.kind === 'pull_request' && found.length > 1) {
    const names = found.map(({ repo }) => `${repo.name}#${named.number}`)
    const finding = `Several repositories have pull request #${named.number}. Name one: ${names.join(', ')}.`
    return { ...nowhere, status: 'unverified', finding }
  }
  const best = found.toSorted((a, b) => order[a.found.status] - order[b.found.status])[0]
  if (best) {
    // Names of checks and reviewers come from the host, and there can be many.
    const finding = cutText(best.found.finding, maxFindingLength)
    return { ...best.found, finding, repoId: best.repo.id, answered: true }
  }
  const unanswered = results.find((each) => each.kind === 'unanswered')
  if (unanswered)
    return { ...nowhere, status: 'unverified', finding: `Not checked: ${unanswered.reason}`, answered: false }
  if (results.length === 0) return notFound(`No connected repository is called "${named.repo}".`)
  return notFound(`No connected repository has the ${describe(claim, named)}. Push it, then check it again.`)
}

const nowhere = { source: null, repoId: null, commit: null, answered: true }

function notFound(finding: string): CodeFinding {
  return { ...nowhere, status: 'failed', finding }
}

function describe({ kind }: CodeClaim, named: Named): string {
  if (named.kind === 'commit')
    return kind === 'test_report' ? `commit ${named.id} of the report` : `commit ${named.id}`
  if (named.kind === 'pull_request') return `pull request #${named.number}`
  return `check run ${named.name ?? named.url}`
}

import type { CodeClaim } from '../../../operations/services.ts'
import type { Named } from './claim-reference.ts'
import type { Check, CodeSource, PullState } from './code-source.ts'
import { findRevert } from './find-revert.ts'

/** The result of looking up a claim in one repository that has the object. */
export interface Found {
  status: 'verified' | 'failed' | 'unverified'
  finding: string
  source: string | null
  commit: string | null
}

/** A repository in which a claim is looked up. */
export interface Place {
  source: CodeSource
  /** Its display name, for sentences. */
  name: string
  defaultBranch: string | null
  /** Returns the merged pull request with this commit as its head, because a squash replaces the commit. */
  mergedPullOf(commit: string): Promise<{ number: number; base: string; mergeCommit: string } | undefined>
}

/** Looks up a claim in a repository. Returns undefined if the repository doesn't have its object. */
export async function verifyClaim(place: Place, claim: CodeClaim, named: Named): Promise<Found | undefined> {
  switch (named.kind) {
    case 'commit':
      return verifyCommit(place, claim, named.id)
    case 'pull_request': {
      const pull = await place.source.host!.findPull(named.number)
      return pull && verifyPull(place, pull)
    }
    default:
      return verifyCheck(place, claim, named)
  }
}

async function verifyCommit(place: Place, claim: CodeClaim, id: string): Promise<Found | undefined> {
  const { source, name, defaultBranch } = place
  const commit = await source.findCommit(id)
  if (!commit) return undefined
  const at = { commit, source: source.commitUrl(commit) ?? `${name}, commit ${commit}` }
  // A report can come from any branch, so that only a named branch must contain its commit.
  const branch = claim.branch ?? (claim.kind === 'test_report' ? null : defaultBranch)
  const label = `Commit ${short(commit)}`
  if (branch === null) return { status: 'verified', finding: `${label} is in ${name}.`, ...at }
  const untouched = await pathsNotChanged(source, commit, claim.paths)
  if (untouched.length > 0)
    return { status: 'failed', finding: `${label} doesn't change ${untouched.join(', ')}.`, ...at }
  const onBranch = await verifyOnBranch(place, branch, commit, label)
  const pull =
    onBranch.status === 'failed' && onBranch.isOutside && claim.branch === null
      ? await place.mergedPullOf(commit)
      : undefined
  if (!pull) return { status: onBranch.status, finding: onBranch.finding, ...at }
  const merged = await verifyOnBranch(
    place,
    pull.base,
    pull.mergeCommit,
    `${label}, merged with pull request #${pull.number} as ${short(pull.mergeCommit)},`,
  )
  return { status: merged.status, finding: merged.finding, ...at }
}

interface OnBranch {
  status: 'verified' | 'failed'
  finding: string
  /** Whether the branch lacks the commit. */
  isOutside: boolean
}

/** Checks that a branch contains a commit and no later commit reverts it. */
async function verifyOnBranch(
  { source, name }: Place,
  branch: string,
  commit: string,
  label: string,
): Promise<OnBranch> {
  const location = await source.locate(branch, commit)
  const fail = (finding: string, isOutside: boolean): OnBranch => ({ status: 'failed', finding, isOutside })
  if (!location) return fail(`The branch "${branch}" doesn't exist in ${name}.`, true)
  if (!location.isContained) return fail(`${label} isn't on the branch "${branch}" of ${name}.`, true)
  const revert = findRevert(location.history, commit)
  if (revert !== undefined)
    return fail(`${label} was reverted by ${short(revert)} on the branch "${branch}" of ${name}.`, false)
  return {
    status: 'verified',
    finding: `${label} is on the branch "${branch}" of ${name}.`,
    isOutside: false,
  }
}

async function pathsNotChanged(source: CodeSource, commit: string, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const changed = await source.changedPaths(commit)
  return paths.filter((given) => {
    const path = given.replace(/^\.?\/+|\/+$/g, '')
    return !changed.some((each) => each === path || each.startsWith(`${path}/`))
  })
}

async function verifyPull(place: Place, pull: PullState): Promise<Found> {
  const label = `Pull request #${pull.number}`
  const reviews = pull.approvedBy.length > 0 ? ` Approved by ${pull.approvedBy.join(', ')}.` : ''
  const at = { source: pull.url, commit: pull.mergeCommit ?? pull.head }
  if (pull.state === 'closed')
    return { status: 'failed', finding: `${label} was closed without a merge.`, ...at }
  if (pull.state === 'merged') {
    if (pull.mergeCommit === null)
      return { status: 'verified', finding: `${label} is merged into "${pull.base}".${reviews}`, ...at }
    const merge = `${label}, merged as ${short(pull.mergeCommit)},`
    const { status, finding } = await verifyOnBranch(place, pull.base, pull.mergeCommit, merge)
    return { status, finding: status === 'verified' ? `${finding}${reviews}` : finding, ...at }
  }
  if (pull.changesRequestedBy.length > 0) {
    const finding = `${label} is open. ${pull.changesRequestedBy.join(', ')} requested changes.`
    return { status: 'failed', finding, ...at }
  }
  const checks = await place.source.host!.checksOf(pull.head)
  const failing = checks.filter((check) => isFailed(check)).map(({ name }) => name)
  if (failing.length > 0) {
    const finding = `${label} is open. Checks failed: ${listed(failing)}.`
    return { status: 'failed', finding, ...at }
  }
  if (pull.draft) return { status: 'unverified', finding: `${label} is still a draft.`, ...at }
  return { status: 'verified', finding: `${label} is open, and no check failed.${reviews}`, ...at }
}

async function verifyCheck(
  place: Place,
  claim: CodeClaim,
  named: Extract<Named, { kind: 'check_run' }>,
): Promise<Found | undefined> {
  const commit = named.commit && (await place.source.findCommit(named.commit))
  if (named.commit && !commit) return undefined
  const check = await findCheck(place.source, named, commit)
  if (!check) {
    if (!commit) return undefined
    const finding = `Commit ${short(commit)} of ${place.name} has no check ${named.name ?? 'with this URL'}.`
    return { status: 'failed', finding, source: place.source.commitUrl(commit), commit }
  }
  const at = { commit: check.commit, source: check.url ?? place.source.commitUrl(check.commit) }
  const label = `Check ${check.name} of commit ${short(check.commit)}`
  if (check.status !== 'completed')
    return { status: 'unverified', finding: `${label} is still running.`, ...at }
  if (isFailed(check))
    return { status: 'failed', finding: `${label} ended with ${check.conclusion ?? 'no conclusion'}.`, ...at }
  const finding = `${label} ended with ${check.conclusion}.`
  if (claim.branch === null) return { status: 'verified', finding, ...at }
  const onBranch = await verifyOnBranch(place, claim.branch, check.commit, `Commit ${short(check.commit)}`)
  return { status: onBranch.status, finding: `${finding} ${onBranch.finding}`, ...at }
}

async function findCheck(
  { host }: CodeSource,
  { name, url }: Extract<Named, { kind: 'check_run' }>,
  commit: string | null | undefined,
): Promise<Check | undefined> {
  if (commit) {
    const checks = await host!.checksOf(commit)
    const found = checks.filter((check) => (url === null ? check.name === name : check.url === url))
    // Of several checks with one name, a failed one counts.
    return found.find(isFailed) ?? found.find(({ status }) => status !== 'completed') ?? found[0]
  }
  // A job of a workflow has the id of its check run.
  const [, id] = /\/(?:job|runs)\/(\d{1,18})(?:\?.*)?$/.exec(url ?? '') ?? []
  return id === undefined ? undefined : host!.findCheckRun(id)
}

const passingConclusions = new Set(['success', 'neutral', 'skipped'])

function isFailed({ status, conclusion }: Check): boolean {
  return status === 'completed' && !passingConclusions.has(conclusion ?? '')
}

function short(commit: string): string {
  return commit.slice(0, 10)
}

function listed(names: string[]): string {
  return names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
}

import { z } from 'zod'
import { CodeHostFailure } from '../../../platform/code-host.ts'
import { cutText } from '../../../platform/cut-text.ts'
import type { RepoHost } from '../../code-hosts/open-host.ts'
import { type PullReview, reviewStates } from '../pull-request.ts'
import { inBatches } from './in-batches.ts'
import { commitId, login, pageUrl, storable, time } from './shapes.ts'

/** A pull request as the code host returned it. `reviews` is missing if they were not read. */
export interface ReadPull {
  number: number
  title: string
  body: string
  url: string
  state: 'open' | 'closed' | 'merged'
  draft: boolean
  author: string | null
  head_branch: string
  head_commit: string
  base_branch: string
  merge_commit: string | null
  requested_reviewers: string[]
  opened_at: string
  changed_at: string
  merged_at: string | null
  closed_at: string | null
  reviews?: PullReview[]
}

/** The pull requests that are stored already. */
export interface KnownPulls {
  /** All pull requests that changed before this time are stored. */
  until: string | null
  /** Numbers of the stored ones that are open. */
  open: number[]
}

/** Limits of one sync. A repository with more open pull requests shows the most recently changed ones. */
const maxOpen = 300
const maxChanged = 300
const maxMissing = 50
/** Open pull requests whose reviews, checks and commits are read each time. */
export const maxFollowed = 30
const pageSize = 100

const branch = z.object({ ref: storable(255), sha: commitId })
const Pull = z.object({
  number: z.int().min(1).max(2_147_483_647),
  title: storable(500),
  body: storable(20_000).nullish(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().nullish(),
  user: z.object({ login }).nullish(),
  head: branch,
  base: z.object({ ref: storable(255) }),
  merged_at: time.nullish(),
  merge_commit_sha: commitId.nullish().catch(null),
  requested_reviewers: z.array(z.object({ login })).nullish().catch([]),
  created_at: time,
  updated_at: time,
  closed_at: time.nullish(),
})

export interface ReadPulls {
  pulls: ReadPull[]
  /** All pull requests that changed before this time of the host's clock were read. */
  until: string | null
}

/** Returns all open pull requests, and the others that changed since they were last read. */
export async function readPulls(repo: RepoHost, known: KnownPulls): Promise<ReadPulls> {
  const open = await listPulls(repo, { state: 'open' }, maxOpen, () => true)
  const isNew = ({ changed_at }: ReadPull) =>
    known.until === null || Date.parse(changed_at) >= Date.parse(known.until)
  // The first sync reads one page: older pull requests say little about present work.
  const maxClosed = known.until === null ? pageSize : maxChanged
  const closed = await listPulls(repo, { state: 'closed' }, maxClosed, isNew)
  const listed = new Map([...closed, ...open].map((pull) => [pull.number, pull]))
  // Without those below: they are read later, and others can have changed in between.
  const until =
    [...listed.values()]
      .map(({ changed_at }) => changed_at)
      .toSorted()
      .at(-1) ?? null
  // Hosts that don't sort by change can leave out a pull request that was closed.
  const missing = known.open.filter((number) => !listed.has(number)).slice(0, maxMissing)
  for (const pull of await inBatches(missing, (number) => readPull(repo, number)))
    if (pull) listed.set(pull.number, pull)
  const pulls = [...listed.values()].toSorted((a, b) => Date.parse(b.changed_at) - Date.parse(a.changed_at))
  const followed = new Set(pulls.filter(({ state }) => state === 'open').slice(0, maxFollowed))
  const withReviews = pulls.filter((pull) => followed.has(pull) || pull.state !== 'open' || isNew(pull))
  await inBatches(withReviews, async (pull) => {
    pull.reviews = await readReviews(repo, pull.number)
  })
  return { pulls, until }
}

async function listPulls(
  { host, name }: RepoHost,
  query: { state: string },
  max: number,
  isWanted: (pull: ReadPull) => boolean,
): Promise<ReadPull[]> {
  const pulls: ReadPull[] = []
  const sorted = { ...query, sort: 'updated', direction: 'desc', per_page: pageSize }
  for (let page: number | null = 1; page !== null && pulls.length < max;) {
    const { items, nextPage } = await host.getPage(`/repos/${name}/pulls`, { ...sorted, page })
    const read = items.flatMap((item) => toPull(host.host, item) ?? [])
    pulls.push(...read.filter(isWanted))
    page = read.every(isWanted) ? nextPage : null
  }
  return pulls.slice(0, max)
}

/** Returns a pull request, or undefined if it no longer exists. */
export async function readPull({ host, name }: RepoHost, number: number): Promise<ReadPull | undefined> {
  try {
    return toPull(host.host, await host.get(`/repos/${name}/pulls/${number}`))
  } catch (error) {
    if (error instanceof CodeHostFailure && error.status === 404) return undefined
    throw error
  }
}

/** Maps an item of the host. Skips one with an unknown format, so that it can't block the others. */
export function toPull(host: string, item: unknown): ReadPull | undefined {
  const { data } = Pull.safeParse(item)
  const url = data && pageUrl(data.html_url)
  if (!data || !url) return undefined
  const isMerged = Boolean(data.merged_at)
  return {
    number: data.number,
    title: data.title || `#${data.number} at ${host}`,
    body: data.body ?? '',
    url,
    state: isMerged ? 'merged' : data.state,
    draft: data.draft ?? false,
    author: data.user?.login ?? null,
    head_branch: data.head.ref,
    head_commit: data.head.sha,
    base_branch: data.base.ref,
    // Before the merge, GitHub returns a commit that only tries it.
    merge_commit: isMerged ? (data.merge_commit_sha ?? null) : null,
    requested_reviewers: (data.requested_reviewers ?? []).map((each) => each.login).slice(0, 50),
    opened_at: data.created_at,
    changed_at: data.updated_at,
    merged_at: data.merged_at ?? null,
    closed_at: data.closed_at ?? null,
  }
}

const Review = z.object({
  user: z.object({ login }).nullish(),
  state: z
    .string()
    .transform((state) => hostStates[state.toLowerCase()] ?? state.toLowerCase())
    .pipe(z.enum(reviewStates)),
  submitted_at: time.nullish(),
})

/** Gitea calls some states differently. */
const hostStates: Record<string, string> = { request_changes: 'changes_requested', comment: 'commented' }

/** Returns the last verdict of each reviewer. A comment doesn't replace a verdict. */
export async function readReviews({ host, name }: RepoHost, number: number): Promise<PullReview[]> {
  const reviews = new Map<string, PullReview>()
  for (let page: number | null = 1; page !== null && page <= 5;) {
    const path = `/repos/${name}/pulls/${number}/reviews`
    const { items, nextPage } = await host.getPage(path, { per_page: pageSize, page })
    for (const item of items) {
      const { data } = Review.safeParse(item)
      const reviewer = data?.user?.login
      if (!data || reviewer === undefined) continue
      if (data.state === 'commented' && reviews.has(reviewer)) continue
      reviews.set(reviewer, { reviewer, state: data.state, at: data.submitted_at ?? null })
    }
    page = nextPage
  }
  return [...reviews.values()].slice(0, 50)
}

const PullCommit = z.object({
  sha: commitId,
  html_url: z.string().nullish(),
  commit: z.object({ message: storable(10_000) }),
})

export interface ReadCommit {
  id: string
  message: string
  url: string | null
}

/** Returns the newest 50 commits of a pull request. */
export async function readPullCommits({ host, name }: RepoHost, number: number): Promise<ReadCommit[]> {
  const { items } = await host.getPage(`/repos/${name}/pulls/${number}/commits`, { per_page: 50 })
  return items.flatMap((item) => {
    const { data } = PullCommit.safeParse(item)
    if (!data) return []
    const url = pageUrl(data.html_url ?? '') ?? null
    return [{ id: data.sha, message: cutText(data.commit.message, 10_000), url }]
  })
}

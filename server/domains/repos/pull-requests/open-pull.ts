import { CodeHostFailure } from '../../../platform/code-host.ts'
import type { RepoHost } from '../../code-hosts/open-host.ts'
import { type ReadPull, readPull, toPull } from '../host-state/read-pulls.ts'
import type { PullText } from './manual-link.ts'

export interface OpenedPull {
  pull: ReadPull
  /** Whether it existed before. */
  existed: boolean
  rejectedReviewers: { reviewer: string; reason: string }[]
}

/** Opens a pull request, or returns the open one for the same branches, and requests reviews. */
export async function openPull(
  repo: RepoHost,
  text: PullText,
  { reviewers, draft }: { reviewers: string[]; draft: boolean },
): Promise<OpenedPull> {
  const existing = await findOpenPull(repo, text)
  const pull = existing ?? (await createPull(repo, text, draft))
  const rejectedReviewers = await requestReviews(repo, pull, reviewers)
  const hasRequested = reviewers.length > rejectedReviewers.length
  const fresh = hasRequested ? await readPull(repo, pull.number) : undefined
  return { pull: fresh ?? pull, existed: existing !== undefined, rejectedReviewers }
}

async function createPull(
  { host, name }: RepoHost,
  { title, description, head, base }: PullText,
  draft: boolean,
): Promise<ReadPull> {
  const body = { title, body: description, head, base, draft }
  const created = toPull(host.host, await host.send('POST', `/repos/${name}/pulls`, body))
  if (!created) throw new CodeHostFailure(200, 'It returned an unknown format.')
  return created
}

async function findOpenPull(
  { host, name }: RepoHost,
  { head, base }: PullText,
): Promise<ReadPull | undefined> {
  const owner = name.split('/')[0]
  const query = { state: 'open', head: `${owner}:${head}`, base, per_page: 100 }
  const { items } = await host.getPage(`/repos/${name}/pulls`, query)
  // Some hosts ignore the filter.
  return items
    .map((item) => toPull(host.host, item))
    .find((pull) => pull?.head_branch === head && pull.base_branch === base && pull.state === 'open')
}

/** Requests reviews. A host rejects the whole list for one unknown user, so the rest is requested one by one. */
async function requestReviews(
  { host, name }: RepoHost,
  { number }: ReadPull,
  reviewers: string[],
): Promise<OpenedPull['rejectedReviewers']> {
  if (reviewers.length === 0) return []
  const request = (some: string[]) =>
    host.send('POST', `/repos/${name}/pulls/${number}/requested_reviewers`, { reviewers: some })
  const isRejected = (error: unknown): error is CodeHostFailure =>
    error instanceof CodeHostFailure && error.status >= 400 && error.status < 500 && error.status !== 401
  try {
    await request(reviewers)
    return []
  } catch (error) {
    if (!isRejected(error)) throw error
    if (reviewers.length === 1) return [{ reviewer: reviewers[0]!, reason: error.message }]
  }
  const rejected: OpenedPull['rejectedReviewers'] = []
  for (const reviewer of reviewers)
    await request([reviewer]).catch((error: unknown) => {
      if (!isRejected(error)) throw error
      rejected.push({ reviewer, reason: error.message })
    })
  return rejected
}

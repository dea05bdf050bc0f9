import { z } from 'zod'
import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import { itemKindNames } from '../work/items/item-kinds.ts'

/** A check run or commit status of a commit, in the words of the code host. */
export const CheckRun = z
  .object({
    name: z.string(),
    status: z.string().describe('queued, in_progress or completed.'),
    conclusion: z
      .string()
      .nullable()
      .describe('success, failure, neutral, cancelled, … Null until it is completed.'),
    url: z.string().nullable().describe('Its page at the code host.'),
  })
  .meta({ id: 'CheckRun' })
export type CheckRun = z.output<typeof CheckRun>

export const checkSummaries = ['passing', 'failing', 'pending', 'none'] as const
export const ChecksSummary = z
  .enum(checkSummaries)
  .describe('failing: a check failed. pending: a check is still running. none: the commit has no checks.')

export const reviewStates = ['approved', 'changes_requested', 'commented', 'dismissed'] as const

export const PullReview = z
  .object({
    reviewer: z.string().describe('Username at the code host.'),
    state: z.enum(reviewStates),
    at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PullReview' })
export type PullReview = z.output<typeof PullReview>

/** A work item that code mentions by its number. */
export const LinkedItem = z
  .object({
    kind: z.enum(itemKindNames),
    id: z.uuid(),
    key: z.string(),
    title: z.string(),
    status: z.string(),
  })
  .meta({ id: 'LinkedItem' })
export type LinkedItem = z.output<typeof LinkedItem>

export const RepoName = z.object({ id: z.uuid(), name: z.string() })

/** A pull request as the API returns it. */
export const PullRequest = z
  .object({
    id: z.uuid(),
    repo: RepoName,
    number: z.int(),
    title: z.string(),
    state: z.enum(['open', 'closed', 'merged']),
    draft: z.boolean(),
    url: z.string().describe('Its page at the code host.'),
    author: z.string().nullable().describe('Username at the code host.'),
    headBranch: z.string(),
    headCommit: z.string(),
    baseBranch: z.string(),
    mergeCommit: z.string().nullable(),
    reviews: z.array(PullReview).describe('Last verdict of each reviewer.'),
    requestedReviewers: z.array(z.string()).describe('Usernames whose review is still requested.'),
    checks: z.array(CheckRun).describe('Checks of its newest commit.'),
    summary: ChecksSummary,
    openedAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
    mergedAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PullRequest' })

export type PullRequestRow = Narrow<Rows['pull_requests'], { reviews: PullReview[] }>

export interface SeenPullRequest extends PullRequestRow {
  repo_name: string
  checks: CheckRun[]
}

export function pullRequestFromRow(row: SeenPullRequest): z.output<typeof PullRequest> {
  return {
    id: row.id,
    repo: { id: row.repo_id, name: row.repo_name },
    number: row.number,
    title: row.title,
    state: row.state,
    draft: row.draft,
    url: row.url,
    author: row.author,
    headBranch: row.head_branch,
    headCommit: row.head_commit,
    baseBranch: row.base_branch,
    mergeCommit: row.merge_commit,
    reviews: row.reviews,
    requestedReviewers: row.requested_reviewers,
    checks: row.checks,
    summary: summaryOf(row.checks),
    openedAt: row.opened_at,
    changedAt: row.changed_at,
    mergedAt: row.merged_at,
    closedAt: row.closed_at,
  }
}

const passingConclusions = new Set(['success', 'neutral', 'skipped'])

/** Summarizes checks: one failed check fails, and one running check keeps the rest pending. */
export function summaryOf(
  checks: Pick<CheckRun, 'status' | 'conclusion'>[],
): (typeof checkSummaries)[number] {
  const completed = checks.filter(({ status }) => status === 'completed')
  if (completed.some(({ conclusion }) => !passingConclusions.has(conclusion ?? ''))) return 'failing'
  if (completed.length < checks.length) return 'pending'
  return checks.length > 0 ? 'passing' : 'none'
}

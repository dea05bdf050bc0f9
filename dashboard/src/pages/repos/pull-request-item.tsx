import {
  GitMergeIcon,
  GitPullRequestClosedIcon,
  GitPullRequestDraftIcon,
  GitPullRequestIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../client.ts'
import { Time } from '../../ui/time.tsx'
import { Checks } from './checks.tsx'
import { OutsideLink } from './outside-link.tsx'
import { texts } from './texts.ts'

const { pullRequests } = texts

type PullRequest = OutputOf<'repos.listLinked'>['pullRequests'][number]

interface PullRequestItemProps {
  pull: PullRequest
  /** Shown below its facts, such as the items that it mentions. */
  children?: ReactNode
}

/** A pull request with its state, reviews and checks, in lists of a repository and of an item. */
export function PullRequestItem({ pull, children }: PullRequestItemProps) {
  const { number, title, url, author, headBranch, baseBranch, changedAt } = pull
  return (
    <div className="flex min-w-0 gap-2.5">
      <StateIcon pull={pull} />
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          <OutsideLink url={url} className="font-medium">
            {title}
          </OutsideLink>{' '}
          <span className="text-muted">#{number}</span>
        </p>
        <p className="text-[13px] text-muted wrap-anywhere">
          {stateName(pull)} · {pullRequests.branches(headBranch, baseBranch)}
          {author && ` · ${pullRequests.by(author)}`} · <Time at={changedAt} />
        </p>
        <Reviews pull={pull} />
        <Checks {...pull} />
        {children}
      </div>
    </div>
  )
}

function stateName({ state, draft }: PullRequest): string {
  return draft && state === 'open' ? pullRequests.draft : pullRequests.states[state]
}

const icons = {
  open: { Icon: GitPullRequestIcon, color: 'text-accent' },
  draft: { Icon: GitPullRequestDraftIcon, color: 'text-muted' },
  merged: { Icon: GitMergeIcon, color: 'text-agent' },
  closed: { Icon: GitPullRequestClosedIcon, color: 'text-danger' },
}

function StateIcon({ pull: { state, draft } }: { pull: PullRequest }) {
  const { Icon, color } = icons[draft && state === 'open' ? 'draft' : state]
  return (
    <span aria-hidden className={`flex h-5 shrink-0 items-center ${color}`}>
      <Icon />
    </span>
  )
}

/** The last verdict of each reviewer, and whose review is missing. */
function Reviews({ pull: { reviews, requestedReviewers } }: { pull: PullRequest }) {
  const verdicts = Map.groupBy(reviews, ({ state }) => state)
  const lines = [
    ...[...verdicts].flatMap(([state, by]) => {
      const sentence = pullRequests.reviews[state]
      return sentence ? [sentence(by.map(({ reviewer }) => reviewer).join(', '))] : []
    }),
    ...(requestedReviewers.length > 0 ? [pullRequests.requested(requestedReviewers.join(', '))] : []),
  ]
  if (lines.length === 0) return null
  return <p className="text-[13px] wrap-anywhere">{lines.join(' · ')}</p>
}

import { CircleCheckIcon, CircleDashedIcon, CircleXIcon } from 'lucide-react'
import type { PullRequest } from './repo-changes.ts'
import { OutsideLink } from './outside-link.tsx'
import { texts } from './texts.ts'

const { pullRequests } = texts

type Check = PullRequest['checks'][number]
type Result = 'passing' | 'failing' | 'pending'

const marks = {
  passing: { Icon: CircleCheckIcon, color: 'text-accent' },
  failing: { Icon: CircleXIcon, color: 'text-danger' },
  pending: { Icon: CircleDashedIcon, color: 'text-progress' },
}

/** The result of all checks of a commit. Opens the list of checks. */
export function Checks({ checks, summary }: Pick<PullRequest, 'checks' | 'summary'>) {
  if (summary === 'none') return null
  return (
    <details className="group text-[13px]">
      <summary className="flex min-h-7 w-fit list-none items-center gap-1.5 rounded [&::-webkit-details-marker]:hidden">
        <Mark result={summary} />
        <span className={summary === 'failing' ? 'text-danger' : ''}>{pullRequests.checks[summary]}</span>
        <span className="text-muted underline underline-offset-2">
          {pullRequests.showChecks(checks.length)}
        </span>
      </summary>
      <ul aria-label={pullRequests.checkList} className="mt-0.5 mb-1 flex flex-col">
        {checks.map((check) => (
          <li key={check.name} className="flex min-h-7 items-center gap-1.5">
            <Mark result={resultOf(check)} />
            <OutsideLink url={check.url} className="min-w-0 wrap-anywhere">
              {check.name}
            </OutsideLink>
            <span className="text-muted">{stateOf(check)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Mark({ result }: { result: Result }) {
  const { Icon, color } = marks[result]
  return (
    <span aria-hidden className={`flex shrink-0 ${color}`}>
      <Icon />
    </span>
  )
}

const passing = new Set(['success', 'neutral', 'skipped'])

function resultOf({ status, conclusion }: Check): Result {
  if (status !== 'completed') return 'pending'
  return passing.has(conclusion ?? '') ? 'passing' : 'failing'
}

/** Returns the conclusion in words. Hosts can add conclusions, which are shown as they are. */
function stateOf({ status, conclusion }: Check): string {
  if (status !== 'completed' || conclusion === null) return pullRequests.running
  return pullRequests.checkStates[conclusion] ?? conclusion.replaceAll('_', ' ')
}

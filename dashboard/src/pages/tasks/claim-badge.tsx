import { TimerIcon } from 'lucide-react'
import type { Task } from '../../client.ts'
import { exactTime, useNow } from '../../ui/time.tsx'
import { texts } from './texts.ts'

type Claim = NonNullable<Task['claim']>

/** Shows who has claimed a task and until when. Shows nothing once the lease has expired. */
export function ClaimBadge({ claim }: { claim: Claim }) {
  if (!useIsClaimed(claim)) return null
  const text = texts.claimedBy(claim.by.name, exactTime(new Date(claim.until)))
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className="inline-flex max-w-36 items-center gap-1 rounded bg-agent-soft px-1.5 py-px text-xs font-medium text-agent"
    >
      <TimerIcon />
      <span className="truncate">{claim.by.name}</span>
    </span>
  )
}

/** Whether a claim is active. Its lease can expire after the task was loaded. */
export function useIsClaimed(claim: Claim | null): claim is Claim {
  return Date.parse(claim?.until ?? '') > useNow()
}

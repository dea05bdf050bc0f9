import type { Task } from '../../client.ts'
import { TimerIcon } from '../../ui/icons.tsx'
import { exactTime, useNow } from '../../ui/time.tsx'

type Claim = NonNullable<Task['claim']>

/** That somebody works on it right now, and until when nobody else can take it. */
export function HeldBy({ claim }: { claim: Claim }) {
  const held = useIsHeld(claim)
  if (!held) return null
  const text = `Held by ${claim.by.name} until ${exactTime(new Date(claim.until))}`
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

/** A lease that has run out is none, whenever it was read. */
export function useIsHeld(claim: Claim | null): claim is Claim {
  return Date.parse(claim?.until ?? '') > useNow()
}

import { ConflictCard } from './conflict-card.tsx'
import type { Conflict } from './queries.ts'
import { texts } from './texts.ts'

interface ConflictNoticesProps {
  conflicts: Conflict[]
  className?: string | undefined
}

/** The open conflicts of an item, on its page. */
export function ConflictNotices({ conflicts, className = '' }: ConflictNoticesProps) {
  return (
    <div className={`relative flex flex-col gap-3 ${className}`}>
      <p role="status" className="sr-only">
        {texts.openCount(conflicts.length)}
      </p>
      {conflicts.map((conflict) => (
        <ConflictCard key={conflict.id} conflict={conflict} className="rounded-lg bg-progress-soft p-3.5" />
      ))}
    </div>
  )
}

import type { AgentDetails } from './queries.ts'

/** How much of what it may do in a day is done. */
export function BudgetUsed({ agent: { dailyBudget, usedToday } }: { agent: AgentDetails }) {
  if (dailyBudget === null)
    return (
      <section aria-labelledby="budget">
        <h2 id="budget" className="mb-1 font-semibold">
          Budget
        </h2>
        <p className="text-muted">It may make any number of calls.</p>
      </section>
    )
  const used = usedToday ?? 0
  const part = Math.min(1, used / dailyBudget)
  const look = part >= 1 ? 'bg-danger' : part > 0.8 ? 'bg-progress' : 'bg-accent'
  return (
    <section aria-labelledby="budget">
      <h2 id="budget" className="mb-1 font-semibold">
        Budget today
      </h2>
      <p className="tabular-nums">
        {used} of {dailyBudget} calls
        {part >= 1 && <span className="text-danger"> · spent until midnight UTC</span>}
      </p>
      <span aria-hidden className="mt-1.5 block h-2 overflow-hidden rounded-full bg-hover">
        <span className={`block h-full rounded-full ${look}`} style={{ width: `${part * 100}%` }} />
      </span>
    </section>
  )
}

import type { AgentDetails } from './queries.ts'
import { texts } from './texts.ts'

/** The share of the daily call budget that is used. */
export function BudgetUsed({ agent: { dailyBudget, usedToday } }: { agent: AgentDetails }) {
  const { budget } = texts
  if (dailyBudget === null)
    return (
      <section aria-labelledby="budget">
        <h2 id="budget" className="mb-1 font-semibold">
          {budget.title}
        </h2>
        <p className="text-muted">{budget.unlimited}</p>
      </section>
    )
  const used = usedToday ?? 0
  const share = Math.min(1, used / dailyBudget)
  const color = share >= 1 ? 'bg-danger' : share > 0.8 ? 'bg-progress' : 'bg-accent'
  return (
    <section aria-labelledby="budget">
      <h2 id="budget" className="mb-1 font-semibold">
        {budget.titleToday}
      </h2>
      <p className="tabular-nums">
        {budget.used(used, dailyBudget)}
        {share >= 1 && <span className="text-danger">{budget.usedUp}</span>}
      </p>
      <span aria-hidden className="mt-1.5 block h-2 overflow-hidden rounded-full bg-hover">
        <span className={`block h-full rounded-full ${color}`} style={{ width: `${share * 100}%` }} />
      </span>
    </section>
  )
}

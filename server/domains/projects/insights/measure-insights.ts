import { type Status, statuses } from '../../work/tasks/states.ts'
import {
  type Amount,
  type Completion,
  addBurnUp,
  noWork,
  stagesAtEnds,
  weekOf,
} from '../../teams/analytics/measure.ts'
import type { History } from '../../teams/analytics/replay.ts'
import type { Day, Week } from '../../teams/analytics/weeks.ts'

/** The metrics of one project. `flow` and `burnUp` have one entry per day. */
interface Measured {
  completions: Completion[]
  flow: Record<Status, number>[]
  burnUp: { scope: Amount; completed: Amount }[]
}

/** Measures the histories. `isInScope` selects the tasks of the burn-up. */
export function measureInsights(
  histories: Iterable<History>,
  { weeks, days }: { weeks: Week[]; days: Day[] },
  isInScope: (task: string) => boolean,
): Measured {
  const measured: Measured = {
    completions: [],
    flow: days.map(() => Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>),
    burnUp: days.map(() => ({ scope: noWork(), completed: noWork() })),
  }
  for (const history of histories) {
    const completion = lastCompletion(history, weeks)
    if (completion) measured.completions.push(completion)
    for (const [day, { status }] of stagesAtEnds(history.stages, days)) measured.flow[day]![status]++
    if (isInScope(history.task)) addBurnUp(measured, history, days)
  }
  return measured
}

/** Returns the completion of a task that is complete now. A reopened or deleted task has none. */
function lastCompletion({ stages }: History, weeks: Week[]): Completion | undefined {
  const last = stages.at(-1)!
  if (!last.present || last.status !== 'complete') return undefined
  // `since` is the time of the completion, also if the task was edited after it.
  const week = weekOf(last.since, weeks)
  if (week === undefined) return undefined
  const completing = stages.findLast(
    ({ status }, index) => status === 'complete' && stages[index - 1]?.status !== 'complete',
  )!
  return {
    week,
    assignee: last.assignee,
    by: completing.by,
    points: last.estimate ?? 0,
    cycleTime: last.startedAt === null ? null : last.since - last.startedAt,
  }
}

import type { Doer, History, Stage } from './replay.ts'
import type { Week } from './weeks.ts'

/** The numbers of one project. What is a list has one entry for each week. Times are in milliseconds. */
export interface Measured {
  created: number[]
  blocked: number[]
  burnUp: { scope: Amount; completed: Amount }[]
  completions: Completion[]
  /** What is blocked at the end. */
  stillBlocked: { task: string; since: number }[]
}

/** How much work: in tasks, and in the points of their estimates. */
export interface Amount {
  tasks: number
  points: number
}

/** That a task was completed in a week. Done, reopened and done again in the same week is done once: the last time. */
export interface Completion {
  week: number
  assignee: string | null
  by: Doer | null
  points: number
  /** Since work on it first began; null where nobody ever said that it had. */
  cycleTime: number | null
}

export function measure(histories: Iterable<History>, weeks: Week[], now: number): Measured {
  const measured: Measured = {
    created: weeks.map(() => 0),
    blocked: weeks.map(() => 0),
    burnUp: weeks.map(() => ({ scope: nothing(), completed: nothing() })),
    completions: [],
    stillBlocked: [],
  }
  for (const history of histories) {
    const made = weekOf(history.createdAt, weeks)
    if (made !== undefined) measured.created[made]!++
    addBlocked(measured, history, weeks, now)
    addStanding(measured, history, weeks)
    addCompletions(measured, history, weeks)
  }
  return measured
}

const nothing = (): Amount => ({ tasks: 0, points: 0 })

function weekOf(moment: number, weeks: Week[]): number | undefined {
  const found = weeks.findIndex(({ start, end }) => moment >= start && moment < end)
  return found === -1 ? undefined : found
}

function addBlocked(measured: Measured, { task, stages }: History, weeks: Week[], now: number): void {
  const isBlocked = ({ status, present }: Stage) => status === 'blocked' && present
  for (const [index, stage] of stages.entries()) {
    if (!isBlocked(stage)) continue
    const until = Math.min(stages[index + 1]?.from ?? now, now)
    for (const [week, { start, end }] of weeks.entries())
      measured.blocked[week]! += Math.max(0, Math.min(until, end) - Math.max(stage.from, start))
  }
  const last = stages.at(-1)!
  if (isBlocked(last)) measured.stillBlocked.push({ task, since: last.since })
}

/** Into what there is to do, and what of it is done, at the end of each week. */
function addStanding({ burnUp }: Measured, { stages }: History, weeks: Week[]): void {
  let reached = -1
  for (const [week, { end }] of weeks.entries()) {
    while (reached + 1 < stages.length && stages[reached + 1]!.from < end) reached++
    const stage = stages[reached]
    if (!stage?.present || stage.status === 'cancelled') continue
    addTo(burnUp[week]!.scope, stage)
    if (stage.status === 'complete') addTo(burnUp[week]!.completed, stage)
  }
}

function addTo(amount: Amount, { estimate }: Stage): void {
  amount.tasks++
  amount.points += estimate ?? 0
}

function addCompletions({ completions }: Measured, { stages }: History, weeks: Week[]): void {
  const ofWeek = new Map<number, Completion>()
  for (const [index, stage] of stages.entries()) {
    const completes = stage.status === 'complete' && stages[index - 1]?.status !== 'complete'
    const week = completes ? weekOf(stage.from, weeks) : undefined
    if (week === undefined) continue
    const { assignee, by, estimate, from, startedAt } = stage
    const cycleTime = startedAt === null ? null : from - startedAt
    ofWeek.set(week, { week, assignee, by, points: estimate ?? 0, cycleTime })
  }
  completions.push(...ofWeek.values())
}

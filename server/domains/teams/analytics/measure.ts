import type { Author, History, Stage } from './replay.ts'
import type { Week } from './weeks.ts'

/** The metrics of one project. `created`, `blocked` and `burnUp` have one entry per week. Times are in milliseconds. */
export interface Measured {
  created: number[]
  blocked: number[]
  burnUp: { scope: Amount; completed: Amount }[]
  completions: Completion[]
  /** Tasks that are blocked at the end of the window. */
  stillBlocked: { task: string; since: number }[]
}

/** An amount of work: the number of tasks and the sum of their estimates. */
export interface Amount {
  tasks: number
  points: number
}

/** The completion of a task in a week. A task completed twice in the same week counts once, for the last time. */
export interface Completion {
  week: number
  assignee: string | null
  by: Author | null
  points: number
  /** Time since the task was first in progress. Null if it never was. */
  cycleTime: number | null
}

export function measure(histories: Iterable<History>, weeks: Week[], now: number): Measured {
  const measured: Measured = {
    created: weeks.map(() => 0),
    blocked: weeks.map(() => 0),
    burnUp: weeks.map(() => ({ scope: noWork(), completed: noWork() })),
    completions: [],
    stillBlocked: [],
  }
  for (const history of histories) {
    const createdWeek = weekOf(history.createdAt, weeks)
    if (createdWeek !== undefined) measured.created[createdWeek]!++
    addBlocked(measured, history, weeks, now)
    addBurnUp(measured, history, weeks)
    addCompletions(measured, history, weeks)
  }
  return measured
}

export const noWork = (): Amount => ({ tasks: 0, points: 0 })

export function weekOf(moment: number, weeks: Week[]): number | undefined {
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

/** Adds the task to the scope and to the completed work at the end of each period. */
export function addBurnUp(
  { burnUp }: Pick<Measured, 'burnUp'>,
  { stages }: History,
  periods: Period[],
): void {
  for (const [index, stage] of stagesAtEnds(stages, periods)) {
    if (stage.status === 'cancelled') continue
    addTo(burnUp[index]!.scope, stage)
    if (stage.status === 'complete') addTo(burnUp[index]!.completed, stage)
  }
}

/** A week or a day. `end` is exclusive. */
export interface Period {
  end: number
}

/** Returns the stage of a task at the end of each period in which neither the task nor its project is in the trash. */
export function* stagesAtEnds(stages: Stage[], periods: Period[]): Generator<[index: number, stage: Stage]> {
  let current = -1
  for (const [index, { end }] of periods.entries()) {
    while (current + 1 < stages.length && stages[current + 1]!.from < end) current++
    const stage = stages[current]
    if (stage?.present) yield [index, stage]
  }
}

function addTo(amount: Amount, { estimate }: Stage): void {
  amount.tasks++
  amount.points += estimate ?? 0
}

function addCompletions({ completions }: Measured, { stages }: History, weeks: Week[]): void {
  const byWeek = new Map<number, Completion>()
  for (const [index, stage] of stages.entries()) {
    const isCompletion = stage.status === 'complete' && stages[index - 1]?.status !== 'complete'
    const week = isCompletion ? weekOf(stage.from, weeks) : undefined
    if (week === undefined) continue
    const { assignee, by, estimate, from, startedAt } = stage
    const cycleTime = startedAt === null ? null : from - startedAt
    byWeek.set(week, { week, assignee, by, points: estimate ?? 0, cycleTime })
  }
  completions.push(...byWeek.values())
}

import type { TeamAnalytics } from './analytics.ts'
import type { Amount, Completion, Measured } from './measure.ts'
import type { Week } from './weeks.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { anyUuid } from '../../../platform/ids.ts'

/** Returns the median, or null if there are no values. */
function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the percentile by nearest rank, which is always one of the values, or null if there are none. */
function percentile(values: number[], percent: number): number | null {
  if (values.length === 0) return null
  const rank = Math.ceil((percent * values.length) / 100)
  return values.toSorted((a, b) => a - b)[rank - 1]!
}

/** Combines the metrics of a team's projects per week, in hours and round. */
export function weekly(measured: Measured[], weeks: Week[]): TeamAnalytics['weeks'] {
  return weeks.map(({ week, start, end }, index) => {
    const done = measured.flatMap(({ completions }) => completions.filter((each) => each.week === index))
    return {
      week,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      throughput: done.length,
      cycleTime: cycleTimeOf(done),
      created: sum(measured.map(({ created }) => created[index]!)),
      blockedHours: inHours(sum(measured.map(({ blocked }) => blocked[index]!))),
    }
  })
}

/** Summarizes the cycle times, in hours. */
export function cycleTimeOf(completions: Completion[]) {
  const times = cycleTimes(completions)
  return { median: inHours(median(times)), p85: inHours(percentile(times, 85)), count: times.length }
}

export function burnUpPoints({ burnUp }: Measured, weeks: Week[]) {
  return burnUp.map(({ scope, completed }, index) => ({
    week: weeks[index]!.week,
    scope: roundAmount(scope),
    completed: roundAmount(completed),
  }))
}

export function blockedHours(measured: Measured[]): number {
  return inHours(sum(measured.flatMap(({ blocked }) => blocked)))
}

function doneIn(completions: Completion[]) {
  return {
    completed: completions.length,
    points: round(sum(completions.map(({ points }) => points))),
    cycleTimeMedian: inHours(median(cycleTimes(completions))),
  }
}

export function roundAmount({ tasks, points }: Amount): Amount {
  return { tasks, points: round(points) }
}

function cycleTimes(completions: Completion[]): number[] {
  return completions.flatMap(({ cycleTime }) => cycleTime ?? [])
}

function inHours(milliseconds: number): number
function inHours(milliseconds: number | null): number | null
function inHours(milliseconds: number | null): number | null {
  return milliseconds === null ? null : round(milliseconds / 3_600_000)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const maxShown = 50

/** Returns the tasks that have been blocked longest, with their current keys and titles. */
export async function stillBlocked(
  db: Queries,
  blocked: Measured['stillBlocked'],
): Promise<Pick<TeamAnalytics['blocked'], 'count' | 'tasks'>> {
  const longest = blocked
    .toSorted((a, b) => a.since - b.since || (a.task < b.task ? -1 : 1))
    .slice(0, maxShown)
  const rows = await db.run<{ id: string; key: string; title: string }>(
    sql`select id, key, title from tasks where id = any(${longest.map(({ task }) => task)})`,
  )
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const tasks = longest.flatMap(({ task, since }) => {
    const row = rowsById.get(task)
    return row ? [{ ...row, since: new Date(since).toISOString() }] : []
  })
  return { count: blocked.length, tasks }
}

/** Credits each completed task to its assignee at completion, or else to the author of the completion. */
export async function byAssignee(
  db: Queries,
  completions: Completion[],
): Promise<TeamAnalytics['byAssignee']> {
  const byId = Map.groupBy(completions, ({ assignee, by }) => assignee ?? by?.id ?? null)
  const { people, agents } = await namesOf(db, completions)
  const rowsOf = (names: Map<string, string>) =>
    [...byId].flatMap(([id, credited]) => {
      const name = id === null ? undefined : names.get(id)
      return id === null || name === undefined ? [] : [{ id, name, ...doneIn(credited), credited }]
    })
  const isKnown = (id: string | null) => id !== null && (people.has(id) || agents.has(id))
  const unassigned = [...byId].flatMap(([id, credited]) => (isKnown(id) ? [] : credited))
  return {
    people: rowsOf(people)
      .map(({ credited: _, ...row }) => row)
      .toSorted(byCompleted),
    agents: rowsOf(agents)
      .map(({ credited, ...row }) => ({ ...row, onBehalfOf: workedFor(row.id, credited, people) }))
      .toSorted(byCompleted),
    unassigned: doneIn(unassigned),
  }
}

interface Names {
  people: Map<string, string>
  agents: Map<string, string>
}

/** Reads current names. An id is looked up in both tables, because the journal doesn't always record the kind. */
export async function namesOf(db: Queries, completions: Completion[]): Promise<Names> {
  const named = completions.flatMap(({ assignee, by }) => [assignee, by?.id, by?.onBehalfOf])
  const ids = [...new Set(named)].filter((id) => id && anyUuid.test(id))
  const rows = await db.run<{ kind: keyof Names; id: string; name: string }>(
    sql`select 'people' as kind, id, name from users where id = any(${ids})
     union all select 'agents', id, name from agents where id = any(${ids})`,
  )
  const namesOfKind = (kind: keyof Names) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]))
  return { people: namesOfKind('people'), agents: namesOfKind('agents') }
}

function workedFor(agent: string, completions: Completion[], people: Map<string, string>) {
  const ids = completions.flatMap(({ by }) => (by?.id === agent ? (by.onBehalfOf ?? []) : []))
  return [...new Set(ids)]
    .flatMap((id) => (people.has(id) ? [{ id, name: people.get(id)! }] : []))
    .toSorted(byName)
}

type Named = { id: string; name: string }

function byCompleted(a: Named & { completed: number }, b: Named & { completed: number }): number {
  return b.completed - a.completed || byName(a, b)
}

function byName(a: Named, b: Named): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
}

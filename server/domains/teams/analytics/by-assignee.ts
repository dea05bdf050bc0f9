import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { anyUuid } from '../../../platform/ids.ts'
import type { TeamAnalytics } from './analytics.ts'
import { doneIn } from './summarize.ts'
import type { Completion } from './measure.ts'

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
async function namesOf(db: Queries, completions: Completion[]): Promise<Names> {
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

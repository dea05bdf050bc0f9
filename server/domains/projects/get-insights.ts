import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { reference } from '../../operations/reference.ts'
import { timezoneField } from '../teams/analytics/analytics.ts'
import type { Completion } from '../teams/analytics/measure.ts'
import { readHistories, readNow } from '../teams/analytics/read-histories.ts'
import { cycleTimeOf, namesOf, roundAmount, sum } from '../teams/analytics/summarize.ts'
import { daysUpTo, weeksUpTo } from '../teams/analytics/weeks.ts'
import { findItem } from '../work/items/find-item.ts'
import { type OnProject, onProject } from './access.ts'
import { projectRef } from './project.ts'
import { ProjectInsights, rangeLimits } from './insights/insights.ts'
import { measureInsights } from './insights/measure-insights.ts'

const hourMs = 3_600_000

export const getInsights = operation({
  id: 'projects.getInsights',
  summary: 'Get throughput of people and agents, cycle time, cumulative flow and burn-up of a project.',
  http: 'GET /api/projects/:project/insights',
  access: onProject('view'),
  input: z.object({
    project: projectRef,
    weeks: z.int().min(1).max(52).default(8).describe('Number of weeks, including the current one.'),
    item: reference(
      'feature',
      'Epic or feature of the burn-up: number or id. Default: the project.',
    ).optional(),
    timezone: timezoneField,
  }),
  output: ProjectInsights,
}).run(async ({ db, project }, input) => {
  const item = input.item === undefined ? null : await findGroup(db, project, input.item)
  const members = item && new Set(await tasksOf(db, item))
  const now = await readNow(db)
  const to = Date.parse(now.at)
  const weeks = weeksUpTo(to, input.weeks, input.timezone)
  const days = daysUpTo(to, weeks, input.timezone)
  const from = weeks[0]!.start
  const isInScope = (task: string) => members?.has(task) ?? true

  let measured = measureInsights([], { weeks, days }, isInScope)
  for await (const { state } of readHistories(db, [project.id], now, from))
    measured = measureInsights(state.histories.values(), { weeks, days }, isInScope)

  const workerOf = await findWorkers(db, measured.completions)
  return {
    window: { from: new Date(from).toISOString(), to: now.at, timezone: input.timezone },
    computedAt: now.at,
    weeks: weeks.map(({ week, start, end }, index) => {
      const done = measured.completions.filter((each) => each.week === index)
      return {
        week,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        completed: byWorker(done, workerOf, (credited) =>
          roundAmount({ tasks: credited.length, points: sum(credited.map(({ points }) => points)) }),
        ),
        cycleTime: cycleTimeOf(done),
      }
    }),
    cycleTimes: rangeLimits.map((toHours, index) => {
      const fromHours = rangeLimits[index - 1] ?? 0
      const isInRange = ({ cycleTime }: Completion) =>
        cycleTime !== null &&
        cycleTime >= fromHours * hourMs &&
        (toHours === null || cycleTime < toHours * hourMs)
      const credited = measured.completions.filter(isInRange)
      return { fromHours, toHours, ...byWorker(credited, workerOf, ({ length }) => length) }
    }),
    flow: days.map(({ date }, index) => ({ date, byStatus: measured.flow[index]! })),
    burnUp: {
      item: item && { kind: item.kind, key: item.key, title: item.title },
      days: days.map(({ date }, index) => ({
        date,
        scope: roundAmount(measured.burnUp[index]!.scope),
        completed: roundAmount(measured.burnUp[index]!.completed),
      })),
    },
  }
})

interface Group {
  kind: 'epic' | 'feature'
  id: string
  key: string
  title: string
}

async function findGroup(db: Queries, project: OnProject['project'], ref: string): Promise<Group> {
  const place = { organization_id: project.organization_id, project_id: project.id }
  const epic = await findItem<Group>(db, 'epics', place, ref)
  if (epic) return { ...epic, kind: 'epic' }
  const feature = await findItem<Group>(db, 'features', place, ref)
  if (feature) return { ...feature, kind: 'feature' }
  return rejectField('item', `This project has no epic or feature "${ref}".`)
}

/** Returns the tasks that belong to the item now. Includes the trash, because deleted tasks counted before. */
async function tasksOf(db: Queries, { kind, id }: Group): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    kind === 'epic'
      ? sql`select t.id from tasks t join stories s on s.id = t.story_id where s.epic_id = ${id}`
      : sql`select t.id from tasks t where t.feature_id = ${id}`,
  )
  return rows.map((row) => row.id)
}

type Worker = 'people' | 'agents' | 'unknown'

/** Returns a function that credits a completed task to its assignee, or else to the author of the completion. */
async function findWorkers(db: Queries, completions: Completion[]): Promise<(done: Completion) => Worker> {
  const { people, agents } = await namesOf(db, completions)
  return ({ assignee, by }) => {
    const id = assignee ?? by?.id ?? ''
    if (agents.has(id)) return 'agents'
    return people.has(id) ? 'people' : 'unknown'
  }
}

function byWorker<Value>(
  completions: Completion[],
  workerOf: (done: Completion) => Worker,
  summarize: (credited: Completion[]) => Value,
): Record<Worker, Value> {
  const groups = Map.groupBy(completions, workerOf)
  const of = (worker: Worker) => summarize(groups.get(worker) ?? [])
  return { people: of('people'), agents: of('agents'), unknown: of('unknown') }
}

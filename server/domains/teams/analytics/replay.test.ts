import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Status, statuses } from '../../work/tasks/states.ts'
import { type Completion, type Measured, measure } from './measure.ts'
import { type TaskEvent, type TaskFields, type WorkEvent, startReplay, replay } from './replay.ts'
import { type Week, weeksUpTo } from './weeks.ts'

const hour = 3_600_000

/*
 * Counts any history twice and compares the results. The replay goes through the events once and keeps a small state.
 * The recount derives every number from all events again and measures time in half-hour steps.
 */
describe('replay', () => {
  it('returns the same numbers as a full recount, for any history', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata'), (events, timezone) => {
        const weeks = weeksUpTo(now, 3, timezone)
        assert.deepEqual(replayed(events, weeks), recounted(events, weeks))
      }),
      { numRuns: 200 },
    )
  })

  it('keeps time monotonic when a delayed transaction has an earlier timestamp', () => {
    const [week] = weeksUpTo(now, 1, 'UTC')
    const at = (moment: number, fields: Partial<TaskEvent>) => taskEvent(week!.start + moment, fields)
    const events = [
      at(0, { action: 'created', set: { status: 'in_progress' } }),
      at(2 * hour, { set: { status: 'blocked' } }),
      at(2 * hour - 5, { set: { status: 'complete' } }),
    ]
    const { blocked, completions } = replayed(events, [week!])
    assert.deepEqual([blocked, completions[0]!.cycleTime], [[0], 2 * hour])
  })

  it('keeps only the resulting state of events before the window', () => {
    const state = startReplay(100)
    replay(state, taskEvent(1, { action: 'created' }))
    replay(state, taskEvent(1, { action: 'created', task: 'B' }))
    for (let moment = 2; moment < 100; moment++)
      replay(state, taskEvent(moment, { set: { status: moment % 2 ? 'todo' : 'in_progress' } }))
    replay(state, taskEvent(50, { action: 'purged', task: 'B' }))
    const [history, ...others] = state.histories.values()
    assert.deepEqual(others, [])
    const [stage, ...earlier] = history!.stages
    assert.deepEqual([stage!.from, stage!.startedAt, earlier], [99, 2, []])
  })
})

function taskEvent(at: number, fields: Partial<TaskEvent>): TaskEvent {
  return { kind: 'task', task: 'A', at, action: 'changed', set: {}, by: null, ...fields }
}

// Three weeks that end on a Thursday, with the end of summer time in Berlin in the second of them.
const now = Date.parse('2026-10-29T12:00:00Z')
const earliest = now - 4 * 7 * 24 * hour
const hours = (now - earliest) / hour

const tasks = ['A', 'B']
const actors = fc.option(fc.constantFrom('ada', 'grace', 'builder'), { nil: null })
const fields = fc.record(
  {
    // Favours repeated completions, the hardest case.
    status: fc.constantFrom<Status>(...statuses, 'complete', 'complete', 'complete', 'in_progress', 'todo'),
    estimate: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
    assignee: actors,
    deleted: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Whole hours, often equal or at midnight, to provoke off-by-one errors. */
const moments = fc
  .oneof(
    fc.integer({ min: 0, max: hours }),
    fc.constantFrom(...weeksUpTo(now, 4, 'UTC'), ...weeksUpTo(now, 4, 'Europe/Berlin')).map(({ start }) => {
      return Math.max(0, (start - earliest) / hour)
    }),
  )
  .map((passed) => earliest + passed * hour)

const changes = fc.record({
  at: moments,
  subject: fc.constantFrom(...tasks, ...tasks, 'project'),
  set: fields,
  by: actors,
})

/** Events as in the journal: in order, and a task starts with its creation. */
const histories = fc.array(changes, { maxLength: 40 }).map((generated): WorkEvent[] => {
  const existing = new Set<string>()
  return generated
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, subject, set, by }) => {
      if (subject === 'project') return { kind: 'project', at, deleted: set.deleted ?? true }
      const action = existing.has(subject) ? 'changed' : 'created'
      existing.add(subject)
      const { deleted, ...others } = set
      const author = by && { id: by, onBehalfOf: null }
      return {
        kind: 'task',
        task: subject,
        at,
        action,
        by: author,
        set: action === 'created' || deleted === undefined ? others : set,
      }
    })
})

function replayed(events: WorkEvent[], weeks: Week[]): Measured {
  const state = startReplay(weeks[0]!.start)
  for (const event of events) replay(state, event)
  return inOrder(measure(state.histories.values(), weeks, now))
}

function recounted(events: WorkEvent[], weeks: Week[]): Measured {
  const within = ({ start, end }: Week, at: number) => at >= start && at < end
  const created = events.filter((event) => event.kind === 'task' && event.action === 'created') as TaskEvent[]
  const presentTasks = (until: (at: number) => boolean) =>
    tasks
      .map((task) =>
        stateAfter(
          events.filter(({ at }) => until(at)),
          task,
        ),
      )
      .filter((state) => state?.present)
  const amount = (states: (State | undefined)[]) => ({
    tasks: states.length,
    points: states.reduce((sum, state) => sum + (state!.estimate ?? 0), 0),
  })
  return inOrder({
    created: weeks.map((week) => created.filter(({ at }) => within(week, at)).length),
    blocked: weeks.map(({ start, end }) => {
      let time = 0
      for (let moment = start; moment < Math.min(end, now); moment += half)
        time +=
          half * presentTasks((at) => at <= moment).filter((state) => state!.status === 'blocked').length
      return time
    }),
    burnUp: weeks.map(({ end }) => {
      const scope = presentTasks((at) => at < end).filter((state) => state!.status !== 'cancelled')
      const completed = scope.filter((state) => state!.status === 'complete')
      return { scope: amount(scope), completed: amount(completed) }
    }),
    completions: weeks.flatMap((week, index) =>
      tasks.flatMap((task) => completionIn(events, task, week, index)),
    ),
    stillBlocked: tasks.flatMap((task) => {
      const state = stateAfter(events, task)
      return state?.present && state.status === 'blocked' ? [{ task, since: blockedSince(events, task) }] : []
    }),
  })
}

/** Step of the recount, because weeks in India start at half past the hour in UTC. */
const half = hour / 2

type State = TaskFields & { present: boolean }

function stateAfter(events: WorkEvent[], task: string): State | undefined {
  const own = events.filter((event) => event.kind === 'task' && event.task === task) as TaskEvent[]
  if (own.length === 0) return undefined
  const unset: TaskFields = { status: 'todo', estimate: null, assignee: null, deleted: false }
  const state = Object.assign({}, unset, ...own.map(({ set }) => set)) as TaskFields
  const projectDeleted = events.findLast((event) => event.kind === 'project')?.deleted ?? false
  return { ...state, present: !state.deleted && !projectDeleted }
}

/** Finds the last event of the week that completed the task. */
function completionIn(events: WorkEvent[], task: string, { start, end }: Week, week: number): Completion[] {
  const found = events.findLastIndex((event, index) => {
    const [before, after] = [
      stateAfter(events.slice(0, index), task),
      stateAfter(events.slice(0, index + 1), task),
    ]
    return (
      event.at >= start && event.at < end && after?.status === 'complete' && before?.status !== 'complete'
    )
  })
  if (found === -1) return []
  const { at, by } = events[found] as TaskEvent
  const { assignee, estimate } = stateAfter(events.slice(0, found + 1), task)!
  const started = events.findIndex(
    (_, index) => stateAfter(events.slice(0, index + 1), task)?.status === 'in_progress',
  )
  const cycleTime = started === -1 || started > found ? null : at - events[started]!.at
  return [{ week, assignee, by, points: estimate ?? 0, cycleTime }]
}

function blockedSince(events: WorkEvent[], task: string): number {
  const before = events.findLastIndex(
    (_, index) => stateAfter(events.slice(0, index + 1), task)?.status !== 'blocked',
  )
  return events[before + 1]!.at
}

function inOrder(measured: Measured): Measured {
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  return {
    ...measured,
    completions: measured.completions.toSorted(byText),
    stillBlocked: measured.stillBlocked.toSorted(byText),
  }
}

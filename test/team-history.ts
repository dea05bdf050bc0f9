import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { purgeTrash } from '../server/domains/trash/purge-trash.ts'
import type { Agent, Person, TestServer } from './harness.ts'

/*
 * A history of two projects, web and app, small enough to compute every number by hand. It happens through the real
 * doors. Only the timestamps are moved afterwards: to the four weeks before this one (`first` to `fourth`) and the week
 * before them.
 */
const day = 24 * 3_600_000
/** The Monday of this week at midnight in UTC. */
export const thisMonday = Math.floor(Date.now() / day) * day - ((new Date().getUTCDay() + 6) % 7) * day
const mondays = { before: -5, first: -4, second: -3, third: -2, fourth: -1, now: 0 }
export type PlannedWeek = keyof typeof mondays
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns the time of, for example, "first Tue 08:00" in UTC. */
export function moment(text: string): string {
  const [week, weekday, time] = text.split(' ') as [PlannedWeek, string, string]
  const date = new Date(thisMonday + (mondays[week] * 7 + days.indexOf(weekday)) * day)
  return new Date(`${date.toISOString().slice(0, 10)}T${time}Z`).toISOString()
}

export function mondayOf(week: PlannedWeek): string {
  return moment(`${week} Mon 00:00`).slice(0, 10)
}

export async function liveHistory(
  { app }: Pick<TestServer, 'app'>,
  { ada, grace, builder }: { ada: Person; grace: Person; builder: Agent },
): Promise<void> {
  const { database } = app
  const startedAt = new Date(Date.now() - 3_600_000).toISOString()
  /** Runs an action and backdates its journal rows: all rows from today belong to it. */
  const at = async (when: string, action: () => Promise<unknown>) => {
    await action()
    await database.run(sql`update journal set at = ${moment(when)} where at > ${startedAt}
      and project_id is not null`)
  }
  const make = (project: string, fields: object) => () =>
    ada.call('tasks.create', { project, title: 'A task', ...fields })
  const change = (task: string, fields: object) => () => ada.call('tasks.update', { task, ...fields })
  const is = (task: string, status: 'todo' | 'in_progress' | 'blocked' | 'cancelled') =>
    change(task, { status })
  const complete = (task: string, person: Person) => () => person.call('tasks.complete', { task })
  const byBuilder = (tool: string, input: object) => async () =>
    assert.equal((await builder.call(tool, { ...input })).isError, false)
  const remove = (task: string) => () => ada.call('tasks.delete', { task })
  const restore = (kind: 'task' | 'project', item: string) => () => ada.call('trash.restore', { kind, item })

  // Before the window: one task is under way, another is complete already.
  await at('before Mon 09:00', make('web', { estimate: 3, assignee: 'me' })) // WEB-1
  await at('before Tue 10:00', make('web', { estimate: 5, assignee: 'me' })) // WEB-2
  await at('before Wed 12:00', is('WEB-1', 'in_progress'))
  await at('before Thu 12:00', complete('WEB-2', ada))

  // WEB-3 is created at the exact start of the week.
  await at('first Mon 00:00', make('web', { estimate: 2, assignee: grace.user.username })) // WEB-3
  await at(
    'first Mon 10:00', // WEB-4: created as complete by the agent, unassigned.
    byBuilder('create_task', { project: 'web', title: 'Done', estimate: 1, status: 'complete' }),
  )
  await at('first Mon 12:00', complete('WEB-1', ada))
  await at('first Tue 00:00', make('app', { estimate: 8, assignee: 'Builder' })) // APP-1
  await at('first Tue 08:00', is('WEB-3', 'in_progress'))
  await at('first Wed 00:00', is('APP-1', 'in_progress'))
  await at('first Wed 08:00', complete('WEB-3', grace))
  await at('first Thu 08:00', is('WEB-3', 'todo'))
  await at('first Fri 08:00', complete('WEB-3', grace))
  await at('first Sat 12:00', is('APP-1', 'blocked'))

  await at('second Mon 09:00', make('app', {})) // APP-2, unassigned
  await at('second Tue 09:00', make('web', { estimate: 4, assignee: grace.user.username })) // WEB-5
  await at('second Tue 12:00', is('APP-1', 'in_progress'))
  await at('second Wed 08:00', make('web', { estimate: 2, title: 'Waits for the others' })) // WEB-6
  await at('second Wed 09:00', is('APP-2', 'cancelled'))
  await at('second Wed 10:00', make('app', { estimate: 3 })) // APP-3
  await at('second Thu 00:00', is('APP-3', 'blocked'))
  await at('second Thu 00:00', complete('APP-1', ada))
  await at('second Thu 08:00', remove('WEB-6'))
  await at('second Fri 00:00', remove('APP-3'))
  await at('second Fri 10:00', complete('WEB-5', grace))

  // WEB-5 is reopened at the exact start of the week.
  await at('third Mon 00:00', is('WEB-5', 'todo'))
  await at('third Mon 06:00', is('WEB-5', 'in_progress'))
  await at('third Mon 09:00', is('APP-2', 'todo'))
  await at('third Mon 12:00', make('app', { estimate: 1 })) // APP-4
  await at('third Tue 09:00', is('APP-2', 'in_progress'))
  await at('third Tue 10:00', change('APP-2', { assignee: grace.user.id }))
  await at('third Wed 00:00', is('APP-4', 'blocked'))
  await at('third Wed 09:00', complete('APP-2', grace))
  await at('third Wed 10:00', make('web', { estimate: 1, assignee: 'me' })) // WEB-7
  await at('third Thu 00:00', () => ada.call('projects.delete', { project: 'app' }))
  await at('third Thu 08:00', restore('task', 'WEB-6'))
  await at('third Fri 00:00', is('WEB-6', 'blocked'))

  await at('fourth Mon 06:00', complete('WEB-5', ada))
  await at('fourth Tue 00:00', restore('project', 'app'))
  await at('fourth Tue 11:00', change('WEB-7', { assignee: 'Builder', estimate: 2 }))
  await at('fourth Tue 12:00', is('WEB-7', 'in_progress'))
  await at('fourth Wed 00:00', is('APP-4', 'todo'))
  await at('fourth Wed 12:00', byBuilder('complete_task', { task: 'WEB-7' }))
  await at('fourth Thu 10:00', remove('WEB-1'))
  await database.run(sql`update tasks set deleted_at = now() - interval '31 days' where key = 'APP-3'`)
  await at('fourth Fri 12:00', () => purgeTrash(app)) // APP-3
  await at('fourth Sun 23:59:59.999', make('web', { estimate: 0.5 })) // WEB-8
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../test/harness.ts'
import { type PlannedWeek, liveHistory, moment, mondayOf } from '../../../test/team-history.ts'
import { join } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import type { ProjectInsights } from './insights/insights.ts'

/*
 * The expected numbers are computed by hand from the history in test/team-history.ts. The comments show how.
 */
for (const engine of oneEngine) {
  describe(`project insights, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let builder: Agent
    let feature: string
    let epic: string
    let insights: ProjectInsights
    const project = 'web'
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      const grace = await server.register('Grace')
      await join(server, grace, ada, 'member')
      builder = await ada.agent({ agent: 'Builder' })
      for (const name of ['Web', 'App']) await ada.call('projects.create', { name })
      await liveHistory(server, { ada, grace, builder })
      // The history moves the journal. The tasks were completed when the journal says so.
      await server.app.database.run(
        sql`update tasks t set completed_at = (select max(j.at) from journal j where j.subject_id = t.id
              and 'complete' in (j.data ->> 'status', j.changes -> 'status' ->> 'to'))
            where t.completed_at is not null and t.organization_id = (
              select organization_id from projects where id = t.project_id)`,
      )
      feature = (await ada.call('features.create', { project, title: 'Checkout' })).key
      for (const task of ['WEB-3', 'WEB-5', 'WEB-6']) await ada.call('tasks.update', { task, feature })
      epic = (await ada.call('epics.create', { project, title: 'Launch' })).key
      const { key: story } = await ada.call('stories.create', { project, epic, title: 'Prepare' })
      for (const task of ['WEB-7', 'WEB-8']) await ada.call('tasks.update', { task, story })
      await ada.call('tasks.delete', { task: 'WEB-8' })
      insights = await ada.call('projects.getInsights', { project, weeks: 5, item: feature })
    })
    after(async () => {
      await builder.close()
      await server.stop()
    })

    const amount = (tasks: number, points: number) => ({ tasks, points })
    const none = amount(0, 0)
    const dateOf = (day: string) => moment(`${day} 00:00`).slice(0, 10)

    it('counts each task once, at its last completion, by people and by agents', () => {
      assert.deepEqual(
        insights.weeks.map(({ completed }) => completed),
        [
          // WEB-3 (2) by Grace: completed, reopened and completed. WEB-4 (1) by the agent, which created it as complete.
          // WEB-1 was completed too, but it was deleted later.
          { people: amount(1, 2), agents: amount(1, 1), unknown: none },
          // WEB-5 was completed, but reopened later.
          { people: none, agents: none, unknown: none },
          { people: none, agents: none, unknown: none },
          // WEB-5 (4) of Grace, completed by Ada. WEB-7 (2) of the agent.
          { people: amount(1, 4), agents: amount(1, 2), unknown: none },
          { people: none, agents: none, unknown: none },
        ],
      )
    })

    it('measures cycle time from the first start of work to the last completion', () => {
      assert.deepEqual(
        insights.weeks.map(({ cycleTime }) => cycleTime),
        [
          // WEB-3: Tuesday to Friday. WEB-4 was never in progress.
          { median: 72, p85: 72, count: 1 },
          { median: null, p85: null, count: 0 },
          { median: null, p85: null, count: 0 },
          // WEB-5: Monday to Monday. WEB-7: Tuesday noon to Wednesday noon.
          { median: 96, p85: 168, count: 2 },
          { median: null, p85: null, count: 0 },
        ],
      )
      const ranges = insights.cycleTimes.filter(({ people, agents }) => people + agents > 0)
      assert.deepEqual(ranges, [
        { fromHours: 24, toHours: 48, people: 0, agents: 1, unknown: 0 },
        { fromHours: 48, toHours: 96, people: 1, agents: 0, unknown: 0 },
        { fromHours: 168, toHours: 336, people: 1, agents: 0, unknown: 0 },
      ])
    })

    it('counts the tasks in each status at the end of every day', () => {
      const { flow } = insights
      assert.equal(flow[0]!.date, mondayOf('first'))
      assert.equal(flow.at(-1)!.date, insights.computedAt.slice(0, 10))
      const on = (day: string) => {
        const { byStatus } = flow.find(({ date }) => date === dateOf(day))!
        return Object.fromEntries(Object.entries(byStatus).filter(([, count]) => count > 0))
      }
      // WEB-1, WEB-2 and WEB-4 are complete.
      assert.deepEqual(on('first Mon'), { todo: 1, complete: 3 })
      assert.deepEqual(on('first Tue'), { in_progress: 1, complete: 3 })
      assert.deepEqual(on('first Wed'), { complete: 4 })
      // WEB-3 is reopened.
      assert.deepEqual(on('first Thu'), { todo: 1, complete: 3 })
      // WEB-5 and WEB-6 are new. WEB-6 is deleted on Thursday.
      assert.deepEqual(on('second Wed'), { todo: 2, complete: 4 })
      assert.deepEqual(on('second Thu'), { todo: 1, complete: 4 })
      // WEB-7, WEB-5 and the restored WEB-6.
      assert.deepEqual(on('third Fri'), { todo: 1, in_progress: 1, blocked: 1, complete: 4 })
      // WEB-1 is deleted: WEB-2, WEB-3, WEB-4, WEB-5 and WEB-7 remain.
      assert.deepEqual(on('fourth Thu'), { blocked: 1, complete: 5 })
    })

    it('shows the scope and the completed work of a feature or an epic at the end of every day', async () => {
      const { item, days } = insights.burnUp
      assert.deepEqual(item, { kind: 'feature', key: feature, title: 'Checkout' })
      const on = (day: string, shown = days) => {
        const { scope, completed } = shown.find(({ date }) => date === dateOf(day))!
        return [scope, completed]
      }
      // WEB-3 alone: completed, reopened, completed.
      assert.deepEqual(on('first Mon'), [amount(1, 2), none])
      assert.deepEqual(on('first Wed'), [amount(1, 2), amount(1, 2)])
      assert.deepEqual(on('first Thu'), [amount(1, 2), none])
      // And WEB-5. WEB-6 was deleted on that day, and restored a week later.
      assert.deepEqual(on('second Thu'), [amount(2, 6), amount(1, 2)])
      assert.deepEqual(on('third Thu'), [amount(3, 8), amount(1, 2)])
      assert.deepEqual(on('fourth Mon'), [amount(3, 8), amount(2, 6)])

      const launch = await ada.call('projects.getInsights', { project, weeks: 5, item: epic.toLowerCase() })
      assert.equal(launch.burnUp.item!.kind, 'epic')
      // WEB-7 (2) is complete. WEB-8 (0.5) was created on Sunday and deleted today.
      assert.deepEqual(on('fourth Sun', launch.burnUp.days), [amount(2, 2.5), amount(1, 2)])
      const today = launch.burnUp.days.at(-1)!
      assert.deepEqual([today.scope, today.completed], [amount(1, 2), amount(1, 2)])

      const whole = await ada.call('projects.getInsights', { project, weeks: 5 })
      assert.equal(whole.burnUp.item, null)
      assert.deepEqual(on('fourth Thu', whole.burnUp.days)[1], amount(5, 14))
    })

    it('assigns completions to weeks and days by time zone', async () => {
      // Honolulu is ten hours behind: WEB-5 was completed there on the Sunday before, and WEB-4 on the first Monday.
      const there = await ada.call('projects.getInsights', {
        project,
        weeks: 7,
        timezone: 'Pacific/Honolulu',
      })
      const counts = (week: PlannedWeek) => {
        const { completed, start } = there.weeks.find((each) => each.week === mondayOf(week))!
        assert.equal(start, moment(`${week} Mon 10:00`))
        return [completed.people.tasks, completed.agents.tasks]
      }
      assert.deepEqual(counts('first'), [1, 1])
      assert.deepEqual(counts('third'), [1, 0])
      assert.deepEqual(counts('fourth'), [0, 1])
      const sunday = there.flow.find(({ date }) => date === dateOf('third Sun'))!
      assert.equal(sunday.byStatus.in_progress, 0)
    })

    it('counts the completed tasks and the calls of an agent in each week', async () => {
      const { weeks } = await ada.call('agents.getThroughput', { agent: 'Builder', weeks: 5 })
      assert.deepEqual(
        weeks.map(({ completed, points, calls }) => [completed, points, calls]),
        [
          // WEB-4, unassigned and completed by it with its only call.
          [1, 1, 1],
          // APP-1, which Ada completed for it.
          [1, 8, 0],
          [0, 0, 0],
          // WEB-7.
          [1, 2, 1],
          [0, 0, 0],
        ],
      )
      assert.equal(weeks[0]!.week, mondayOf('first'))
      const there = { agent: 'Builder', weeks: 7, timezone: 'Pacific/Honolulu' }
      const shifted = await ada.call('agents.getThroughput', there)
      // APP-1 was completed on Thursday at midnight in UTC, which is Wednesday there.
      assert.equal(shifted.weeks.find(({ week }) => week === mondayOf('second'))!.completed, 1)
    })

    it('sums the estimates of each group of tasks', async () => {
      const { groups } = await ada.call('tasks.group', { project, by: 'status' })
      assert.deepEqual(
        groups.map(({ value, count, points }) => [value, count, points]),
        // WEB-6 (2). WEB-2 (5), WEB-3 (2), WEB-4 (1), WEB-5 (4), WEB-7 (2). WEB-1 and WEB-8 are deleted.
        [
          ['blocked', 1, 2],
          ['complete', 5, 14],
        ],
      )
    })

    it('returns empty insights for a new project, and rejects bad input', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Empty' })
      const empty = await ada.call('projects.getInsights', { project: slug })
      assert.equal(empty.weeks.length, 8)
      assert.ok(empty.burnUp.days.every(({ scope }) => scope.tasks === 0))
      const ask = (input: object) => ada.call('projects.getInsights', { project, ...input })
      for (const input of [{ weeks: 53 }, { timezone: '+02:00' }, { item: 'WEB-3' }, { item: 'WEB-999' }])
        await assert.rejects(ask(input), { code: 'invalid_input', status: 400 })
      await assert.rejects(ada.call('projects.getInsights', { project: slug, item: epic }), { status: 400 })
    })
  })
}

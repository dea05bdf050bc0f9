import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { type PlannedWeek, liveHistory, moment, mondayOf, thisMonday } from '../../../../test/team-history.ts'
import { teamProject } from '../../../../test/team-things.ts'
import { join } from '../../../../test/world.ts'
import type { TeamAnalytics } from './analytics.ts'

/*
 * The expected numbers are computed by hand from the history in test/team-history.ts. The comments show how.
 */
for (const engine of oneEngine) {
  describe(`team analytics, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let builder: Agent
    let team: string
    let analytics: TeamAnalytics
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await server.register('Grace')
      await join(server, grace, ada, 'member')
      builder = await ada.agent({ agent: 'Builder' })
      const newTeam = await ada.call('teams.create', { name: 'Builders' })
      for (const name of ['Web', 'App']) await teamProject(server, ada, newTeam, name)
      team = newTeam.slug
      await liveHistory(server, { ada, grace, builder })
      analytics = await ada.call('teams.getTeamAnalytics', { team, weeks: 5 })
    })
    after(async () => {
      await builder.close()
      await server.stop()
    })

    /** Hours of this week so far, during which a blocked task stays blocked. */
    const hoursOfThisWeek = () => Math.round((Date.parse(analytics.window.to) - thisMonday) / 36_000) / 100

    it('returns the window, which ends now', () => {
      assert.equal(analytics.window.from, moment('first Mon 00:00'))
      assert.equal(analytics.window.to, analytics.computedAt)
      assert.deepEqual(
        analytics.weeks.map(({ week }) => week),
        (['first', 'second', 'third', 'fourth', 'now'] as const).map(mondayOf),
      )
    })

    it('counts the tasks completed and created in each week', () => {
      assert.deepEqual(
        analytics.weeks.map(({ throughput, created }) => ({ throughput, created })),
        [
          // Completed: WEB-1, WEB-4, and WEB-3 once although twice. Created: WEB-3 (at the first moment), WEB-4, APP-1.
          { throughput: 3, created: 3 },
          // Completed: APP-1, WEB-5. Created: APP-2, WEB-5, WEB-6, APP-3 (deleted or not).
          { throughput: 2, created: 4 },
          // Completed: APP-2. Created: APP-4, WEB-7.
          { throughput: 1, created: 2 },
          // Completed: WEB-5 again, in another week, and WEB-7. Created: WEB-8 (at the last moment).
          { throughput: 2, created: 1 },
          { throughput: 0, created: 0 },
        ],
      )
    })

    it('measures cycle time from the first start of work', () => {
      assert.deepEqual(
        analytics.weeks.map(({ cycleTime }) => cycleTime),
        [
          // WEB-1: Wednesday before to Monday noon, 120 h. WEB-3: Tuesday to its last completion on Friday, 72 h.
          // WEB-4 was never in progress. The median is the mean of both; the 85th percentile is the larger one.
          { median: 96, p85: 120, count: 2 },
          // APP-1: Wednesday to Thursday of the next week. WEB-5 had not been in progress yet.
          { median: 192, p85: 192, count: 1 },
          // APP-2: Tuesday to Wednesday.
          { median: 24, p85: 24, count: 1 },
          // WEB-5: Monday to Monday, 168 h. WEB-7: Tuesday noon to Wednesday noon, 24 h.
          { median: 96, p85: 168, count: 2 },
          { median: null, p85: null, count: 0 },
        ],
      )
    })

    it('measures blocked time and lists the tasks that are still blocked', () => {
      const hours = hoursOfThisWeek()
      assert.deepEqual(
        analytics.weeks.map(({ blockedHours }) => blockedHours),
        [
          // APP-1 from Saturday noon to the end of the week.
          36,
          // APP-1 until Tuesday noon, 36 h. APP-3 on Thursday, 24 h, and then it was deleted.
          60,
          // WEB-6 since Friday, 72 h. APP-4 on Wednesday, 24 h, and then its project was deleted.
          96,
          // WEB-6 all week, 168 h. APP-4 on Tuesday, after its project was restored and before it was unblocked.
          192,
          // WEB-6.
          hours,
        ],
      )
      const { tasks, ...blocked } = analytics.blocked
      assert.deepEqual(blocked, { hours: Math.round((384 + hours) * 100) / 100, count: 1 })
      assert.deepEqual(
        tasks.map(({ id: _, ...task }) => task),
        [{ key: 'WEB-6', title: 'Waits for the others', since: moment('third Fri 00:00') }],
      )
    })

    it('shows the scope and the completed work at the end of each week', () => {
      const amount = (tasks: number, points: number) => ({ tasks, points })
      const [app, web] = analytics.burnUp
      assert.deepEqual([app!.project.slug, web!.project.name], ['app', 'Web'])
      const shown = ({ points }: (typeof analytics.burnUp)[number]) =>
        points.map(({ scope, completed }) => ({ scope, completed }))
      assert.deepEqual(shown(web!), [
        // WEB-1 to WEB-4, all complete: 3 + 5 + 2 + 1 points.
        { scope: amount(4, 11), completed: amount(4, 11) },
        // And WEB-5 (4), which is reopened a moment later. WEB-6 is in the trash.
        { scope: amount(5, 15), completed: amount(5, 15) },
        // And WEB-6 (2), blocked, and WEB-7 (1). WEB-5 is open again.
        { scope: amount(7, 18), completed: amount(4, 11) },
        // Without WEB-1 (3), with WEB-8 (0.5), and WEB-7 has 2 points now. Open: WEB-6 (2), WEB-8.
        { scope: amount(7, 16.5), completed: amount(5, 14) },
        { scope: amount(7, 16.5), completed: amount(5, 14) },
      ])
      assert.deepEqual(shown(app!), [
        // APP-1, blocked.
        { scope: amount(1, 8), completed: amount(0, 0) },
        // It is complete. APP-2 is cancelled, APP-3 deleted.
        { scope: amount(1, 8), completed: amount(1, 8) },
        // The project is in the trash, with all of its tasks.
        { scope: amount(0, 0), completed: amount(0, 0) },
        // The project is restored: APP-1 (8) and APP-2 (no estimate) are complete, APP-4 (1) is open, APP-3 is deleted.
        { scope: amount(3, 9), completed: amount(2, 8) },
        { scope: amount(3, 9), completed: amount(2, 8) },
      ])
    })

    it('credits completed tasks to people and agents separately', () => {
      const { people, agents, unassigned } = analytics.byAssignee
      const adaIs = { id: ada.user.id, name: 'Ada' }
      assert.deepEqual(people, [
        // WEB-3 (2 points, 72 h), WEB-5 twice (4; the second time 168 h, completed by Ada for her), APP-2 (24 h).
        { id: grace.user.id, name: 'Grace', completed: 4, points: 10, cycleTimeMedian: 72 },
        // WEB-1. (WEB-2 was before.)
        { ...adaIs, completed: 1, points: 3, cycleTimeMedian: 120 },
      ])
      assert.deepEqual(
        agents.map(({ id: _, ...agent }) => agent),
        // WEB-4 (1 point), unassigned and completed by it; APP-1 (8, 192 h), completed by Ada for it; WEB-7
        // (2, 24 h), which was Ada's before.
        [{ name: 'Builder', completed: 3, points: 11, cycleTimeMedian: 108, onBehalfOf: [adaIs] }],
      )
      assert.deepEqual(unassigned, { completed: 0, points: 0, cycleTimeMedian: null })
    })

    it('assigns events to weeks by time zone', async () => {
      // Honolulu is ten hours behind and does not change its clocks: its Monday starts at 10:00 UTC.
      const there = await ada.call('teams.getTeamAnalytics', { team, weeks: 7, timezone: 'Pacific/Honolulu' })
      const counts = (week: PlannedWeek) => {
        const { throughput, created, start } = there.weeks.find((each) => each.week === mondayOf(week))!
        assert.equal(start, moment(`${week} Mon 10:00`))
        return { throughput, created }
      }
      // There, WEB-1 and WEB-3 were created on Sundays, so this week has WEB-2 and WEB-3, and the completion of WEB-2.
      assert.deepEqual(counts('before'), { throughput: 1, created: 2 })
      // WEB-4 was created and completed as the week started there. APP-1, and APP-2 on Sunday, belong to it too.
      assert.deepEqual(counts('first'), { throughput: 3, created: 3 })
      assert.deepEqual(counts('second'), { throughput: 2, created: 3 })
      // WEB-5 was completed again on Sunday.
      assert.deepEqual(counts('third'), { throughput: 2, created: 2 })
      assert.deepEqual(counts('fourth'), { throughput: 1, created: 1 })
    })

    it('filters by project and window, and is equal for members with equal access', async () => {
      const app = await ada.call('teams.getTeamAnalytics', { team, weeks: 3, project: 'app' })
      assert.deepEqual(
        app.weeks.map(({ throughput }) => throughput),
        [1, 0, 0],
      )
      assert.deepEqual(
        app.burnUp.map(({ project }) => project.slug),
        ['app'],
      )
      assert.equal(app.blocked.count, 0)
      const { byAssignee } = await grace.call('teams.getTeamAnalytics', { team, weeks: 5 })
      assert.deepEqual(byAssignee, analytics.byAssignee)
    })

    it('rejects an unknown time zone and a window longer than a year', async () => {
      const analyticsFor = (input: object) => ada.call('teams.getTeamAnalytics', { team, ...input })
      for (const input of [
        { timezone: 'Europe/Atlantis' },
        { timezone: '+02:00' },
        { weeks: 0 },
        { weeks: 53 },
      ])
        await assert.rejects(analyticsFor(input), { code: 'invalid_input', status: 400 })
      assert.equal((await analyticsFor({ weeks: 52 })).weeks.length, 52)
      assert.equal((await analyticsFor({})).weeks.length, 12)
    })
  })
}

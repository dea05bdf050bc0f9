import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Agent,
  type Person,
  type TestServer,
  notified,
  oneEngine,
  settled,
  startTestServer,
} from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`home, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let codex: Agent
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      const { steps } = await ada.call('home.get', {})
      assert.deepEqual(steps, { project: false, agent: false, work: false })
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('projects.create', { name: 'Secret', slug: 'secret', visibility: 'private' })
      await ada.call('agents.create', { name: 'Codex' })
      codex = await ada.agent({ agent: 'Codex' })
    })
    after(() => server.stop())

    const homeOf = async (person: Person) => {
      await settled(server.app.database)
      return person.call('home.get', {})
    }
    const day = 86_400_000
    const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
    /** Moves the last visit of a person into the past. */
    const leaveFor = (person: Person, minutes: number) =>
      server.app.database.run(
        sql`update home_visits set last_seen_at = now() - interval '1 minute' * ${minutes}::int
          where user_id = ${person.user.id}`,
      )
    const use = async (tool: string, input: Record<string, unknown>) => {
      const { isError, data } = await codex.call(tool, input)
      assert.equal(isError, false, JSON.stringify(data))
      return data
    }

    it('ticks the steps to a first agent as they are done', async () => {
      assert.deepEqual((await homeOf(ada)).steps, { project: true, agent: false, work: false })
      await use('list_tasks', { project: 'web' })
      assert.deepEqual((await homeOf(ada)).steps, { project: true, agent: true, work: false })
      await use('create_task', { project: 'web', title: 'By an agent' })
      assert.deepEqual((await homeOf(ada)).steps, { project: true, agent: true, work: true })
    })

    it('groups the activity since the last visit by project and actor, as far as the user can see it', async () => {
      const first = await homeOf(grace)
      assert.equal(first.isFirstVisit, true)
      await grace.call('home.visit', {})
      await leaveFor(grace, 45)
      const { items } = await ada.call('tasks.plan', {
        project: 'web',
        tasks: ['One', 'Two', 'Three'].map((title) => ({ title })),
      })
      for (const { key } of items) await use('complete_task', { task: key })
      await ada.call('tasks.create', { project: 'secret', title: 'Hidden' })
      await grace.call('comments.create', { item: items[0]!.key, body: 'My own comment' })
      const { since, isFirstVisit, activity } = await homeOf(grace)
      assert.equal(isFirstVisit, false)
      assert.ok(Math.abs(Date.now() - Date.parse(since) - 45 * 60_000) < 60_000, since)
      const shown = activity.groups.filter(({ project }) => project)
      assert.deepEqual(
        shown.map(({ project, actor, actions }) => [project!.slug, actor.name, actions]),
        [
          [
            'web',
            'Codex',
            [
              { type: 'task.completed', count: 3 },
              { type: 'task.created', count: 1 },
            ],
          ],
          [
            'web',
            'Ada',
            [
              { type: 'task.created', count: 3 },
              { type: 'project.created', count: 1 },
            ],
          ],
        ],
      )
      assert.deepEqual(
        shown[0]!.events.map(({ subject, title }) => [subject.key, title]),
        [...items.map(({ key, title }) => [key, title]).toReversed(), ['WEB-1', 'By an agent']],
      )
      assert.doesNotMatch(JSON.stringify(activity), /Hidden|secret|My own comment/)
    })

    it('moves the last visit only after a break, on every device of the user', async () => {
      const { since } = await homeOf(grace)
      await grace.call('home.visit', {})
      assert.equal((await homeOf(grace)).since, since, 'the visit that just started shows the same')
      await leaveFor(grace, 20)
      await grace.call('home.visit', {})
      assert.equal((await homeOf(grace)).since, since)
      await leaveFor(grace, 31)
      const later = await homeOf(grace)
      assert.ok(later.since > since)
      assert.deepEqual((await homeOf(ada)).isFirstVisit, true, 'another person has their own')
      const { value } = await grace.call('credentials.createApiKey', { name: 'Script' })
      await assert.rejects(server.client(value)('home.visit', {}), { code: 'session_needed' })
    })

    it('lists the reviews that wait for the user until they approve', async () => {
      const gate = { name: 'check', requirements: [{ kind: 'reviews', count: 1, by: 'human' }] }
      await ada.call('workflows.create', { name: 'Checked', gates: [gate] as never })
      const byAgent = await use('create_feature', { project: 'web', title: 'Search', workflow: 'checked' })
      const byAda = await ada.call('features.create', { project: 'web', title: 'Own', workflow: 'checked' })
      const { reviews } = await homeOf(ada)
      assert.deepEqual(
        reviews.map(({ key, title, gate: name, project }) => [key, title, name, project]),
        [[byAgent.key, 'Search', 'check', { slug: 'web', name: 'Web' }]],
      )
      assert.deepEqual((await homeOf(grace)).reviews, [], 'only those who are asked')
      const lin = await addMember(server, ada, 'admin')
      assert.deepEqual(
        (await homeOf(lin)).reviews.map(({ key }) => key),
        [byAda.key],
        'administrators are asked if only the author remains',
      )
      await ada.call('reviews.submit', { feature: String(byAgent.key), verdict: 'approved' })
      assert.deepEqual((await homeOf(ada)).reviews, [])
    })

    it('lists mentions, overdue tasks and other tasks of the user', async () => {
      const assignee = grace.user.username
      const tasks = [
        { title: 'Later', priority: 'low', dueAt: inDays(3) },
        { title: 'Urgent', priority: 'urgent' },
        { title: 'Started', status: 'in_progress' },
        { title: 'Late', dueAt: inDays(-2) },
        { title: 'Done', status: 'complete' },
      ] as const
      const { items } = await ada.call('tasks.plan', {
        project: 'web',
        tasks: tasks.map((task) => ({ ...task, assignee })),
      })
      await ada.call('comments.create', { item: items[0]!.key, body: `When, @${assignee}?` })
      await notified(server)
      const home = await homeOf(grace)
      assert.deepEqual(
        home.tasks.items.map(({ title }) => title),
        ['Started', 'Urgent', 'Later'],
      )
      assert.deepEqual(
        [home.overdue.items.map(({ title }) => title), home.overdue.total, home.tasks.total],
        [['Late'], 1, 3],
      )
      assert.deepEqual(
        home.mentions.map(({ kind, body }) => [kind, body]),
        [['mentioned', `When, @${assignee}?`]],
      )
      await grace.call('notifications.read', { notification: home.mentions[0]!.id })
      assert.deepEqual((await homeOf(grace)).mentions, [])
    })

    it('pages own tasks group by group, with the size of each group', async () => {
      await ada.call('projects.create', { name: 'App', slug: 'app', key: 'APP' })
      await ada.call('tasks.create', { project: 'app', title: 'Elsewhere', assignee: grace.user.username })
      const readAll = async (groupBy: 'status' | 'project' | 'due') => {
        const titles: string[] = []
        let cursor: string | undefined
        for (;;) {
          const page = await grace.call('tasks.listOwn', { groupBy, limit: 2, ...(cursor && { cursor }) })
          titles.push(...page.items.map(({ title }) => title))
          if (page.nextCursor === null)
            return [titles, page.groups.map(({ name, count }) => `${name} ${count}`)]
          cursor = page.nextCursor
        }
      }
      assert.deepEqual(await readAll('status'), [
        ['Started', 'Urgent', 'Later', 'Late', 'Elsewhere'],
        ['in_progress 1', 'todo 4'],
      ])
      assert.deepEqual(await readAll('project'), [
        ['Elsewhere', 'Urgent', 'Later', 'Started', 'Late'],
        ['App 1', 'Web 4'],
      ])
      assert.deepEqual(await readAll('due'), [
        ['Late', 'Later', 'Urgent', 'Started', 'Elsewhere'],
        ['overdue 1', 'week 1', 'none 3'],
      ])
      await assert.rejects(grace.call('tasks.listOwn', { groupBy: 'due', cursor: 'forged' }), {
        code: 'invalid_cursor',
      })
    })

    it('shows nothing of another organization', async () => {
      const stranger = await server.register('Stranger')
      const { reviews, mentions, overdue, tasks, activity, steps } = await homeOf(stranger)
      assert.deepEqual(
        [reviews, mentions, overdue.items, tasks.items, activity.groups, steps],
        [[], [], [], [], [], { project: false, agent: false, work: false }],
      )
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startOwnServer } from './harness.ts'

for (const engine of engines) {
  describe(`a person and their agent work together, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('the first account administers the instance, the second does not', async () => {
      const bob = await server.register('Bob')
      assert.equal((await ada.call('accounts.getMyRole', {})).role, 'admin')
      assert.equal((await bob.call('accounts.getMyRole', {})).role, 'user')
    })

    for (const transport of ['sse', 'http'] as const) {
      it(`an agent over ${transport} creates a task that its person sees, with both names on it`, async () => {
        const project = await ada.call('projects.create', { name: `Web shop ${transport}` })
        const agent = await ada.agent({ transport })
        const made = await agent.call('create_task', {
          project: project.slug,
          title: 'Write the tests',
          assignee: 'me',
        })
        assert.equal(made.isError, false)
        const { items } = await ada.call('tasks.list', { project: project.slug })
        assert.deepEqual(
          items.map(({ title }) => title),
          ['Write the tests'],
        )
        assert.equal(items[0]!.assignee?.name, 'Ada')
        assert.equal(items[0]!.key, `${project.key}-1`)
        await agent.close()
      })
    }

    it('a task goes through its life, and every step is in the journal', async () => {
      const project = await ada.call('projects.create', { name: 'Life of a task' })
      const task = await ada.call('tasks.create', { project: project.key, title: 'Live', labels: ['one'] })
      await ada.call('tasks.update', { task: task.key, status: 'in_progress', priority: 'high' })
      const done = await ada.call('tasks.complete', { task: task.key, notes: 'It was good.' })
      assert.equal(done.status, 'complete')
      assert.ok(done.completedAt)
      const reopened = await ada.call('tasks.update', { task: task.key, status: 'todo' })
      assert.equal(reopened.completedAt, null)
      await ada.call('tasks.delete', { task: task.key })
      await assert.rejects(ada.call('tasks.get', { task: task.key }), { code: 'not_found', status: 404 })
      const restored = await ada.call('trash.restore', { kind: 'task', item: task.key })
      assert.equal(restored.id, task.id)
      assert.equal((await ada.call('tasks.get', { task: task.id })).title, 'Live')

      const { items } = await ada.call('activity.listEvents', {})
      const steps = items.filter(({ subject }) => subject.id === task.id)
      assert.deepEqual(
        steps.map(({ type }) => type),
        ['task.created', 'task.updated', 'task.completed', 'task.updated', 'task.deleted', 'task.restored'],
      )
      assert.deepEqual(
        steps.map(({ subject }) => subject.version),
        [1, 2, 3, 4, 5, 6],
      )
      assert.deepEqual(steps[1]!.data.changes, {
        status: { from: 'todo', to: 'in_progress' },
        priority: { from: 'none', to: 'high' },
      })
      assert.ok(steps.every(({ actor }) => actor.name === 'Ada'))
    })

    it('a project is archived, hidden, brought back, deleted and restored with its tasks', async () => {
      const project = await ada.call('projects.create', { name: 'Seasonal' })
      await ada.call('tasks.create', { project: project.slug, title: 'Stays' })
      await ada.call('projects.archive', { project: project.slug })
      const slugs = async (archived: boolean) =>
        (await ada.call('projects.list', { archived })).items.map(({ slug }) => slug)
      assert.ok(!(await slugs(false)).includes('seasonal'))
      assert.ok((await slugs(true)).includes('seasonal'))
      await assert.rejects(ada.call('tasks.create', { project: project.slug, title: 'No' }), {
        code: 'project_archived',
      })
      await ada.call('projects.unarchive', { project: project.slug })
      await ada.call('projects.delete', { project: project.slug })
      assert.ok(!(await slugs(false)).includes('seasonal'))
      await ada.call('trash.restore', { kind: 'project', item: project.slug })
      const back = await ada.call('projects.get', { project: project.slug })
      assert.equal(back.stats.total, 1)
      assert.equal(back.activity[0]!.type, 'project.restored')
    })

    it('a list is read page by page, each item once', async () => {
      const project = await ada.call('projects.create', { name: 'Pages' })
      for (let number = 1; number <= 7; number++) {
        await ada.call('tasks.create', { project: project.slug, title: `Task ${number}` })
      }
      for (const sort of ['-createdAt', 'createdAt', '-updatedAt'] as const) {
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = await ada.call('tasks.list', {
            project: project.slug,
            sort,
            limit: 3,
            ...(cursor && { cursor }),
          })
          seen.push(...page.items.map(({ title }) => title))
          cursor = page.nextCursor ?? undefined
        } while (cursor)
        const expected = Array.from({ length: 7 }, (_, index) => `Task ${index + 1}`)
        assert.deepEqual(seen, sort === 'createdAt' ? expected : expected.toReversed(), sort)
      }
    })

    it('a waiting reader gets a change as it happens', async () => {
      const project = await ada.call('projects.create', { name: 'Live' })
      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      const waiting = ada.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
      await ada.call('tasks.create', { project: project.slug, title: 'Now' })
      const { items } = await waiting
      assert.equal(items[0]!.type, 'task.created')
    })

    it('a waiting reader who signs out hears nothing more', async () => {
      const dave = await server.register('Dave')
      const { nextCursor } = await dave.call('activity.listEvents', { cursor: 'latest' })
      const waiting = dave.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
      const refused = assert.rejects(waiting, { status: 401, code: 'invalid_credential' })
      while (!/door="events"\} 1/.test(await server.app.metrics.text())) await new Promise(setImmediate)
      await dave.call('accounts.logOut', {})
      await refused
    })

    it('signing out ends the token at once', async () => {
      const carol = await server.register('Carol')
      await carol.call('accounts.logOut', {})
      await assert.rejects(carol.call('accounts.getMe', {}), { code: 'invalid_credential', status: 401 })
    })

    it('revoking a token ends its calls and its open stream', async () => {
      const agent = await ada.agent({ transport: 'sse' })
      const ended = new Promise<void>((resolve) => (agent.client.onclose = resolve))
      await ada.call('credentials.revokeMcpToken', { mcpToken: agent.tokenId })
      await assert.rejects(agent.call('list_projects'))
      await agent.close()
      await ended
    })
  })
}

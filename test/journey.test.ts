import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startOwnServer } from './harness.ts'

for (const engine of engines) {
  describe(`the work of a person and an agent, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('makes only the first account an administrator of the instance', async () => {
      const bob = await server.register('Bob')
      assert.equal((await ada.call('accounts.getMyRole', {})).role, 'admin')
      assert.equal((await bob.call('accounts.getMyRole', {})).role, 'user')
    })

    for (const transport of ['sse', 'http'] as const) {
      it(`shows a person the task that their agent creates over ${transport}`, async () => {
        const project = await ada.call('projects.create', { name: `Web shop ${transport}` })
        const agent = await ada.agent({ transport })
        const created = await agent.call('create_task', {
          project: project.slug,
          title: 'Write the tests',
          assignee: 'me',
        })
        assert.equal(created.isError, false)
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

    it('journals every step in the life of a task', async () => {
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

    it('archives, unarchives, deletes and restores a project with its tasks', async () => {
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

    it('returns each item of a list once, page by page', async () => {
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

    it('sends a change to a waiting client as it happens', async () => {
      const project = await ada.call('projects.create', { name: 'Live' })
      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      const waiting = ada.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
      await ada.call('tasks.create', { project: project.slug, title: 'Now' })
      const { items } = await waiting
      assert.equal(items[0]!.type, 'task.created')
    })

    it('ends the wait of a client that signs out', async () => {
      const dave = await server.register('Dave')
      const { nextCursor } = await dave.call('activity.listEvents', { cursor: 'latest' })
      const waiting = dave.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
      const rejected = assert.rejects(waiting, { status: 401, code: 'invalid_credential' })
      while (!/door="events"\} 1/.test(await server.app.metrics.text())) await new Promise(setImmediate)
      await dave.call('accounts.logOut', {})
      await rejected
    })

    it('revokes the token immediately on sign-out', async () => {
      const carol = await server.register('Carol')
      await carol.call('accounts.logOut', {})
      await assert.rejects(carol.call('accounts.getMe', {}), { code: 'invalid_credential', status: 401 })
    })

    it('ends the calls and the open stream of a revoked token', async () => {
      const agent = await ada.agent({ transport: 'sse' })
      const ended = new Promise<void>((resolve) => (agent.client.onclose = resolve))
      await ada.call('credentials.revokeMcpToken', { mcpToken: agent.tokenId })
      await assert.rejects(agent.call('list_projects'))
      await agent.close()
      await ended
    })
  })
}

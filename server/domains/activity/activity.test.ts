import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, settled, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of engines) {
  describe(`activity feed on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      for (const key of ['WEB', 'APP'])
        await ada.call('projects.create', { name: key, slug: key.toLowerCase(), key })
    })
    after(() => server.stop())

    const typesOf = async (filter: object, person = ada) =>
      (await person.call('activity.list', filter)).items.map(({ type }) => type)

    it('describes each event with its actor in one sentence and says whether it can be undone', async () => {
      const { key: task } = await ada.call('tasks.create', { project: 'web', title: 'Fix it' })
      await ada.call('tasks.update', { task, status: 'in_progress', priority: 'high' })
      await ada.call('comments.create', { item: task, body: 'Soon.' })
      const scout = await ada.agent({ agent: 'Scout', name: 'laptop' })
      await scout.call('complete_task', { task, notes: 'Done.' })
      await scout.close()
      const { items } = await ada.call('activity.list', { item: task })
      assert.deepEqual(
        items.map(({ description, undoable }) => [description, undoable]),
        [
          [`Scout (for Ada) completed ${task} "Fix it".`, true],
          [`Ada created a comment on ${task} "Fix it".`, true],
          [`Ada changed status and priority of ${task} "Fix it".`, true],
          [`Ada created ${task} "Fix it".`, true],
        ],
      )
      const { items: others } = await ada.call('activity.list', { type: 'agent.created', limit: 1 })
      assert.equal(others[0]!.description, 'Ada created the agent "Scout".')
      const { items: own } = await ada.call('activity.list', { type: 'mcp_token.created', limit: 1 })
      assert.deepEqual(
        [own[0]!.description, own[0]!.undoable],
        ['Ada created the MCP token "laptop".', false],
      )

      const entry = await ada.call('activity.get', { event: items[2]!.id })
      assert.deepEqual(entry.data.changes, {
        status: { from: 'todo', to: 'in_progress' },
        priority: { from: 'none', to: 'high' },
      })
      assert.match(entry.undoableBy!, /^Users who can view the change/)
      assert.equal((await ada.call('activity.get', { event: own[0]!.id })).undoableBy, null)
      await assert.rejects(grace.call('activity.get', { event: own[0]!.id }), { status: 404 })
    })

    it('filters activity by type, agent, person, project, item and time in combination', async () => {
      const person = await addMember(server, ada, 'member')
      const [web, app] = [
        (await person.call('tasks.create', { project: 'web', title: 'In web' })).key,
        (await person.call('tasks.create', { project: 'app', title: 'In app' })).key,
      ]
      await person.call('agents.create', { name: 'Builder' })
      const builder = await person.agent({ agent: 'Builder' })
      const forAda = await ada.agent({ agent: 'Builder' })
      await builder.call('complete_task', { task: web })
      await forAda.call('complete_task', { task: app })
      for (const agent of [builder, forAda]) await agent.close()
      const me = person.user.username
      const done = 'task.completed'

      assert.deepEqual(await typesOf({ agent: 'Builder', type: 'task.' }), [done, done])
      assert.deepEqual(await typesOf({ agent: 'builder', person: me, type: done }), [done])
      assert.deepEqual(await typesOf({ agent: 'Builder', project: 'app' }), [done])
      const created = 'task.created'
      assert.deepEqual(await typesOf({ person: me, type: 'task.' }), [done, created, created])
      assert.deepEqual(await typesOf({ person: 'me', type: 'task.' }, person), [done, created, created])
      assert.deepEqual(await typesOf({ person: me, project: 'web' }), [done, created])
      assert.deepEqual(await typesOf({ person: 'me', project: 'app', type: done }), [done])
      assert.deepEqual(await typesOf({ person: me, item: web, type: created }), [created])
      assert.deepEqual(await typesOf({ project: 'app', item: web }), [])

      const { items } = await ada.call('activity.list', { person: me, type: 'task.' })
      const [last, , first] = items
      const between = { since: first!.at, until: last!.at }
      assert.deepEqual(await typesOf({ person: me, type: 'task.', ...between }), [done, created, created])
      const earlier = new Date(Date.parse(first!.at) - 1).toISOString()
      const later = new Date(Date.parse(last!.at) + 1).toISOString()
      assert.deepEqual(await typesOf({ person: me, type: 'task.', until: earlier }), [])
      assert.deepEqual(await typesOf({ person: me, type: 'task.', since: later }), [])
      for (const unknown of [
        { agent: 'Unknown' },
        { person: 'unknown' },
        { person: 'Builder' },
        { item: 'WEB-999' },
      ])
        await assert.rejects(ada.call('activity.list', unknown), { status: 404 })
      for (const name of ['since', 'until']) {
        assert.ok((await typesOf({ [name]: '9999-12-31T23:59:59.999Z', limit: 3 })).length <= 3)
        await assert.rejects(typesOf({ [name]: '0000-01-01T00:00:00Z' }), { code: 'invalid_input' })
      }
    })

    it('returns pages without gaps while new events are written', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Busy' })
      for (let number = 1; number <= 5; number++)
        await ada.call('tasks.create', { project: slug, title: `Task ${number}` })
      const whole = (await ada.call('activity.list', { project: slug })).items.map(({ id }) => id)
      const paged: string[] = []
      let cursor: string | undefined
      do {
        const page = await ada.call('activity.list', { project: slug, limit: 2, ...(cursor && { cursor }) })
        paged.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
        await ada.call('tasks.create', { project: slug, title: 'Concurrent' })
      } while (cursor)
      assert.deepEqual([paged, whole.length], [whole, 6])
      await assert.rejects(ada.call('activity.list', { cursor: 'x' }), { code: 'invalid_cursor' })
    })

    it('lets users and agents log entries under custom types', async () => {
      const scout = await ada.agent({ agent: 'Deployer' })
      const logged = await scout.call('log_activity', {
        type: 'deploy.finished',
        description: 'Version 3 is live.',
        metadata: { version: 3 },
        project: 'web',
      })
      assert.equal(logged.isError, false)
      await scout.call('log_activity', { type: 'deploy.begun', description: 'Version 4 goes out.' })
      await ada.call('activity.log', { type: 'lunch', description: 'Away for an hour.' })
      await settled(server.app.database)
      const { data } = await scout.call('list_activities', { type: 'deploy.' })
      await scout.close()
      const found = data.items as unknown as {
        type: string
        description: string
        logged: boolean
        undoable: boolean
      }[]
      assert.deepEqual(
        found.map(({ type, description }) => [type, description]),
        [
          ['deploy.begun', 'Version 4 goes out.'],
          ['deploy.finished', 'Version 3 is live.'],
        ],
      )
      assert.deepEqual([found[0]!.logged, found[0]!.undoable], [true, false])
      assert.deepEqual(await typesOf({ type: 'lunch' }, grace), ['lunch'])
      assert.deepEqual(await typesOf({ type: 'deploy.finished', agent: 'Deployer', project: 'web' }), [
        'deploy.finished',
      ])
      assert.deepEqual(await typesOf({ type: 'dep' }), [])
      const entry = await ada.call('activity.get', { event: logged.data.id! })
      assert.deepEqual(entry.data.metadata, { version: 3 })
      // The journal stores them under one type, so that a consumer cannot mistake them for events of Baton.
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.equal(items.find(({ id }) => id === logged.data.id)!.type, 'activity.logged')
    })

    it('rejects logging a reserved type, oversized data or without edit access', async () => {
      const log = (more: object, person = ada) =>
        person.call('activity.log', { type: 'x', description: 'Something.', ...more })
      for (const wrong of [
        { type: 'task.completed' },
        { type: 'Big' },
        { type: 'task.' },
        { type: 'a'.repeat(61) },
        { description: 'x'.repeat(2001) },
        { metadata: { much: 'x'.repeat(16_384) } },
      ])
        await assert.rejects(log(wrong), { status: 400, code: 'invalid_input' })
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(log({}, guest), { status: 403 })
      await assert.rejects(log({ project: 'web' }, guest), { status: 404 })
      await ada.call('projects.share', { project: 'web', user: guest.user.id, role: 'viewer' })
      await assert.rejects(log({ project: 'web' }, guest), { status: 403 })
      await ada.call('projects.share', { project: 'web', user: guest.user.id, role: 'editor' })
      assert.equal((await log({ project: 'web' }, guest)).logged, true)
    })

    it('hides activity of projects that the caller cannot view', async () => {
      const secret = await ada.call('projects.create', { name: 'Secret', visibility: 'private' })
      await ada.call('tasks.create', { project: secret.slug, title: 'SECRET' })
      assert.doesNotMatch(JSON.stringify(await grace.call('activity.list', { limit: 200 })), /SECRET/)
      await assert.rejects(grace.call('activity.list', { project: secret.slug }), { status: 404 })

      const guest = await addMember(server, ada, 'guest')
      assert.deepEqual(await typesOf({}, guest), [])
      await ada.call('projects.share', { project: 'app', user: guest.user.id, role: 'viewer' })
      await guest.call('credentials.createApiKey', { name: 'own' })
      const app = await ada.call('projects.get', { project: 'app' })
      const seen = (await guest.call('activity.list', { limit: 200 })).items
      assert.equal(seen[0]!.type, 'api_key.created')
      assert.ok(seen.slice(1).every(({ project }) => project === app.id) && seen.length > 2)

      const bound = await ada.agent({ project: 'app' })
      await settled(server.app.database)
      const { data } = await bound.call('list_activities', { limit: 200, detail: 'full' })
      await bound.close()
      assert.ok((data.items as unknown as { project: string }[]).every(({ project }) => project === app.id))
    })
  })
}

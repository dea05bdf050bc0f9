import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { LiveClient } from '../../../../test/live-client.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { createClient } from '../../../assembly/client.ts'
import routes from '../../../../contract/routes.json' with { type: 'json' }

for (const engine of oneEngine) {
  describe(`sandbox, on ${engine}`, () => {
    let server: TestServer
    before(async () => (server = await startTestServer(engine)))
    after(() => server.stop())

    const testKey = async (person: Person, scopes: ('read' | 'write' | 'admin')[] = ['read', 'write']) => {
      const key = await person.call('credentials.createApiKey', { name: 'test', mode: 'test', scopes })
      return { ...key, call: server.client(key.value) }
    }
    /** Returns a client for a signed-in user in another organization. */
    const inside = (person: Person, organization: string) =>
      createClient({
        baseUrl: server.url,
        routes,
        token: () => person.token,
        fetch: (url, init) => {
          const headers = new Headers(init?.headers)
          headers.set('X-Organization', organization)
          return fetch(url, { ...init, headers })
        },
      })

    it('creates the sandbox with the first test credential', async () => {
      const ada = await server.register('Ada')
      assert.deepEqual(await ada.call('sandbox.get', {}), { sandbox: null })
      await ada.call('projects.create', { name: 'Live', slug: 'web' })
      const key = await testKey(ada)
      assert.match(key.value, /^svc_test_[0-9A-Za-z]{49}$/)
      assert.deepEqual([key.mode, key.hint.slice(0, 9)], ['test', 'svc_test_'])

      const me = await key.call('accounts.getMe', {})
      assert.equal(me.credential.mode, 'test')
      assert.equal(me.organization!.sandbox, true)
      assert.equal(me.organization!.slug, `${ada.organization.slug}-sandbox`)
      assert.equal(me.organization!.name, `${ada.organization.name} sandbox`)
      assert.deepEqual((await key.call('projects.list', {})).items, [])
      await key.call('projects.create', { name: 'Test', slug: 'web' })
      const task = await key.call('tasks.create', {
        project: 'web',
        title: 'Try',
        assignee: ada.user.username,
      })
      assert.equal(task.assignee!.id, ada.user.id, 'the sandbox has the members of the live organization')

      assert.deepEqual((await ada.call('tasks.list', {})).items, [])
      const { sandbox } = await ada.call('sandbox.get', {})
      assert.deepEqual([sandbox!.id, sandbox!.projects, sandbox!.tasks], [me.organization!.id, 1, 1])
      assert.deepEqual(await key.call('sandbox.get', {}), { sandbox })
      assert.equal((await ada.call('accounts.getMe', {})).credential.mode, 'live')
    })

    it('creates one sandbox for ten concurrent test credentials', async () => {
      const bob = await server.register('Bob')
      const keys = await Promise.all(Array.from({ length: 10 }, () => testKey(bob)))
      const organizations = await Promise.all(
        keys.map(async ({ call }) => (await call('accounts.getMe', {})).organization!.id),
      )
      assert.equal(new Set(organizations).size, 1)
    })

    it('chooses another slug if the usual one is taken', async () => {
      const carol = await server.register('Carol')
      await server.app.database.run(
        sql`insert into organizations (id, slug, name)
         values (gen_random_uuid(), ${`${carol.organization.slug}-sandbox`}, 'Taken')`,
      )
      await testKey(carol)
      const { sandbox } = await carol.call('sandbox.get', {})
      assert.match(sandbox!.slug, new RegExp(`^${carol.organization.slug}-sandbox-\\w{5}$`))
    })

    it('opens for signed-in members, and keeps the mode of credentials created there', async () => {
      const dora = await server.register('Dora')
      const key = await testKey(dora)
      await key.call('projects.create', { name: 'Test', slug: 'test' })
      const { sandbox } = await dora.call('sandbox.get', {})
      const there = inside(dora, sandbox!.slug)
      assert.equal((await there('accounts.getMe', {})).organization!.id, sandbox!.id)
      assert.equal((await there('accounts.getMe', {})).credential.mode, 'live')
      assert.equal((await there('projects.list', {})).items[0]!.slug, 'test')

      const live = await there('credentials.createApiKey', { name: 'live' })
      const test = await there('credentials.createMcpToken', { name: 'test', mode: 'test', project: 'test' })
      assert.deepEqual([live.mode, test.mode], ['live', 'test'])
      const me = await server.client(live.value)('accounts.getMe', {})
      assert.equal(me.organization!.id, dora.organization.id)
      const agent = await connectAgent(server.url, test.value, test.id, 'http')
      assert.equal((await agent.call('get_project')).data.slug, 'test')
      await agent.close()

      for (const call of [dora.call, there]) {
        const { items } = await call('credentials.listApiKeys', {})
        assert.deepEqual(
          items.map(({ id, mode }) => [id, mode]),
          [
            [live.id, 'live'],
            [key.id, 'test'],
          ],
        )
      }
      await there('credentials.revokeApiKey', { apiKey: live.id })
      await dora.call('credentials.revokeApiKey', { apiKey: key.id })
      for (const { value } of [live, key])
        await assert.rejects(server.client(value)('accounts.getMe', {}), {
          code: 'invalid_credential',
        })
    })

    it('rejects users who left the organization', async () => {
      const [erin, frank] = [await server.register('Erin'), await server.register('Frank')]
      const member = await addMember(server, erin, 'member')
      const key = await testKey(member)
      const { sandbox } = await erin.call('sandbox.get', {})
      await assert.rejects(inside(frank, sandbox!.slug)('projects.list', {}), { code: 'no_organization' })
      await server.app.database.run(
        sql`delete from memberships where user_id = ${member.user.id} and organization_id = ${erin.organization.id}`,
      )
      await assert.rejects(key.call('projects.list', {}), { code: 'invalid_credential' })
    })

    describe('wipe', () => {
      it('empties the sandbox, and keeps its slug and test credentials', async () => {
        const gina = await server.register('Gina')
        const key = await testKey(gina, ['read', 'write', 'admin'])
        const created = await gina.call('credentials.createMcpToken', {
          name: 'agent',
          mode: 'test',
          agent: 'Tester',
        })
        const agent = await connectAgent(server.url, created.value, created.id, 'sse')
        await key.call('projects.create', { name: 'Test', slug: 'web' })
        await agent.call('create_task', { project: 'web', title: 'Try' })
        const bound = await gina.call('credentials.createApiKey', {
          name: 'bound',
          mode: 'test',
          project: 'web',
        })
        const before = (await gina.call('sandbox.get', {})).sandbox!

        const { removed } = await key.call('sandbox.wipe', {})
        assert.deepEqual(removed, { projects: 1, tasks: 1, agents: 0, events: 3, credentials: 1 })
        const { sandbox } = await gina.call('sandbox.get', {})
        assert.notEqual(sandbox!.id, before.id)
        assert.deepEqual([sandbox!.slug, sandbox!.projects, sandbox!.tasks], [before.slug, 0, 0])
        const { items: events } = await key.call('activity.listEvents', {})
        assert.deepEqual(
          events.map(({ type, actor, subject, data }) => [type, actor.name, subject, data]),
          [
            [
              'sandbox.wiped',
              'Gina',
              { kind: 'sandbox', id: sandbox!.id, key: before.slug, version: null },
              {},
            ],
          ],
        )

        await key.call('projects.create', { name: 'Again', slug: 'web' })
        const { data: task } = await agent.call('create_task', { project: 'web', title: 'x', assignee: 'me' })
        const assignee: { name: string } = task.assignee!
        assert.equal(assignee.name, 'Tester', 'the agent is kept')
        await agent.close()
        await assert.rejects(server.client(bound.value)('accounts.getMe', {}), { status: 401 })

        const { items } = await gina.call('activity.listEvents', { limit: 500 })
        const wipe = items.findLast(({ type }) => type === 'sandbox.wiped')!
        assert.deepEqual([wipe.actor.via, wipe.data], ['test', removed])
        assert.equal(events[0]!.at, wipe.at)
        const revoked = items.findLast(({ type }) => type === 'api_key.revoked')!
        assert.equal(revoked.subject.id, bound.id)
        const traces = await server.app.database.run(
          sql`select 1 from organizations where id = ${before.id} union all select 1 from journal where organization_id = ${before.id}`,
        )
        assert.deepEqual(traces, [])
      })

      it('keeps live clients connected, although it deletes the last event', async () => {
        const lena = await server.register('Lena')
        await lena.call('projects.create', { name: 'Live', slug: 'web' })
        const key = await testKey(lena)
        const client = await LiveClient.open(server, lena.token)
        await client.follow('organization')
        const tester = await LiveClient.open(server, key.value)
        await tester.follow('organization')
        await key.call('projects.create', { name: 'Test', slug: 'web' })
        await tester.eventsUntil(({ type }) => type === 'project.created')
        tester.close()
        await lena.call('sandbox.wipe', {})
        await client.eventsUntil(({ type }) => type === 'sandbox.wiped')
        await lena.call('tasks.create', { project: 'web', title: 'Still live' })
        await client.eventsUntil(({ type }) => type === 'task.created')
        assert.equal(client.closed, undefined)
        client.close()
      })

      it('wipes once for a repeated request', async () => {
        const lena = await server.register('Lena')
        const key = await testKey(lena, ['read', 'write', 'admin'])
        const once = { idempotencyKey: 'wipe-1' }
        const first = await key.call('sandbox.wipe', {}, once)
        await key.call('projects.create', { name: 'Made since' })
        assert.deepEqual(await key.call('sandbox.wipe', {}, once), first)
        assert.equal((await key.call('projects.list', {})).items.length, 1)
      })

      it('keeps all live data', async () => {
        const hugo = await server.register('Hugo')
        await hugo.call('projects.create', { name: 'Live', slug: 'web' })
        const live = await hugo.call('credentials.createApiKey', { name: 'live' })
        await testKey(hugo)
        const before = (await hugo.call('activity.listEvents', { limit: 500 })).items
        await hugo.call('sandbox.wipe', {})
        assert.equal((await server.client(live.value)('projects.list', {})).items.length, 1)
        const { items } = await hugo.call('activity.listEvents', { limit: 500 })
        assert.deepEqual(items.slice(0, -1), before)
      })

      it('removes nothing without a sandbox', async () => {
        const ivan = await server.register('Ivan')
        const { removed } = await ivan.call('sandbox.wipe', {})
        assert.deepEqual(removed, { projects: 0, tasks: 0, agents: 0, events: 0, credentials: 0 })
        assert.deepEqual(await ivan.call('sandbox.get', {}), { sandbox: null })
      })

      it('requires an admin, and the scope admin for a key', async () => {
        const judy = await server.register('Judy')
        const member = await addMember(server, judy, 'member')
        await assert.rejects(member.call('sandbox.wipe', {}), { status: 403, code: 'role_too_low' })
        const key = await testKey(judy)
        await assert.rejects(key.call('sandbox.wipe', {}), { status: 403, code: 'scope_missing' })
        const live = await judy.call('credentials.createApiKey', {
          name: 'live',
          scopes: ['read', 'write', 'admin'],
        })
        await server.client(live.value)('sandbox.wipe', {})
      })

      it('wipes during concurrent work without server errors, and keeps every key', async () => {
        // Other tests on this server write rows of organizations that never existed.
        const orphans = () =>
          server.app.database.run(
            sql`select id from journal j where organization_id is not null
                and not exists (select 1 from organizations o where o.id = j.organization_id) order by id`,
          )
        const before = await orphans()
        const kate = await server.register('Kate')
        const key = await testKey(kate, ['read', 'write', 'admin'])
        const statuses: number[] = []
        const attempt = (call: Promise<unknown>) =>
          call.then(
            () => statuses.push(200),
            (error: { status: number }) => statuses.push(error.status),
          )
        const keys: Awaited<ReturnType<typeof testKey>>[] = []
        const worker = async (number: number) => {
          for (let round = 0; round < 5; round++) {
            if (number % 3 === 0) await attempt(key.call('sandbox.wipe', {}))
            const slug = `p-${number}-${round}`
            await attempt(key.call('projects.create', { name: 'x', slug, key: randomKey() }))
            await attempt(key.call('tasks.create', { project: slug, title: 'x' }))
            if (number % 3 === 1) await attempt(testKey(kate).then((created) => keys.push(created)))
          }
        }
        await Promise.all([0, 1, 2, 3, 4, 5].map(worker))
        assert.deepEqual(
          statuses.filter((status) => ![200, 404, 409].includes(status)),
          [],
        )
        assert.equal(keys.length, 10)
        const { sandbox } = await kate.call('sandbox.get', {})
        for (const { call } of [key, ...keys])
          assert.equal((await call('accounts.getMe', {})).organization!.id, sandbox!.id)
        assert.deepEqual(await orphans(), before, 'no journal row outlives its sandbox')
      })
    })
  })
}

function randomKey(): string {
  const letters = Array.from({ length: 6 }, () => 65 + Math.floor(Math.random() * 26))
  return String.fromCharCode(...letters)
}

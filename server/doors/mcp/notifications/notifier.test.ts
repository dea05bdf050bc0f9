import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  notified,
  oneEngine,
  runTestServer,
  settled,
  startTestServer,
} from '../../../../test/harness.ts'
import {
  type McpNotification,
  type NotificationListener,
  listenOverGet,
  listenOverSse,
  listen,
} from '../../../../test/mcp-listeners.ts'
import { addMember } from '../../../../test/world.ts'

const updated = (uri: string) => (heard: McpNotification) => heard.params?.uri === uri
const titled = (title: string) => (heard: McpNotification) => heard.params?.data?.data.title === title
const concerned = (concern: string) => (heard: McpNotification) => {
  const { _meta: meta } = (heard.params ?? {}) as { _meta?: Record<string, string> }
  return meta?.['baton/concern'] === concern
}

for (const engine of oneEngine) {
  describe(`MCP notifications on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
    })
    after(() => server.stop())

    const overStreams: [name: string, hear: typeof listenOverSse][] = [
      ['HTTP+SSE', listenOverSse],
      ['the stream of a session of 2025', (at, token) => listenOverGet(at, token)],
    ]

    async function tokenOf(person: Person, more: object = {}): Promise<string> {
      return (await person.call('credentials.createMcpToken', { name: 'told', ...more })).value
    }

    /** Waits for pending events, so that new streams do not receive them. */
    async function settledServer(): Promise<TestServer> {
      await settled(server.app.database)
      return server
    }

    function task(title: string, more: object = {}, project = 'web') {
      return ada.call('tasks.create', { project, title, ...more })
    }

    for (const [name, hear] of overStreams) {
      it(`sends a waiting agent only events that concern it, over ${name}`, async () => {
        const agent = `Waits over ${name}`
        const hearing = await hear(await settledServer(), await tokenOf(ada, { agent }))
        const blocker = await task('Blocker')
        const { key } = await task('Waited for')
        await ada.call('dependencies.add', { task: key, kind: 'blocked_by', other: blocker.key })
        await ada.call('tasks.update', { task: key, assignee: agent })
        const assigned = await hearing.next(({ method }) => method === 'notifications/message')
        assert.deepEqual(
          [assigned.method, assigned.params?.level, assigned.params?.data?.type],
          ['notifications/message', 'notice', 'task.updated'],
        )
        assert.ok(concerned('assigned')(assigned))
        await ada.call('tasks.complete', { task: blocker.key, notes: 'Done.' })
        const freed = await hearing.next(({ method }) => method === 'notifications/message')
        assert.equal(freed.params?.data?.type, 'task.unblocked')
        const { items } = await ada.call('activity.listEvents', { limit: 500 })
        assert.deepEqual(
          freed.params?.data,
          items.findLast(({ type }) => type === 'task.unblocked'),
          'has the same shape as in the event list',
        )
        await task('Of another user', { assignee: 'me' })
        await task('Given', { assignee: agent })
        assert.ok(titled('Given')(await hearing.next(({ method }) => method === 'notifications/message')))
        await hearing.close()
      })

      it(`applies the log level of the client over ${name}`, async () => {
        const hearing = await hear(await settledServer(), await tokenOf(ada))
        await hearing.request('logging/setLevel', { level: 'info' })
        await task(`All over ${name}`)
        assert.equal((await hearing.next(titled(`All over ${name}`))).params?.level, 'info')
        await hearing.request('logging/setLevel', { level: 'error' })
        await hearing.request('resources/subscribe', { uri: 'baton://project/web' })
        const bob = await addMember(server, ada, 'member')
        await bob.call('tasks.create', { project: 'web', title: 'Not told', assignee: ada.user.id })
        await hearing.next(updated('baton://project/web'))
        assert.ok(!hearing.notifications.some(titled('Not told')))
        await hearing.close()
      })

      it(`sends updates of a followed URI until it is unfollowed, over ${name}`, async () => {
        const hearing = await hear(await settledServer(), await tokenOf(ada))
        const [one, other] = [await task('Followed'), await task('Followed too')]
        const [first, second] = [`baton://task/${one.key}`, `baton://task/${other.id}`]
        for (const uri of [first, second]) await hearing.request('resources/subscribe', { uri })
        await assert.rejects(hearing.request('resources/subscribe', { uri: 'baton://task/WEB-9999' }), {
          code: -32602,
        })
        await ada.call('comments.create', { item: one.key, body: 'Said.' })
        await hearing.next(updated(first))
        await hearing.request('resources/unsubscribe', { uri: first })
        await ada.call('tasks.update', { task: one.key, title: 'Changed' })
        await ada.call('tasks.update', { task: other.key, title: 'Changed too' })
        await hearing.next(updated(second))
        assert.ok(!hearing.notifications.some(updated(first)))
        await hearing.close()
      })
    }

    it('notifies the holder of a claim that another user ended', async () => {
      const hearing = await listenOverSse(server, await tokenOf(ada, { agent: 'Holder' }))
      const { key } = await task('Held', { status: 'todo' })
      await hearing.request('tools/call', { name: 'claim_task', arguments: { task: key } })
      await ada.call('tasks.update', { task: key, status: 'todo', force: true })
      assert.equal((await hearing.next(concerned('claim_lost'))).params?.data?.type, 'task.updated')
      await hearing.close()
    })

    it('notifies a mentioned user', async () => {
      const hearing = await listenOverSse(server, await tokenOf(ada))
      const bob = await addMember(server, ada, 'member')
      const { key } = await task('Talked about')
      await bob.call('comments.create', { item: key, body: `@${ada.user.username}, look.` })
      await notified(server)
      assert.equal((await hearing.next(concerned('notified'))).params?.data?.type, 'notification.created')
      await hearing.close()
    })

    it('sends updates of visible URIs to listeners of the 2026 revision', async () => {
      const mine = await task('Listened to')
      const hidden = await ada.call('projects.create', { name: 'Unseen', visibility: 'private' })
      const member = await addMember(server, ada, 'member')
      const theirs = await task('Hidden', {}, hidden.slug)
      const uris = [`baton://task/${mine.key}`, `baton://task/${theirs.key}`, 'baton://nowhere/1']
      const agent = 'Listener'
      const hearings = {
        ada: await listen(server, await tokenOf(ada), { resourceSubscriptions: uris }),
        member: await listen(server, await tokenOf(member), { resourceSubscriptions: uris }),
        waits: await listen(server, await tokenOf(ada, { agent }), { resourceSubscriptions: ['baton://me'] }),
      }
      await ada.call('tasks.update', { task: theirs.key, title: 'Still hidden' })
      await ada.call('tasks.update', { task: mine.key, title: 'Changed' })
      await hearings.ada.next(updated(uris[1]!))
      await hearings.ada.next(updated(uris[0]!))
      assert.ok(updated(uris[0]!)(await hearings.member.next(() => true)))
      await ada.call('tasks.update', { task: mine.key, assignee: agent })
      assert.ok(updated('baton://me')(await hearings.waits.next(() => true)))
      for (const hearing of Object.values(hearings)) await hearing.close()
      const tooMany = Array.from({ length: 101 }, (_, number) => `baton://task/WEB-${number}`)
      await assert.rejects(listen(server, await tokenOf(ada), { resourceSubscriptions: tooMany }))
    })

    it('sends updates of a followed project overview', async () => {
      const uri = 'baton://overview/web'
      const hearing = await listenOverSse(await settledServer(), await tokenOf(ada))
      await hearing.request('resources/subscribe', { uri })
      await task('In the overview')
      await hearing.next(updated(uri))
      await hearing.close()
    })

    // The embedded database has one node.
    if (engine === 'pgsql')
      it('applies a subscription from one node to a stream on another node', async () => {
        const second = await runTestServer(server.environment)
        try {
          const hearing = await listenOverGet(server, await tokenOf(ada), undefined, second.url)
          const { key } = await task('Followed from afar')
          const uri = `baton://task/${key}`
          await hearing.request('resources/subscribe', { uri })
          // The item may have changed before the other node received the subscription.
          await hearing.next(updated(uri))
          await ada.call('tasks.update', { task: key, title: 'Changed' })
          await hearing.next(updated(uri))
          await hearing.close()
        } finally {
          await second.stop()
        }
      })

    it('sends changes of the resource list after new resources and changed access', async () => {
      const member = await addMember(server, ada, 'member')
      const token = await tokenOf(member)
      const { slug } = await ada.call('projects.create', { name: 'Shared', visibility: 'private' })
      const hearings = [
        await listenOverSse(server, token),
        await listenOverGet(server, token),
        await listen(server, token, { resourcesListChanged: true }),
      ]
      const changed = ({ method }: McpNotification) => method === 'notifications/resources/list_changed'
      for (const change of [
        () => ada.call('specs.create', { project: 'web', title: 'New', content: '' }),
        () => ada.call('projects.share', { project: slug, user: member.user.id, role: 'viewer' }),
        () => ada.call('projects.unshare', { project: slug, user: member.user.id }),
      ]) {
        await change()
        for (const hearing of hearings) await hearing.next(changed)
      }
      for (const hearing of hearings) await hearing.close()
    })

    it('sends project, guest and sandbox tokens only events that they can see', async () => {
      const shown = await ada.call('projects.create', { name: 'Shown' })
      const hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: shown.slug, user: guest.user.id, role: 'viewer' })
      const tokens = {
        bound: await tokenOf(ada, { project: shown.slug }),
        guest: await tokenOf(guest),
        sandbox: await tokenOf(ada, { mode: 'test' }),
      }
      const hearings: Record<string, NotificationListener> = {}
      for (const [name, token] of Object.entries(tokens)) {
        hearings[name] = await listenOverSse(await settledServer(), token)
        await hearings[name].request('logging/setLevel', { level: 'debug' })
        await assert.rejects(
          hearings[name].request('resources/subscribe', { uri: `baton://project/${hidden.slug}` }),
          { code: -32602 },
        )
      }
      await task('in hidden', {}, hidden.slug)
      await ada.call('credentials.createApiKey', { name: 'private' })
      await ada.call('agents.create', { name: 'For members' })
      await task('in shown', {}, shown.slug)
      for (const name of ['bound', 'guest']) {
        assert.ok(
          titled('in shown')(await hearings[name]!.next(({ method }) => method === 'notifications/message')),
        )
      }
      await hearings.sandbox!.request('tools/call', { name: 'create_project', arguments: { name: 'Sand' } })
      const { params } = await hearings.sandbox!.next(({ method }) => method === 'notifications/message')
      assert.equal(params?.data?.type, 'project.created')
      for (const hearing of Object.values(hearings)) await hearing.close()
    })

    it('stops updates when access to a project or the token ends', async () => {
      const lost = await ada.call('projects.create', { name: 'Lost', visibility: 'private' })
      const member = await addMember(server, ada, 'member')
      await ada.call('projects.share', { project: lost.slug, user: member.user.id, role: 'viewer' })
      const followed = await task('Followed', {}, lost.slug)
      const uri = `baton://task/${followed.key}`
      const made = await member.call('credentials.createMcpToken', { name: 'told' })
      const hearings = [
        await listenOverSse(server, made.value),
        await listenOverGet(server, made.value),
        await listen(server, made.value, { resourceSubscriptions: [uri, 'baton://project/web'] }),
      ]
      for (const hearing of hearings.slice(0, 2))
        for (const each of [uri, 'baton://project/web'])
          await hearing.request('resources/subscribe', { uri: each })
      await ada.call('tasks.update', { task: followed.key, title: 'Seen' })
      for (const hearing of hearings) await hearing.next(updated(uri))
      await ada.call('projects.unshare', { project: lost.slug, user: member.user.id })
      await ada.call('tasks.update', { task: followed.key, title: 'Unseen' })
      await task('Afterwards')
      for (const hearing of hearings) {
        await hearing.next(({ params }) => {
          assert.notEqual(params?.uri, uri)
          return params?.uri === 'baton://project/web'
        })
      }
      await member.call('credentials.revokeMcpToken', { mcpToken: made.id })
      await task('After the token')
      // The HTTP+SSE client reconnects automatically and is rejected.
      for (const hearing of hearings.slice(1)) await hearing.untilEnd()
      await hearings[0]!.close()
      for (const hearing of hearings)
        assert.ok(!hearing.notifications.some(({ params }) => params?.uri !== undefined))
    })
  })
}

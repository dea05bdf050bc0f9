import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, notified, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, join } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { purgeNotifications } from './own-notifications.ts'

for (const engine of oneEngine) {
  describe(`reading notifications, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const mention = async (item: string, person: Person, body = 'Look') =>
      ada.call('comments.create', { item, body: `${body}, @${person.user.username}` })
    const task = async (title: string, project = 'web') =>
      (await ada.call('tasks.create', { project, title })).key
    const unreadIn = async (person: Person) => {
      const { items } = await person.call('activity.listEvents', { limit: 500 })
      const events = items.filter(({ type }) => type.startsWith('notification.'))
      return events.map(({ type, data }) => [type.replace('notification.', ''), data.unread])
    }

    it('merges unread notifications about a subject and counts them', async () => {
      const grace = await addMember(server, ada, 'member')
      const lin = await addMember(server, ada, 'member')
      const [one, other] = [await task('One'), await task('Other')]
      await mention(one, grace, 'First')
      await mention(other, grace)
      await lin.call('comments.create', { item: one, body: `Second, @${grace.user.username}` })
      await notified(server)
      const { items, unread } = await grace.call('notifications.list', {})
      assert.deepEqual(
        items.map(({ subject, count, actor, body }) => [subject.key, count, actor!.id, body!.split(',')[0]]),
        [
          [one, 2, lin.user.id, 'Second'],
          [other, 1, ada.user.id, 'Look'],
        ],
      )
      assert.equal(unread, 2)
      await grace.call('notifications.read', { notification: items[0]!.id })
      await mention(one, grace, 'Third')
      await notified(server)
      const after = await grace.call('notifications.list', {})
      assert.deepEqual(
        after.items.map(({ subject, count, readAt }) => [subject.key, count, readAt !== null]),
        [
          [one, 1, false],
          [one, 2, true],
          [other, 1, false],
        ],
        'an event after reading creates a new notification',
      )
      const again = await grace.call('notifications.read', { notification: after.items[1]!.id, read: false })
      assert.ok(again.readAt, 'a newer unread notification exists')
    })

    it('marks notifications as read and records the unread count', async () => {
      const grace = await addMember(server, ada, 'member')
      for (const title of ['A', 'B', 'C']) await mention(await task(title), grace)
      await notified(server)
      const { items } = await grace.call('notifications.list', { limit: 2 })
      const read = await grace.call('notifications.read', { notification: items[0]!.id })
      assert.ok(read.readAt)
      await grace.call('notifications.read', { notification: items[0]!.id })
      assert.equal((await grace.call('notifications.list', { unread: true })).items.length, 2)
      const unread = await grace.call('notifications.read', { notification: items[0]!.id, read: false })
      assert.equal(unread.readAt, null)
      assert.deepEqual(await grace.call('notifications.readAll', {}), { read: 3, unread: 0 })
      assert.deepEqual(await grace.call('notifications.readAll', {}), { read: 0, unread: 0 })
      assert.deepEqual(await unreadIn(grace), [
        ...[3, 3, 3].map((count) => ['created', count]),
        ...[2, 3, 0].map((count) => ['read', count]),
      ])
      assert.deepEqual(await unreadIn(ada), [], 'events are private')
      const { items: feed } = await grace.call('activity.list', {})
      assert.ok(
        !feed.some(({ type }) => type.startsWith('notification.')),
        'the feed excludes notification events',
      )
    })

    it('lists notifications in pages, newest first, and by kind', async () => {
      const grace = await addMember(server, ada, 'member')
      const keys: string[] = []
      for (const title of ['A', 'B', 'C', 'D', 'E']) keys.unshift(await task(title))
      for (const key of keys.toReversed()) await mention(key, grace)
      const mine = await ada.call('tasks.create', { project: 'web', title: 'F', assignee: grace.user.id })
      await notified(server)
      const listed: (string | null)[] = []
      let cursor: string | undefined
      do {
        const page = await grace.call('notifications.list', { limit: 2, ...(cursor && { cursor }) })
        listed.push(...page.items.map(({ subject }) => subject.key))
        assert.equal(page.unread, 6)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      assert.deepEqual(listed, [mine.key, ...keys])
      const given = await grace.call('notifications.list', { kind: 'assigned' })
      assert.deepEqual(
        given.items.map(({ subject }) => subject.key),
        [mine.key],
      )
    })

    it('hides notifications from other users', async () => {
      const grace = await addMember(server, ada, 'member')
      await mention(await task('Private'), grace)
      await notified(server)
      const [notification] = (await grace.call('notifications.list', {})).items
      const foreign = ada.call('notifications.read', { notification: notification!.id })
      await assert.rejects(foreign, { status: 404 })
      await assert.rejects(grace.call('notifications.read', { notification: 'nothing' }), { status: 404 })
      assert.ok(!(await ada.call('notifications.list', {})).items.some(({ id }) => id === notification!.id))
    })

    it('hides a notification while the user cannot see its subject', async () => {
      const grace = await addMember(server, ada, 'member')
      const { slug } = await ada.call('projects.create', { name: 'Shared', key: 'SHA' })
      await mention(await task('Here', slug), grace)
      await mention(await task('There'), grace)
      await notified(server)
      const seen = async () => {
        const { items, unread } = await grace.call('notifications.list', {})
        assert.equal(items.length, unread)
        return unread
      }
      assert.equal(await seen(), 2)
      await ada.call('projects.update', { project: slug, visibility: 'private' })
      assert.equal(await seen(), 1)
      await ada.call('projects.update', { project: slug, visibility: 'organization' })
      assert.equal(await seen(), 2)
      await ada.call('projects.delete', { project: slug })
      assert.equal(await seen(), 1)
      await ada.call('members.remove', { member: grace.user.id })
      assert.equal(await seen(), 0)
    })

    it('lists notifications of all organizations to a user, and of one organization to a key', async () => {
      const grace = await server.register('Grace')
      const key = await grace.call('credentials.createApiKey', { name: 'home' })
      await join(server, grace, ada, 'member')
      await mention(await task('Abroad'), grace)
      await notified(server)
      const { items } = await grace.call('notifications.list', {})
      assert.deepEqual(
        items.map(({ kind, organization }) => [kind, organization?.id ?? null]),
        [
          ['mentioned', ada.organization.id],
          ['security', null],
        ],
      )
      const atHome = server.client(key.value)
      assert.deepEqual((await atHome('notifications.list', {})).items, [])
      assert.equal((await atHome('notifications.readAll', {})).read, 0)
      const foreign = atHome('notifications.read', { notification: items[0]!.id })
      await assert.rejects(foreign, { status: 404 })
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const bound = await ada.call('credentials.createApiKey', { name: 'bound', project: 'web' })
      for (const { value } of [test, bound])
        await assert.rejects(server.client(value)('notifications.list', {}), { status: 403 })
    })

    it('applies the preferences of each kind', async () => {
      const grace = await addMember(server, ada, 'member')
      const first = await grace.call('notifications.getPreferences', {})
      const mentions = first.kinds.find(({ kind }) => kind === 'mentioned')!
      assert.deepEqual(
        [mentions.inApp, mentions.mail, first.digest, first.version],
        [true, 'at_once', 'daily', 1],
      )
      const kinds = [{ kind: 'mentioned' as const, inApp: false }]
      const chosen = await grace.call('notifications.updatePreferences', { kinds, digest: 'weekly' })
      assert.deepEqual([chosen.digest, chosen.version], ['weekly', 2])
      const same = await grace.call('notifications.updatePreferences', { kinds })
      assert.equal(same.version, 2, 'an unchanged preference keeps the version')
      const stale = grace.call('notifications.updatePreferences', { digest: 'daily' }, { ifMatch: 1 })
      await assert.rejects(stale, { status: 412 })
      await mention(await task('Unheard'), grace)
      await ada.call('tasks.create', { project: 'web', title: 'Heard', assignee: grace.user.id })
      await notified(server)
      const { items } = await grace.call('notifications.list', {})
      assert.deepEqual(
        items.map(({ kind }) => kind),
        ['assigned'],
      )
      const wrong = { kinds: [{ kind: 'gossip' as 'mentioned', mail: 'never' as const }] }
      await assert.rejects(grace.call('notifications.updatePreferences', wrong), { status: 400 })
    })

    it('exports notifications, deletes them with the account, and removes erased names', async () => {
      const grace = await addMember(server, ada, 'member')
      const lin = await addMember(server, ada, 'member')
      const key = await task('Kept')
      await lin.call('comments.create', { item: key, body: `@${grace.user.username}` })
      await mention(key, lin)
      await notified(server)
      const exported = await grace.call('accounts.export', {})
      assert.deepEqual([exported.notifications.length, exported.notificationPreferences.digest], [1, 'daily'])
      await server.app.database.run(sql`update users set erase_at = now() where id = ${lin.user.id}`)
      const { eraseAccounts } = await import('../auth/accounts/erase-accounts.ts')
      await eraseAccounts(server.app)
      const [notification] = (await grace.call('notifications.list', {})).items
      assert.equal(notification!.title, `Deleted user mentioned you in ${key} "Kept".`)
      const remaining = await server.app.database.run(
        sql`select 1 from notifications where user_id = ${lin.user.id}`,
      )
      assert.deepEqual(remaining, [])
    })

    it('purges a notification 90 days after it was read, or after a year', async () => {
      const grace = await addMember(server, ada, 'member')
      for (const title of ['A', 'B', 'C', 'D']) await mention(await task(title), grace)
      await notified(server)
      const { items } = await grace.call('notifications.list', {})
      const age = async (index: number, days: number, readDays: number | null) =>
        server.app.database.run(
          sql`update notifications set at = now() - ${days} * interval '1 day', read_at = now() - ${readDays} * interval '1 day' where id = ${items[index]!.id}`,
        )
      await age(0, 100, 95)
      await age(1, 100, 80)
      await age(2, 100, null)
      await age(3, 400, null)
      await purgeNotifications(server.app.database)
      const remaining = (await grace.call('notifications.list', {})).items.map(({ id }) => id)
      assert.deepEqual(remaining.toSorted(), [items[1]!.id, items[2]!.id].toSorted())
    })
  })
}

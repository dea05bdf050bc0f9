import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, notified, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { withinOneHour } from '../../../test/within-one-window.ts'
import { sql } from '../../database/sql.ts'
import { eraseAccounts } from '../auth/accounts/erase-accounts.ts'

for (const engine of oneEngine) {
  describe(`community posts, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    let bob: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Admin')
      bob = await server.register('Bob')
    })
    after(() => server.stop())

    const notFound = { status: 404, code: 'not_found' }
    const write = (person: Person, title: string) =>
      person.call('communityPosts.create', { title, body: `About **${title}**.` })
    const titles = async (person: Person, author?: Person) => {
      const { items } = await person.call('communityPosts.list', author ? { author: author.user.id } : {})
      return items.map(({ title }) => title)
    }
    /** Returns the unread notifications about posts, and marks them as read. */
    async function readUnread(person: Person) {
      await notified(server)
      const { items } = await person.call('notifications.list', { unread: true, kind: 'post_moderated' })
      await person.call('notifications.readAll', {})
      return items.map(({ title, body, link }) => [title, body, link])
    }

    it('lets everyone read a post, and only its author edit and delete it', async () => {
      const ada = await server.register('Ada')
      const first = await write(ada, 'First')
      assert.deepEqual(
        [first.author, first.body, first.editedAt],
        [{ id: ada.user.id, name: 'Ada' }, 'About **First**.', null],
      )
      const second = await write(ada, 'Second')
      await write(ada, 'Third')
      await admin.call('communityPosts.updateAny', { post: first.id, pinned: true })
      assert.deepEqual(await titles(bob, ada), ['First', 'Third', 'Second'])
      const page = await bob.call('communityPosts.list', { author: ada.user.username, limit: 2 })
      const rest = await bob.call('communityPosts.list', {
        author: ada.user.username,
        cursor: page.nextCursor!,
      })
      assert.deepEqual(
        [...page.items, ...rest.items].map(({ title, excerpt }) => [title, excerpt]),
        ['First', 'Third', 'Second'].map((title) => [title, `About ${title}.`]),
      )

      const edited = await ada.call('communityPosts.update', { post: second.id, body: 'New text.' })
      assert.deepEqual([edited.title, edited.body, edited.editedBy], ['Second', 'New text.', 'author'])
      assert.notEqual(edited.editedAt, null)
      await assert.rejects(
        ada.call('communityPosts.update', { post: second.id, title: 'Stale' }, { ifMatch: second.version }),
        { code: 'version_conflict' },
      )
      const forbidden = { status: 403, code: 'forbidden' }
      await assert.rejects(bob.call('communityPosts.update', { post: second.id, title: 'Mine' }), forbidden)
      await assert.rejects(bob.call('communityPosts.delete', { post: second.id }), forbidden)
      assert.equal((await bob.call('communityPosts.get', { post: second.id })).body, 'New text.')
      await ada.call('communityPosts.delete', { post: second.id })
      await assert.rejects(bob.call('communityPosts.get', { post: second.id }), notFound)
      assert.deepEqual(await readUnread(ada), [], 'pinning and own changes notify no one')
    })

    it('accepts one report per person, and shows reports to administrators only', async () => {
      const [ada, eve] = [await server.register('Ada'), await server.register('Eve')]
      const { id: post } = await write(ada, 'Reported')
      await readUnread(admin)
      const report = (person: Person, reason: string) =>
        person.call('communityPosts.report', { post, reason })
      const flood = await Promise.allSettled(Array.from({ length: 8 }, () => report(bob, 'Spam')))
      assert.equal(flood.filter(({ status }) => status === 'fulfilled').length, 1)
      await assert.rejects(report(bob, 'Again'), { status: 409, code: 'already_reported' })
      await assert.rejects(report(ada, 'Mine'), { status: 422, code: 'own_post_reported' })
      assert.deepEqual(await readUnread(admin), [
        ['Bob reported the community post "Reported".', 'Spam', '/admin/community'],
      ])
      await report(eve, 'Rude')
      assert.deepEqual(await readUnread(admin), [], 'only the first open report notifies')
      assert.equal((await bob.call('communityPosts.get', { post })).reported, true)
      assert.equal((await ada.call('communityPosts.get', { post })).reported, false)
      const exported = JSON.stringify(await ada.call('accounts.export', {}))
      assert.ok(!exported.includes('Spam') && !exported.includes('community_post.reported'))

      await write(ada, 'Newer')
      const { items } = await admin.call('communityPosts.listAll', { author: ada.user.username })
      assert.deepEqual(
        items.map(({ title, openReports, reports }) => [
          title,
          openReports,
          reports.map(({ reason, reporter }) => [reason, reporter.username]),
        ]),
        [
          [
            'Reported',
            2,
            [
              ['Rude', eve.user.username],
              ['Spam', bob.user.username],
            ],
          ],
          ['Newer', 0, []],
        ],
      )
      const { items: reported } = await admin.call('communityPosts.listAll', { reported: true, limit: 1 })
      assert.deepEqual(
        reported.map(({ id }) => id),
        [post],
      )
      const dismissed = await admin.call('communityPosts.updateAny', { post, dismissReports: true })
      assert.deepEqual([dismissed.openReports, dismissed.allReports, dismissed.reports], [0, 2, []])
      assert.deepEqual((await admin.call('communityPosts.listAll', { reported: true })).items, [])
      assert.deepEqual(await readUnread(ada), [], 'the author does not learn of reports')
    })

    it('hides, edits and deletes posts as an administrator, and notifies their author', async () => {
      const ada = await server.register('Ada')
      const { id: post } = await write(ada, 'Moderated')
      await bob.call('communityPosts.report', { post, reason: 'Off topic' })
      const hide = { post, hidden: true, reason: 'Off topic here.' }
      const hidden = await admin.call('communityPosts.updateAny', hide)
      assert.deepEqual([hidden.hidden, hidden.openReports, hidden.allReports], [true, 0, 1])
      assert.deepEqual(await titles(bob, ada), [])
      await assert.rejects(bob.call('communityPosts.get', { post }), notFound)
      const eve = await server.register('Eve')
      await assert.rejects(eve.call('communityPosts.report', { post, reason: 'x' }), notFound)
      const own = await ada.call('communityPosts.get', { post })
      assert.deepEqual([own.hidden, own.hiddenReason], [true, 'Off topic here.'])
      assert.deepEqual(await titles(ada, ada), ['Moderated'])
      const subject = 'community post "Moderated"'
      assert.deepEqual(await readUnread(ada), [
        [`Admin hid your ${subject}.`, 'Off topic here.', `/community/${post}`],
      ])
      assert.equal((await ada.call('communityPosts.update', { post, body: 'Better' })).hidden, true)

      await admin.call('communityPosts.updateAny', { post, hidden: false })
      assert.deepEqual(await readUnread(ada), [
        [`Your ${subject} is visible again.`, null, `/community/${post}`],
      ])
      const edit = await admin.call('communityPosts.updateAny', { post, body: 'Best', reason: 'A typo.' })
      assert.deepEqual([edit.body, edit.editedBy, edit.hiddenReason], ['Best', 'administrator', null])
      assert.deepEqual(await readUnread(ada), [
        [`Admin edited your ${subject}.`, 'A typo.', `/community/${post}`],
      ])
      const filters = { author: ada.user.id, search: 'BEST' }
      const found = await admin.call('communityPosts.listAll', { ...filters, hidden: false, pinned: false })
      assert.deepEqual(
        found.items.map(({ id }) => id),
        [post],
      )
      assert.deepEqual((await admin.call('communityPosts.listAll', { ...filters, hidden: true })).items, [])

      await admin.call('communityPosts.deleteAny', { post, reason: 'Spam.' })
      assert.deepEqual(await readUnread(ada), [[`Admin deleted your ${subject}.`, 'Spam.', '/community']])
      await assert.rejects(ada.call('communityPosts.get', { post }), notFound)
      const journal = await server.app.database.run<{ type: string; actor: { name: string } }>(
        sql`select type, actor from journal where subject_id = ${post} and private_to = ${ada.user.id}
          and data ->> 'byAdministrator' = 'true' order by seq`,
      )
      assert.deepEqual(
        journal.map(({ type, actor }) => [type, actor.name]),
        ['updated', 'updated', 'updated', 'deleted'].map((action) => [`community_post.${action}`, 'Admin']),
      )
    })

    it('hides the posts of a suspended author, and shows them again afterwards', async () => {
      const ada = await server.register('Ada')
      const { id: post } = await write(ada, 'Suspended')
      await admin.call('admin.suspendUser', { user: ada.user.id })
      assert.deepEqual(await titles(bob, ada), [])
      await assert.rejects(bob.call('communityPosts.get', { post }), notFound)
      const { items } = await admin.call('communityPosts.listAll', { author: ada.user.id })
      assert.deepEqual(
        items.map(({ author }) => author.suspended),
        [true],
      )
      await admin.call('admin.unsuspendUser', { user: ada.user.id })
      assert.deepEqual(await titles(bob, ada), ['Suspended'])
    })

    it('limits the posts and reports of a person per hour, also in a flood', () =>
      withinOneHour(async () => {
        await admin.call('admin.updateSetting', { key: 'limits.community_posts', value: 10 })
        const [ada, eve] = [await server.register('Ada'), await server.register('Eve')]
        const posts = await Promise.allSettled(Array.from({ length: 40 }, () => write(ada, 'Flood')))
        const written = posts.flatMap((each) => (each.status === 'fulfilled' ? each.value.id : []))
        assert.equal(written.length, 10)
        assert.equal((await titles(bob, ada)).length, 10)
        await assert.rejects(write(ada, 'One more'), { status: 429, code: 'rate_limited' })
        await admin.call('admin.updateSetting', { key: 'limits.community_posts', value: 1000 })
        await write(ada, 'Allowed now')

        await admin.call('admin.updateSetting', { key: 'limits.community_reports', value: 3 })
        const reports = await Promise.allSettled(
          written.map((post) => eve.call('communityPosts.report', { post, reason: 'Flood' })),
        )
        assert.equal(reports.filter(({ status }) => status === 'fulfilled').length, 3)
        const { items } = await admin.call('communityPosts.listAll', { author: ada.user.id, reported: true })
        assert.equal(items.length, 3)
        await admin.call('admin.updateSetting', { key: 'limits.community_reports', value: 20 })
      }))

    it('exports posts and reports, and deletes them with the account', async () => {
      const [zoe, ada] = [await server.register('Zoe'), await server.register('Ada')]
      const { id: own } = await write(zoe, 'Zoes post')
      const { id: post } = await write(ada, 'Adas post')
      await zoe.call('communityPosts.report', { post, reason: 'Zoes reason' })
      await bob.call('communityPosts.report', { post: own, reason: 'Bobs reason' })
      const { communityPosts, communityReports } = await zoe.call('accounts.export', {})
      assert.deepEqual(
        communityPosts.map(({ title, body }) => [title, body]),
        [['Zoes post', 'About **Zoes post**.']],
      )
      assert.deepEqual(
        communityReports.map((each) => [each.post, each.reason]),
        [[post, 'Zoes reason']],
      )
      const { database } = server.app
      await database.run(sql`update users set erase_at = now() where id = ${zoe.user.id}`)
      await eraseAccounts(server.app)
      await assert.rejects(bob.call('communityPosts.get', { post: own }), notFound)
      const [left] = (await admin.call('communityPosts.listAll', { author: ada.user.id })).items
      assert.deepEqual([left!.title, left!.allReports], ['Adas post', 0])
      const traces = await database.run(
        sql`select 1 from journal where subject_id = ${own} and data::text like '%Zoe%' or private_to = ${zoe.user.id}`,
      )
      assert.deepEqual(traces, [])
    })

    it('rejects the calls of people while posts are off, and lets administrators clean up', async () => {
      const ada = await server.register('Ada')
      const { id: post } = await write(ada, 'Before')
      const turn = (value: boolean) => admin.call('admin.updateSetting', { key: 'features.community', value })
      await turn(false)
      for (const attempt of [
        () => write(ada, 'Off'),
        () => ada.call('communityPosts.list', {}),
        () => ada.call('communityPosts.get', { post }),
        () => ada.call('communityPosts.update', { post, title: 'Off' }),
        () => ada.call('communityPosts.delete', { post }),
        () => bob.call('communityPosts.report', { post, reason: 'Off' }),
      ])
        await assert.rejects(attempt, { status: 403, code: 'community_off' })
      assert.equal((await server.anonymous('accounts.getSignInOptions', {})).community, false)
      assert.equal((await admin.call('communityPosts.listAll', { author: ada.user.id })).items.length, 1)
      await admin.call('communityPosts.deleteAny', { post })
      await turn(true)
      assert.deepEqual(await titles(ada, ada), [])
    })
  })
}

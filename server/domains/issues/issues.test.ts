import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { screenshot } from '../../../test/given-issues.ts'
import { type Person, type TestServer, notified, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { withinOneHour } from '../../../test/within-one-window.ts'
import { sql } from '../../database/sql.ts'
import { eraseAccounts } from '../auth/accounts/erase-accounts.ts'

for (const engine of oneEngine) {
  describe(`issues, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    let ada: Person
    let bob: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Admin')
      ada = await server.register('Ada')
      bob = await server.register('Bob')
    })
    after(() => server.stop())

    const notFound = { status: 404, code: 'not_found' }
    const report = (person: Person, title: string) => person.call('issues.create', { title })
    /** Returns the titles and links of unread notifications about issues, and marks them as read. */
    async function readUnread(person: Person) {
      await notified(server)
      const { items } = await person.call('notifications.list', { unread: true, kind: 'issue_updated' })
      await person.call('notifications.readAll', {})
      return items.map(({ title, link }) => [title, link])
    }

    it('reports a problem, and notifies both sides about states, replies and assignments', async () => {
      const reported = await ada.call('issues.create', {
        title: 'The board is empty',
        description: 'After a reload.',
        pageUrl: 'https://baton.example.com/projects/web',
        browser: 'Firefox 140',
        appVersion: '0.1.0',
      })
      const issue = String(reported.number)
      assert.deepEqual(
        [reported.state, reported.assignee, reported.hasScreenshot, reported.reporter.name],
        ['open', null, false, 'Ada'],
      )
      const named = `#${issue} "The board is empty"`
      assert.deepEqual(await readUnread(admin), [
        [`Ada reported the issue ${named}.`, `/admin/issues/${issue}`],
      ])

      const handled = await admin.call('issues.update', {
        issue,
        state: 'in_progress',
        assignee: admin.user.username,
        reply: 'Which browser?',
      })
      assert.deepEqual(
        [handled.state, handled.assignee!.name, handled.reporter.email, handled.replies[0]!.byAdministrator],
        ['in_progress', 'Admin', ada.email, true],
      )
      const [update, ...others] = await readUnread(ada)
      assert.deepEqual([update![1], others], [`/issues/${issue}`, []])
      await admin.call('issues.update', { issue, state: 'resolved' })
      assert.deepEqual(await readUnread(ada), [[`Your issue ${named} is now resolved.`, `/issues/${issue}`]])
      assert.deepEqual(await readUnread(admin), [], 'the administrator did this')

      const answered = await ada.call('issues.reply', { issue, body: 'It works now.' })
      assert.deepEqual(
        answered.replies.map(({ body, author, byAdministrator }) => [body, author.name, byAdministrator]),
        [
          ['Which browser?', 'Admin', true],
          ['It works now.', 'Ada', false],
        ],
      )
      assert.deepEqual(await readUnread(admin), [
        [`Ada replied to the issue ${named}.`, `/admin/issues/${issue}`],
      ])
      assert.equal('remote' in (await ada.call('issues.get', { issue: `#${issue}` })), false)
    })

    it('shows issues only to their reporter and to administrators with a login session', async () => {
      const { id, number } = await report(ada, 'CONFIDENTIAL')
      const image = await screenshot()
      for (const issue of [id, String(number)]) {
        for (const person of [bob, admin])
          for (const attempt of [
            () => person.call('issues.get', { issue }),
            () => person.call('issues.reply', { issue, body: 'x' }),
            () => person.call('issues.setScreenshot', { issue, image }),
            () => person.call('issues.removeScreenshot', { issue }),
            () => person.call('issues.getScreenshot', { issue }),
          ])
            await assert.rejects(attempt, notFound)
        for (const attempt of [
          () => ada.call('issues.getAny', { issue }),
          () => ada.call('issues.update', { issue, state: 'closed' }),
          () => ada.call('issues.listAll', {}),
          () => ada.call('issues.getAnyScreenshot', { issue }),
          () => ada.call('issues.listReported', { user: ada.user.id }),
        ])
          await assert.rejects(attempt, { status: 403, code: 'administrators_only' })
      }
      assert.deepEqual((await bob.call('issues.list', {})).items, [])
      const events = (await bob.call('activity.listEvents', { limit: 500 })).items
      assert.ok(events.every(({ type }) => !type.startsWith('issue.')))

      const key = await admin.call('credentials.createApiKey', { name: 'of the administrator' })
      await assert.rejects(server.client(key.value)('issues.listAll', {}), { code: 'session_needed' })
      const own = await ada.call('credentials.createApiKey', { name: 'own' })
      const byKey = server.client(own.value)
      assert.equal((await byKey('issues.get', { issue: id })).title, 'CONFIDENTIAL')
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      await assert.rejects(server.client(test.value)('issues.list', {}), { code: 'sandbox_only' })
    })

    it('lists issues by state, assignee, text and reporter', async () => {
      const [first, second] = [await report(bob, 'Red button'), await report(bob, 'Blue button')]
      await admin.call('issues.update', { issue: first.id, state: 'triaged', assignee: admin.user.id })
      const numbers = async (filter: Parameters<typeof admin.call<'issues.listAll'>>[1]) =>
        (await admin.call('issues.listAll', filter)).items.map(({ number }) => number)
      assert.deepEqual(await numbers({ search: 'BUTTON' }), [second.number, first.number])
      assert.deepEqual(await numbers({ search: `#${first.number}` }), [first.number])
      assert.deepEqual(await numbers({ state: ['triaged'] }), [first.number])
      assert.deepEqual(await numbers({ search: 'button', assignee: 'none' }), [second.number])
      assert.ok((await numbers({ assignee: admin.user.username })).includes(first.number))
      const page = await admin.call('issues.listReported', { user: bob.user.username, limit: 1 })
      const rest = await admin.call('issues.listReported', { user: bob.user.id, cursor: page.nextCursor! })
      assert.deepEqual(
        [...page.items, ...rest.items].map(({ number }) => number),
        [second.number, first.number],
      )
      assert.deepEqual(
        (await bob.call('issues.list', { state: ['open'] })).items.map(({ number }) => number),
        [second.number],
      )
    })

    it('rejects an assignee who is not an administrator, and a stale version', async () => {
      const { id: issue, version } = await report(ada, 'Assigned')
      const { items } = await admin.call('issues.listAssignees', {})
      assert.deepEqual(
        items.map(({ id }) => id),
        [admin.user.id],
      )
      const toBob = admin.call('issues.update', { issue, assignee: bob.user.id })
      await assert.rejects(toBob, { status: 400, code: 'invalid_input' })
      await admin.call('issues.update', { issue, state: 'closed' })
      const stale = admin.call('issues.update', { issue, state: 'open' }, { ifMatch: version })
      await assert.rejects(stale, { code: 'version_conflict' })
    })

    it('keeps a whole screenshot without metadata, and deletes it on request', async () => {
      const { id: issue } = await report(ada, 'Seen')
      const stored = await ada.call('issues.setScreenshot', { issue, image: await screenshot(5200, 100) })
      assert.equal(stored.hasScreenshot, true)
      for (const { bytes } of [
        await ada.call('issues.getScreenshot', { issue }),
        await admin.call('issues.getAnyScreenshot', { issue }),
      ]) {
        const { format, width, height } = await sharp(Buffer.from(bytes)).metadata()
        assert.deepEqual([format, width, height], ['webp', 2560, 49])
      }
      const text = new File(['<svg/>'], 'x.svg')
      await assert.rejects(ada.call('issues.setScreenshot', { issue, image: text }), {
        code: 'not_a_picture',
      })
      await ada.call('issues.removeScreenshot', { issue })
      await assert.rejects(ada.call('issues.getScreenshot', { issue }), notFound)
    })

    it('numbers concurrent reports without gaps, and limits reports per hour', () =>
      withinOneHour(async () => {
        const eve = await server.register('Eve')
        const results = await Promise.allSettled(Array.from({ length: 25 }, () => report(eve, 'Again')))
        const numbers = results.flatMap((each) => (each.status === 'fulfilled' ? each.value.number : []))
        numbers.sort((one, other) => one - other)
        assert.equal(numbers.length, 20)
        assert.deepEqual(
          numbers,
          numbers.map((_, index) => numbers[0]! + index),
        )
        await assert.rejects(report(eve, 'Once more'), { status: 429, code: 'rate_limited' })
      }))

    it('exports issues with replies, and anonymizes them when the account is erased', async () => {
      const zoe = await server.register('Zoe')
      const details = { pageUrl: 'https://baton.example.com/zoe', browser: 'Zoes browser' }
      const { id: issue } = await zoe.call('issues.create', { title: 'Kept', ...details })
      await zoe.call('issues.setScreenshot', { issue, image: await screenshot() })
      await zoe.call('issues.reply', { issue, body: 'More' })
      const { issues } = await zoe.call('accounts.export', {})
      assert.deepEqual(
        issues.map(({ title, browser, replies }) => [title, browser, replies.length]),
        [['Kept', 'Zoes browser', 1]],
      )
      const { database } = server.app
      await database.run(sql`update users set erase_at = now() where id = ${zoe.user.id}`)
      await eraseAccounts(server.app)
      const left = await admin.call('issues.getAny', { issue })
      assert.deepEqual(
        [left.title, left.reporter.name, left.pageUrl, left.browser, left.hasScreenshot],
        ['Kept', 'Deleted user', null, null, false],
      )
      assert.deepEqual(
        left.replies.map(({ body, author }) => [body, author.name]),
        [['More', 'Deleted user']],
      )
    })
  })
}

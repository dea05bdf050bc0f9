import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type CodeHostPartner, startCodeHost } from '../../../test/partners/code-host.ts'
import { eventually } from '../../../test/poll.ts'

for (const engine of oneEngine) {
  describe(`issues at the code host, on ${engine}`, () => {
    let partner: CodeHostPartner
    let server: TestServer
    let admin: Person
    let ada: Person
    before(async () => {
      partner = await startCodeHost()
      const { apiUrl, token, repo } = partner
      const settings = { GITHUB_API_URL: apiUrl, ISSUES_TOKEN: token, ISSUES_REPO: repo }
      server = await startOwnServer(engine, settings, { jobs: { retryDelay: 0, polling: 0.5 } })
      admin = await server.register('Admin')
      ada = await server.register('Ada')
    })
    after(async () => {
      await server.stop()
      await partner.close()
    })

    const report = async (title: string) => {
      const { number } = await ada.call('issues.create', {
        title,
        description: 'It fails.',
        pageUrl: 'https://baton.example.com/secret-project',
        browser: 'Adas browser',
        appVersion: '0.1.0',
      })
      return String(number)
    }
    const stateOf = async (issue: string) => (await admin.call('issues.getAny', { issue })).state
    const remote = (number: number) => partner.issues.find((each) => each.number === number)!
    /** Returns the number of changes here and there. */
    const sync = async (issue?: string) => {
      const { changedHere, changedThere } = await admin.call('issues.sync', issue ? { issue } : {})
      return [changedHere, changedThere]
    }

    it('lists repositories and issues page by page, without pull requests', async () => {
      partner.add('First')
      partner.add('A change', { pull_request: {} })
      partner.add('Second')
      const { items } = await admin.call('issues.listRemoteRepos', {})
      assert.deepEqual(
        items.map(({ name, private: isPrivate, configured }) => [name, isPrivate, configured]),
        [['acme/baton', true, true]],
      )
      const first = await admin.call('issues.listRemote', { limit: 2 })
      const rest = await admin.call('issues.listRemote', { limit: 2, cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...rest.items].map(({ title, linkedTo }) => [title, linkedTo]),
        [
          ['Second', null],
          ['First', null],
        ],
      )
      assert.equal(rest.nextCursor, null)
      await assert.rejects(admin.call('issues.listRemote', { cursor: 'x' }), { code: 'invalid_cursor' })
    })

    it('creates an issue there once, without details about the reporter', async () => {
      const issue = await report('Published')
      const before = partner.issues.length
      const results = await Promise.all(
        [1, 2].map(() => admin.call('issues.sync', { action: 'create', issue, title: 'Public title' })),
      )
      assert.equal(partner.issues.length, before + 1)
      const created = partner.issues.at(-1)!
      assert.equal(created.title, 'Public title')
      assert.match(created.body!, /^It fails\.\n\nVersion: 0\.1\.0\n\n<!-- baton issue [\w-]+ -->$/)
      for (const { issue: linked } of results) assert.equal(linked!.remote!.number, created.number)
      const { items } = await admin.call('issues.listRemote', {})
      assert.equal(items.find(({ number }) => number === created.number)!.linkedTo, Number(issue))
      assert.equal('remote' in (await ada.call('issues.get', { issue })), false)
    })

    it('links an existing issue, and only to one', async () => {
      const [issue, other] = [await report('Linked'), await report('Other')]
      const { number } = partner.add('There already')
      const link = (ref: string) =>
        admin.call('issues.sync', { action: 'link', issue: ref, remoteNumber: number })
      assert.equal((await link(issue)).issue!.remote!.state, 'open')
      await link(issue)
      await assert.rejects(link(other), { status: 409, code: 'issue_linked' })
      const toPull = admin.call('issues.sync', { action: 'link', issue: other, remoteNumber: 2 })
      await assert.rejects(toPull, { code: 'invalid_input' })
      const missing = admin.call('issues.sync', { action: 'link', issue: other, remoteNumber: 999 })
      await assert.rejects(missing, { status: 502, code: 'code_host_failed' })
      await assert.rejects(admin.call('issues.sync', { action: 'link' }), { code: 'invalid_input' })
      await admin.call('issues.sync', { action: 'unlink', issue })
      assert.equal((await link(other)).issue!.remote!.number, number)
    })

    it('syncs states in both directions, and repeats without changes', async () => {
      const [one, two] = [await report('One'), await report('Two')]
      for (const issue of [one, two]) await admin.call('issues.sync', { action: 'create', issue })
      const [first, second] = partner.issues.slice(-2).map(({ number }) => number) as [number, number]
      await sync()

      partner.change(first, { state: 'closed', state_reason: 'not_planned' })
      partner.change(second, { state: 'closed', state_reason: 'completed' })
      assert.deepEqual(await sync(), [2, 0])
      assert.deepEqual([await stateOf(one), await stateOf(two)], ['closed', 'resolved'])
      assert.deepEqual(await sync(), [0, 0])
      partner.change(first, { state: 'open', state_reason: 'reopened' })
      assert.deepEqual(await sync(one), [1, 0])
      assert.equal(await stateOf(one), 'open')

      // A queued job sends the change.
      await admin.call('issues.update', { issue: one, state: 'in_progress' })
      await admin.call('issues.update', { issue: one, state: 'closed' })
      await eventually(() => [remote(first).state, remote(first).state_reason], ['closed', 'not_planned'])
      await admin.call('issues.update', { issue: one, state: 'triaged' })
      await eventually(() => remote(first).state, 'open')
      assert.deepEqual(await sync(), [0, 0])
      assert.equal(await stateOf(one), 'triaged')
    })

    it('applies changes there by a scheduled job, as the system', async () => {
      const issue = await report('Scheduled')
      await admin.call('issues.sync', { action: 'create', issue })
      partner.change(partner.issues.at(-1)!.number, { state: 'closed', state_reason: 'completed' })
      await server.app.jobs.runNow('sync-issues')
      await eventually(() => stateOf(issue), 'resolved')
      const { events } = await ada.call('accounts.export', {})
      const event = events.find(({ type, data }) => type === 'issue.updated' && data.synced)
      assert.equal(event!.actor.kind, 'system')
    })

    it('reports the limit and the rejections of the code host', async () => {
      partner.respondOnce(429, { 'Retry-After': '5' })
      await assert.rejects(admin.call('issues.listRemote', {}), {
        status: 503,
        code: 'code_host_limited',
        message: /in 5 seconds/,
      })
      partner.respondOnce(200, {}, '[{"number": "x"}]')
      await assert.rejects(admin.call('issues.listRemote', { state: 'all' }), { code: 'code_host_failed' })
    })

    it('rejects other users, and names the missing configuration', async () => {
      for (const attempt of [
        () => ada.call('issues.listRemoteRepos', {}),
        () => ada.call('issues.listRemote', {}),
        () => ada.call('issues.sync', {}),
      ])
        await assert.rejects(attempt, { status: 403, code: 'administrators_only' })
      const { codeHost } = server.app
      server.app.codeHost = undefined
      await assert.rejects(admin.call('issues.sync', {}), {
        status: 503,
        code: 'code_host_not_configured',
        message: /must set ISSUES_TOKEN\./,
      })
      server.app.codeHost = codeHost
    })
  })
}

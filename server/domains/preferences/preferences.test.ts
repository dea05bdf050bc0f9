import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'

for (const engine of oneEngine) {
  describe(`preferences, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('returns defaults first and stores chosen values', async () => {
      const { call } = await server.register('Bob')
      const first = await call('preferences.get', {})
      assert.deepEqual([first.theme, first.density, first.locale], ['system', 'comfortable', 'en'])
      const chosen = await call('preferences.update', { theme: 'dark', weekStartsOn: 'sunday' })
      assert.deepEqual(chosen, { ...first, theme: 'dark', weekStartsOn: 'sunday', version: 2 })
      const more = await call('preferences.update', { startPage: 'tasks' })
      assert.equal(more.theme, 'dark', 'omitted preferences stay')
      assert.deepEqual(await call('preferences.get', {}), more)
    })

    it('stores favorite projects without duplicates and rejects other values', async () => {
      const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
      const chosen = await ada.call('preferences.update', { favoriteProjects: [second, first, second] })
      assert.deepEqual(chosen.favoriteProjects, [second, first])
      assert.deepEqual((await ada.call('preferences.get', {})).favoriteProjects, [second, first])
      for (const favoriteProjects of [['engine'], Array.from({ length: 201 }, () => first)])
        await assert.rejects(ada.call('preferences.update', { favoriteProjects }), { status: 400 })
      assert.deepEqual(
        (await ada.call('preferences.update', { favoriteProjects: null })).favoriteProjects,
        [],
      )
    })

    it('resets a single preference to its default with null', async () => {
      await ada.call('preferences.update', { theme: 'light', density: 'compact' })
      const reset = await ada.call('preferences.update', { theme: null })
      assert.deepEqual([reset.theme, reset.density], ['system', 'compact'])
      const again = await ada.call('preferences.update', { theme: null })
      assert.equal(again.version, reset.version, 'a repeated reset changes nothing')
    })

    it('normalizes language tags and rejects invalid ones', async () => {
      assert.equal((await ada.call('preferences.update', { locale: 'DE-at' })).locale, 'de-AT')
      for (const locale of ['klingon!', '', 'en_US', 'x'.repeat(80)])
        await assert.rejects(ada.call('preferences.update', { locale }), { status: 400 }, locale)
    })

    it('rejects unknown preferences and values', async () => {
      await assert.rejects(ada.call('preferences.update', { theme: 'pink' as 'dark' }), { status: 400 })
      await assert.rejects(ada.call('preferences.update', { fontSize: 12 } as object), { status: 400 })
    })

    it('checks the version of the preferences and leaves the profile version unchanged', async () => {
      const { version: profileVersion } = (await ada.call('accounts.getMe', {})).user
      const { version } = await ada.call('preferences.get', {})
      await ada.call('preferences.update', { weekStartsOn: 'sunday' }, { ifMatch: version })
      const stale = ada.call('preferences.update', { weekStartsOn: 'monday' }, { ifMatch: version })
      await assert.rejects(stale, { status: 412 })
      assert.equal((await ada.call('accounts.getMe', {})).user.version, profileVersion)
    })

    it('records changes with old and new values for the owner', async () => {
      await ada.call('preferences.update', { startPage: 'activity' })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const event = items.findLast(({ type }) => type === 'preferences.updated')!
      assert.deepEqual(event.data.changes, { startPage: { from: null, to: 'activity' } })
    })
  })
}

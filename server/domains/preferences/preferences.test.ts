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

    it('begin with the defaults, and keep what is chosen', async () => {
      const { call } = await server.register('Bob')
      const first = await call('preferences.get', {})
      assert.deepEqual([first.theme, first.density, first.locale], ['system', 'comfortable', 'en'])
      const chosen = await call('preferences.update', { theme: 'dark', weekStartsOn: 'sunday' })
      assert.deepEqual(chosen, { ...first, theme: 'dark', weekStartsOn: 'sunday', version: 2 })
      const more = await call('preferences.update', { startPage: 'tasks' })
      assert.equal(more.theme, 'dark', 'what is not named stays')
      assert.deepEqual(await call('preferences.get', {}), more)
    })

    it('go back to the default with null, one by one', async () => {
      await ada.call('preferences.update', { theme: 'light', density: 'compact' })
      const back = await ada.call('preferences.update', { theme: null })
      assert.deepEqual([back.theme, back.density], ['system', 'compact'])
      const again = await ada.call('preferences.update', { theme: null })
      assert.equal(again.version, back.version, 'nothing happened')
    })

    it('take a language in any spelling and keep it in the proper one', async () => {
      assert.equal((await ada.call('preferences.update', { locale: 'DE-at' })).locale, 'de-AT')
      for (const locale of ['klingon!', '', 'en_US', 'x'.repeat(80)])
        await assert.rejects(ada.call('preferences.update', { locale }), { status: 400 }, locale)
    })

    it('refuse what they do not know', async () => {
      await assert.rejects(ada.call('preferences.update', { theme: 'pink' as 'dark' }), { status: 400 })
      await assert.rejects(ada.call('preferences.update', { fontSize: 12 } as object), { status: 400 })
    })

    it('leave the version of the profile alone, and guard their own', async () => {
      const { version: ofProfile } = (await ada.call('accounts.getMe', {})).user
      const { version } = await ada.call('preferences.get', {})
      await ada.call('preferences.update', { weekStartsOn: 'sunday' }, { ifMatch: version })
      const stale = ada.call('preferences.update', { weekStartsOn: 'monday' }, { ifMatch: version })
      await assert.rejects(stale, { status: 412 })
      assert.equal((await ada.call('accounts.getMe', {})).user.version, ofProfile)
    })

    it('are told to their owner, each with what it was', async () => {
      await ada.call('preferences.update', { startPage: 'activity' })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const told = items.findLast(({ type }) => type === 'preferences.updated')!
      assert.deepEqual(told.data.changes, { startPage: { from: null, to: 'activity' } })
    })
  })
}

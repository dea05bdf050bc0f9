import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../test/harness.ts'

/** Every list reads its pages with `readPage`, so lists of domains only test their order and filters. */
for (const engine of oneEngine) {
  describe(`the pages of a list, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      for (const name of ['Abacus', 'Loom', 'Mill', 'Wheel']) await ada.call('projects.create', { name })
    })
    after(() => server.stop())

    const page = (input: { limit?: number; cursor?: string }) =>
      ada.call('projects.list', { sort: 'name', ...input })

    it('returns every item once, and no cursor after a full last page', async () => {
      const first = await page({ limit: 2 })
      const last = await page({ limit: 2, cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...last.items].map(({ name }) => name),
        ['Abacus', 'Loom', 'Mill', 'Wheel'],
      )
      assert.equal(last.nextCursor, null)
      assert.equal((await page({})).nextCursor, null)
    })

    it('continues after the last item, although it was renamed and others were added before it', async () => {
      const { nextCursor } = await page({ limit: 2 })
      await ada.call('projects.create', { name: 'Anvil' })
      await ada.call('projects.update', { project: 'loom', name: 'Zither' })
      const { items } = await page({ cursor: nextCursor! })
      assert.deepEqual(
        items.map(({ name }) => name),
        ['Mill', 'Wheel', 'Zither'],
      )
    })

    it('rejects a limit over 200, and a cursor of another list or sort order', async () => {
      await assert.rejects(page({ limit: 201 }), { code: 'invalid_input' })
      await assert.rejects(page({ cursor: 'nonsense' }), { status: 400 })
      const { nextCursor } = await page({ limit: 1 })
      const other = ada.call('projects.list', { sort: '-createdAt', cursor: nextCursor! })
      await assert.rejects(other, { status: 400 })
    })
  })
}

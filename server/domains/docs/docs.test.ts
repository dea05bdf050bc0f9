import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { pageFrom } from './handbook.ts'

for (const engine of oneEngine) {
  describe(`handbook on ${engine}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    it('lists every page of docs/ with a title and a summary, without the decision records', async () => {
      const { items } = await server.anonymous('docs.list', {})
      const files = fs.readdirSync(new URL('../../../docs/', import.meta.url))
      assert.deepEqual(
        items.map(({ id }) => `${id}.md`).toSorted(),
        files.filter((file) => file.endsWith('.md') && file !== 'README.md').toSorted(),
      )
      assert.equal(items[0]!.id, 'organizations')
      for (const { id, title, summary } of items) {
        assert.ok(title.length > 2 && !title.startsWith('#'), id)
        assert.match(summary, /^[A-Z`].*[.!?]$/, id)
      }
    })

    it('returns pages whose links lead to existing pages', async () => {
      const { items } = await server.anonymous('docs.list', {})
      const ids = new Set(items.map(({ id }) => id))
      for (const { id } of items) {
        const { content } = await server.anonymous('docs.get', { doc: id })
        const links = [...content.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!)
        for (const to of links.filter((each) => !/^(https?:|#|\/)/.test(each)))
          assert.ok(ids.has(to.split('#')[0]!), `${id} links to ${to}`)
      }
      await assert.rejects(server.anonymous('docs.get', { doc: '../README' }), { status: 404 })
      await assert.rejects(server.anonymous('docs.get', { doc: 'nothing' }), { status: 404 })
    })

    it('returns 304 for an unchanged page', async () => {
      const first = await fetch(`${server.url}/api/docs/teams`)
      const etag = first.headers.get('etag')!
      const again = await fetch(`${server.url}/api/docs/teams`, { headers: { 'If-None-Match': etag } })
      assert.deepEqual([first.status, again.status], [200, 304])
    })
  })
}

describe('handbook page', () => {
  it('leaves out images of the dashboard', () => {
    const page = pageFrom(
      'page',
      '# Title\n\nFirst.\n\n![Home](images/home-light.png)\n\nSecond.\n',
      new Set(),
    )
    assert.equal(page.content, '# Title\n\nFirst.\n\nSecond.\n')
  })

  it('keeps links to pages and replaces other relative links with their text', () => {
    const text = [
      '# Title\n\nSee [Teams](teams.md#roles), [why](decisions/0001.md): `code`. More.',
      '[out](https://example.com) [here](#part) ![picture](dashboard.png) [code](../server/main.ts)',
    ].join('\n\n')
    const page = pageFrom('page', text, new Set(['page', 'teams']))
    assert.equal(page.title, 'Title')
    assert.equal(page.summary, 'See Teams, why.')
    const expected = text
      .replace('teams.md#roles', 'teams#roles')
      .replace('[why](decisions/0001.md)', 'why')
      .replace('![picture](dashboard.png)', 'picture')
      .replace('[code](../server/main.ts)', 'code')
    assert.equal(page.content, expected)
  })
})

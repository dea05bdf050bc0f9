import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { queriesDuring, transactionsDuring } from '../../../../test/watched-queries.ts'

for (const engine of oneEngine) {
  describe(`statements of memory, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      // Without jobs, because those on the search index would be counted too.
      server = await startTestServer(engine, {}, { jobs: false })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await store('The staging database is reset every night at two.')
      await store('The staging database is also reset on Sunday at noon.')
    })
    after(() => server.stop())

    const store = (content: string, more: object = {}) =>
      ada.call('memories.store', { scope: 'project', project: 'web', content, ...more })
    const search = (query: string) => ada.call('memories.search', { query, project: 'web' })

    /** Returns the texts of the statements on the search index and on what it finds. */
    async function statementsOf(action: () => Promise<unknown>): Promise<string[]> {
      const queries = await queriesDuring(server.app.database, action)
      return queries
        .map(({ text }) => text)
        .filter((text) => /ts_parse|search_entries|from memories|from projects/.test(text))
    }

    it('searches with six statements', async () => {
      const query = 'When is the staging database reset?'
      // Counts the words and the entries of the project, which are cached.
      await search(query)
      const statements = await statementsOf(() => search(query))
      const purposes = {
        'resolve the project': /^select p\.\*/,
        'split the words': /ts_parse/,
        'find by words': /ts_rank/,
        'find by meaning': /<~>/,
        'load the entries': /agent_name/,
        'compare them with each other': /a\.embedding <=> b\.embedding/,
      }
      assert.equal(statements.length, Object.keys(purposes).length, statements.join('\n\n'))
      for (const [purpose, pattern] of Object.entries(purposes))
        assert.equal(statements.filter((text) => pattern.test(text)).length, 1, purpose)
    })

    it('searches with the same statements for any number of words, so that none is planned again', async () => {
      const texts = new Set<string>()
      const questions = [
        'database',
        'staging database',
        'When is the production database backed up, and who resets staging every night?',
        'Deploy a release or ship a new version',
      ]
      for (const question of questions) {
        const byWords = (await statementsOf(() => search(question))).filter((text) =>
          text.includes('ts_rank'),
        )
        assert.equal(byWords.length, 1, question)
        texts.add(byWords[0]!)
      }
      assert.equal(texts.size, 1)
    })

    it('stores an entry with five statements in its transaction, and searches before it', async () => {
      const { database } = server.app
      let transactions: string[][] = []
      const alone = await statementsOf(async () => {
        transactions = await transactionsDuring(database, () =>
          store('The staging database is reset every night at three.'),
        )
      })
      const [statements, ...others] = transactions.filter((each) =>
        each.some((text) => text.startsWith('insert into memories')),
      )
      assert.equal(others.length, 0)
      assert.deepEqual(
        statements!.map((text) => text.slice(0, 25)),
        [
          "select p.*, 'manage' as r",
          'select pg_advisory_xact_l',
          'select m.* from memories ',
          'insert into memories (id,',
          'insert into search_entrie',
        ],
      )
      assert.equal(alone.filter((text) => text.includes('<~>')).length, 1)
    })

    it('returns similar entries that the same call stores, but not those that it supersedes', async () => {
      const { memory: old } = await store('The gateway times out after 30 seconds.')
      const { similar, rest } = await ada.call('memories.store', {
        scope: 'project',
        project: 'web',
        entries: [
          { content: 'The gateway times out after 60 seconds.', supersedes: [old.id] },
          { content: 'The gateway times out after 90 seconds.' },
        ],
      })
      assert.deepEqual(similar, [])
      const [last] = rest!
      const [first] = (await search('After how long does the gateway time out?')).items.filter(
        ({ content }) => content.includes('60'),
      )
      assert.deepEqual(
        last!.similar.map(({ id, conflict }) => ({ id, conflict })),
        [{ id: first!.id, conflict: true }],
      )
    })

    it('leaves an entry that is stored again out of its similar entries', async () => {
      const content = 'The mail server runs in Frankfurt.'
      await store(content)
      const { existing, similar } = await store(content)
      assert.equal(existing, true)
      assert.deepEqual(similar, [])
    })
  })
}

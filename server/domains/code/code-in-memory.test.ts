import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, indexed, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type GitServer, startGitServer } from '../../../test/partners/git-server.ts'
import { queriesDuring } from '../../../test/watched-queries.ts'
import { sql } from '../../database/sql.ts'
import { vectorCacheOf } from '../search/vectors/vector-cache.ts'
import { indexRepository } from './index-repository.ts'

/** More chunks than a search compares in the database. */
const chunkCounts = { pglite: 2100, pgsql: 5100 }

for (const engine of oneEngine) {
  describe(`code search in the memory of a node, on ${engine}`, () => {
    let git: GitServer
    let server: TestServer
    let ada: Person
    let repo: string
    before(async () => {
      git = await startGitServer()
      server = await startOwnServer(engine, { REPO_HOSTS: git.host })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web' })
      const files = { 'src/cart.ts': '// Adds the tax to the price.\nexport function total() {}\n' }
      const { url } = git.repo('shop.git', [{ message: 'Begin', files }])
      ;({ id: repo } = await ada.call('repos.connect', { project: 'web', url }))
      await indexRepository(server.app, { repo })
      await indexed(server, { embedded: true })
      await fill()
    })
    after(async () => {
      await server?.stop()
      await git?.close()
    })

    /** Adds chunks with random vectors, which no question resembles. */
    async function fill(): Promise<void> {
      const { database, embedder } = server.app
      await database.run(
        sql`insert into code_chunks (subject_id, part, repo_id, start_line, end_line, title, body, importance, words, model, embedding)
          select gen_random_uuid(), 0, ${repo}::uuid, 1, 1, 'filler.ts', 'Filler ' || n, 0, ''::tsvector, ${embedder.model},
                 (select array_agg(random() - 0.5) from generate_series(1, 384) where n > 0)::halfvec
            from generate_series(1, ${chunkCounts[engine]}::integer) n`,
      )
      await database.run(sql`analyze code_chunks`)
    }
    const search = async () => (await ada.call('code.search', { q: 'cost with duties', repo })).items

    it('compares few chunks in the database, and finds the same', async () => {
      const scanned = await search()
      assert.equal(scanned[0]!.path, 'src/cart.ts')
      await vectorCacheOf(server.app).settled()
      let found: typeof scanned = []
      const statements = await queriesDuring(server.app.database, async () => (found = await search()))
      const texts = statements.map(({ text }) => text)
      assert.equal(texts.filter((text) => text.includes('is_known')).length, 1)
      assert.ok(!texts.some((text) => text.includes('<~>')))
      assert.deepEqual(found[0], scanned[0])
    })
  })
}

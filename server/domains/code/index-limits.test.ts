import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { commitOnMain, fastImport } from '../../../test/partners/fast-import.ts'
import { type Forge, type ForgeRepo, startForge } from '../../../test/partners/forge.ts'
import { indexRepository } from './index-repository.ts'
import { type IndexLimits, indexLimits } from './limits.ts'

const kib = 1024

/** Text that no compression makes smaller than its random part, with short lines. */
const randomText = (bytes: number) =>
  randomBytes(bytes)
    .toString('base64')
    .replaceAll(/.{60}/g, (line) => `${line}\n`)
    .slice(0, bytes)

for (const engine of oneEngine) {
  describe(`limits of the code index, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    before(async () => {
      forge = await startForge()
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host }, { jobs: false })
      ada = await server.register('Ada')
      forge.addUser('ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    async function index(at: ForgeRepo, limits: Partial<IndexLimits> = {}) {
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: at.url })
      await ada.call('repos.sync', { repo })
      await indexRepository(server.app, { repo }, { ...indexLimits, ...limits })
      const { failure, files, skippedBy } = (await ada.call('repos.get', { repo })).indexed!
      return { failure, files, skippedBy }
    }

    const repoWith = (name: string, files: Record<string, string>) =>
      forge.addRepo(`ada/${name}`, { commits: [{ message: 'Begin', files }] })

    it('indexes a file of 512 KiB, and leaves out a file with one byte more', async () => {
      const line = 'export const a = 1\n'
      const text = line.repeat(Math.ceil((512 * kib) / line.length))
      const at = repoWith('file-size', {
        'fits.ts': text.slice(0, 512 * kib),
        'large.ts': text.slice(0, 512 * kib + 1),
      })
      assert.deepEqual(await index(at), { failure: null, files: 1, skippedBy: { large: 1 } })
    })

    it('leaves out the files beyond the limit of all text, and reads them when there is space again', async () => {
      const line = 'export const b = 1\n'
      const files = Object.fromEntries(
        [1, 2, 3, 4].map((at) => [`${at}.ts`, `// ${at}\n${line.repeat(500)}`]),
      )
      const at = repoWith('text-size', files)
      const limits = { maxTextBytes: 25_000 }
      assert.deepEqual(await index(at, limits), { failure: null, files: 2, skippedBy: { limit: 2 } })
      at.commit({ message: 'Remove', files: { '1.ts': null } })
      assert.deepEqual(await index(at, limits), { failure: null, files: 2, skippedBy: { limit: 1 } })
      at.commit({ message: 'Shrink', files: { '2.ts': line } })
      assert.deepEqual(await index(at, limits), { failure: null, files: 3, skippedBy: {} })
    })

    it('requests only small files if the changed ones exceed the limit of a clone', async () => {
      const large = randomText(600 * kib)
      const at = repoWith('clone-size', { 'a.ts': 'export const c = 1\n', 'large.txt': large })
      const outcome = await index(at, { maxCloneBytes: 300 * kib })
      assert.deepEqual(outcome, { failure: null, files: 1, skippedBy: { large: 1 } })
    })

    it('reports a repository whose small files exceed the limit of a clone, and keeps its index', async () => {
      const at = repoWith('too-large', { 'a.ts': 'export const d = 1\n' })
      assert.deepEqual(await index(at), { failure: null, files: 1, skippedBy: {} })
      const files = Object.fromEntries([1, 2, 3].map((n) => [`${n}.txt`, randomText(100 * kib)]))
      at.commit({ message: 'Grow', files })
      const outcome = await index(at, { maxCloneBytes: 150 * kib })
      assert.deepEqual(outcome, { failure: 'It is too large to read.', files: 1, skippedBy: {} })
    })

    it('selects files in few folders from 25,000', async () => {
      const at = repoWith('many', { 'README.md': '# Many\n', 'src/a.ts': 'export const e = 1\n' })
      await fastImport(at.folder, async (write) => {
        await write('blob\nmark :1\ndata 5\nx = 1\n')
        await write(commitOnMain)
        for (let n = 0; n < 25_000; n++) await write(`M 100644 :1 deep/er/d${n % 100}/f${n}.ts\n`)
      })
      const outcome = await index(at, { maxFiles: 50 })
      assert.deepEqual(outcome, { failure: null, files: 50, skippedBy: { limit: 24_952 } })
      const { items } = await ada.call('code.search', { q: 'export const', repo: 'many' })
      assert.deepEqual(
        items.map(({ path }) => path),
        ['src/a.ts'],
      )
    })
  })
}

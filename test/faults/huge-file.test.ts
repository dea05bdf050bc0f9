import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indexRepository } from '../../server/domains/code/index-repository.ts'
import { defaultEngine, startOwnServer } from '../harness.ts'
import { commitOnMain, fastImport } from '../partners/fast-import.ts'
import { startForge } from '../partners/forge.ts'

const mib = 1024 * 1024

it('leaves a file of 1 GB, compressed to 1 MB, out of the code index', async () => {
  const forge = await startForge()
  forge.addUser('ada')
  const server = await startOwnServer(defaultEngine, { REPO_HOSTS: forge.host }, { jobs: false })
  try {
    const at = forge.addRepo('ada/huge', {
      commits: [{ message: 'Begin', files: { 'a.ts': 'export const a = 1\n' } }],
    })
    await fastImport(at.folder, async (write) => {
      await write(commitOnMain)
      await write(`M 100644 inline large.txt\ndata ${1024 * mib}\n`)
      const zeros = Buffer.alloc(mib)
      for (let part = 0; part < 1024; part++) await write(zeros)
      await write('\n')
    })
    const ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    const { id: repo } = await ada.call('repos.connect', { project: 'web', url: at.url })
    const before = process.memoryUsage().rss
    await indexRepository(server.app, { repo })
    assert.ok(process.memoryUsage().rss - before < 512 * mib, 'the server never held the file')
    const { failure, files, skippedBy } = (await ada.call('repos.get', { repo })).indexed!
    assert.deepEqual({ failure, files, skippedBy }, { failure: null, files: 1, skippedBy: { large: 1 } })
  } finally {
    await server.stop()
    await forge.close()
  }
})

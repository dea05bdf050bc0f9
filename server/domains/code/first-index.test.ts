import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, startOwnServer } from '../../../test/harness.ts'
import { type GitServer, startGitServer } from '../../../test/partners/git-server.ts'
import { eventually } from '../../../test/poll.ts'

describe('the jobs of the code index', () => {
  let git: GitServer
  let server: TestServer
  let ada: Person
  before(async () => {
    git = await startGitServer()
    server = await startOwnServer(undefined, { REPO_HOSTS: git.host }, { jobs: { polling: 0.5 } })
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
  })
  after(async () => {
    await server.stop()
    await git.close()
  })

  it('index a repository after its first sync, and again when it is connected with another branch', async () => {
    const remote = git.repo('shop.git', [
      { message: 'Begin', files: { 'cart.ts': 'export function fillCart() {}\n' } },
    ])
    const next = remote.commit(
      { message: 'Add', files: { 'okapi.ts': 'export function okapi() {}\n' } },
      'next',
    )
    const { id, head } = await ada.call('repos.connect', { project: 'web', url: remote.url })
    const indexedCommit = async () => (await ada.call('repos.get', { repo: id })).indexed?.commit
    assert.notEqual(head, null)
    await eventually(indexedCommit, head)
    await ada.call('repos.connect', { project: 'web', url: remote.url, branch: 'next' })
    await eventually(indexedCommit, next)
    const { items } = await ada.call('code.search', { q: 'okapi', repo: id })
    assert.deepEqual(
      items.map(({ path }) => path),
      ['okapi.ts'],
    )
  })
})

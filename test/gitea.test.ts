import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { type Forge, type ForgeRepo, startForge } from './partners/forge.ts'

/* Gitea and Forgejo have most of GitHub's API. These tests use the parts that differ. */

for (const engine of oneEngine) {
  describe(`a repository at Gitea, on ${engine}`, () => {
    let forge: Forge
    let repo: ForgeRepo
    let server: TestServer
    let ada: Person
    before(async () => {
      forge = await startForge({ kind: 'gitea' })
      forge.addUser('grace')
      const service = forge.addUser('service')
      const files = { 'README.md': '# Web\n', 'package.json': '{"scripts":{"test":"node --test"}}' }
      repo = forge.addRepo('service/web', {
        private: true,
        collaborators: ['grace'],
        commits: [{ message: 'First', files }],
      })
      // The URL of Baton is allowed too, so that it adds a webhook.
      server = await startOwnServer(engine, {
        REPO_HOSTS: `${forge.host}, localhost:80`,
        APP_URL: 'http://localhost:80',
      })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      const { apiUrl } = await ada.call('codeHosts.connect', { url: forge.url, token: service.token })
      assert.equal(apiUrl, forge.apiUrl)
    })
    after(async () => {
      await server?.stop()
      await forge?.close()
    })

    it('shows pull requests in the order of their changes, with reviews and statuses', async () => {
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Log in' })
      const head = repo.commit({ message: 'Log in', files: { 'a.ts': '1' } }, `${key}-log-in`)
      repo.openPull({ head: `${key}-log-in`, title: 'Log in' })
      repo.setStatus(head, 'build', 'success')
      repo.review(1, 'grace', 'changes_requested')
      const connected = await ada.call('repos.connect', { project: 'web', url: repo.url })
      assert.equal(connected.access, 'organization')
      await ada.call('repos.sync', { repo: 'web' })
      const { pullRequests } = await ada.call('repos.listLinked', { item: key })
      assert.deepEqual(
        pullRequests.map(({ number, state, summary, reviews, checks }) => [
          number,
          state,
          summary,
          reviews.map((review) => review.state),
          checks.map(({ name, conclusion }) => [name, conclusion]),
        ]),
        [[1, 'open', 'passing', ['changes_requested'], [['build', 'success']]]],
      )
      // A merge changes the oldest of many pull requests.
      for (let number = 2; number < 5; number++) {
        repo.commit({ message: 'Other', files: { [`${number}.ts`]: '1' } }, `other-${number}`)
        repo.openPull({ head: `other-${number}`, title: 'Other' })
      }
      await ada.call('repos.sync', { repo: 'web' })
      repo.merge(1)
      await ada.call('repos.sync', { repo: 'web' })
      const { items } = await ada.call('repos.listPullRequests', { repo: 'web', state: 'merged' })
      assert.deepEqual(
        items.map(({ number }) => number),
        [1],
      )
    })

    it('verifies commits and pull requests', async () => {
      const { key } = await ada.call('features.create', { project: 'web', title: 'Sign in' })
      const add = (kind: 'commit' | 'pull_request', reference: string, paths?: string[]) =>
        ada.call('evidence.add', { feature: key, kind, reference, ...(paths && { paths }) })
      assert.equal((await add('commit', repo.head()!, ['a.ts'])).status, 'verified')
      assert.equal((await add('commit', repo.head()!, ['b.ts'])).status, 'failed')
      assert.equal((await add('commit', repo.head('other-2')!)).status, 'failed')
      assert.equal((await add('commit', 'f'.repeat(40))).status, 'failed')
      assert.equal((await add('pull_request', '#1')).status, 'verified')
    })

    it('opens a pull request once, and one with generated instructions', async () => {
      repo.commit({ message: 'Log out', files: { 'b.ts': '1' } }, 'log-out')
      const input = { repo: 'web', head: 'log-out', title: 'Log out', reviewers: ['grace'] }
      const created = await ada.call('repos.createPr', input)
      assert.equal((await ada.call('repos.createPr', input)).number, created.number)
      assert.deepEqual(repo.pulls.at(-1)!.reviewers, ['grace'])
      await ada.call('repos.generateAgentsMd', { repo: 'web', format: 'agents', openPullRequest: true })
      assert.equal(repo.pulls.length, created.number + 1)
    })

    it('adds a webhook and deletes it with the connection', async () => {
      assert.equal(repo.hooks.length, 1)
      await ada.call('repos.delete', { repo: 'web' })
      assert.equal(repo.hooks.length, 0)
    })
  })
}

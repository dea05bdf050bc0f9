import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeRepo, startForge } from '../../../test/partners/forge.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`repositories at a code host, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    before(async () => {
      forge = await startForge()
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host })
      // Jobs are off here: the tests sync themselves, and the webhook points nowhere.
      ada = await server.register('Ada')
      const { token } = forge.addUser('ada')
      await ada.call('integrations.connectOwn', { provider: 'github', secret: token, baseUrl: forge.url })
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('projects.update', { project: 'web', pullRequestsMoveTasks: true })
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    /** Connects a repository without files that a sync reads, because reading them takes as long as the rest. */
    async function connect(name: string, given = {}): Promise<{ at: ForgeRepo; repo: string }> {
      const commits = [{ message: 'First', files: { first: '1' } }]
      const at = forge.addRepo(`ada/${name}`, { commits, ...given })
      const { id } = await ada.call('repos.connect', { project: 'web', url: at.url })
      return { at, repo: id }
    }
    const sync = (repo: string) => ada.call('repos.sync', { repo })
    const addTask = async (title: string) =>
      (await ada.call('tasks.create', { project: 'web', title, status: 'todo' })).key
    const statusOf = async (task: string) => (await ada.call('tasks.get', { task })).status

    it('reads pull requests with reviews and checks, and links code to items', async () => {
      const { at, repo } = await connect('linked')
      const task = await addTask('Log in')
      const branch = `feature/${task.toLowerCase()}-log-in`
      const head = at.commit({ message: `Log in\n\nFor ${task}.`, files: { 'a.txt': 'a' } }, branch)
      at.commit({
        message: 'Own the code',
        files: { '.github/CODEOWNERS': '# Docs\n*.md @ada @acme/docs\n' },
      })
      const { number } = at.openPull({ head: branch, title: 'Log in', author: 'ada' })
      at.review(number, 'grace', 'changes_requested')
      at.review(number, 'grace', 'commented')
      at.setCheck(head, 'build', 'completed', 'success')
      at.setStatus(head, 'lint', 'pending')
      const synced = await sync(repo)
      assert.deepEqual(
        [synced.status, synced.host?.name, synced.openPullRequests, synced.access],
        ['ready', 'ada/linked', 1, 'person'],
      )
      assert.deepEqual(synced.codeowners, {
        path: '.github/CODEOWNERS',
        rules: [{ pattern: '*.md', owners: ['@ada', '@acme/docs'] }],
      })
      const { items } = await ada.call('repos.listPullRequests', { repo })
      assert.equal(items[0]!.headCommit, head)
      assert.deepEqual(
        items[0]!.items.map(({ key, kind }) => [key, kind]),
        [[task, 'task']],
      )
      const linked = await ada.call('repos.listLinked', { item: task })
      assert.deepEqual(
        linked.branches.map(({ name }) => name),
        [branch],
      )
      assert.deepEqual(
        linked.commits.map(({ id }) => id),
        [head],
      )
      const [pull] = linked.pullRequests
      assert.deepEqual(
        pull!.reviews.map(({ reviewer, state }) => [reviewer, state]),
        [['grace', 'changes_requested']],
      )
      assert.deepEqual(
        pull!.checks.map(({ name, status, conclusion }) => [name, status, conclusion]),
        [
          ['build', 'completed', 'success'],
          ['lint', 'in_progress', null],
        ],
      )
      assert.equal(pull!.summary, 'pending')
      at.setStatus(head, 'lint', 'failure')
      await sync(repo)
      assert.equal((await ada.call('repos.listLinked', { item: task })).pullRequests[0]!.summary, 'failing')
    })

    it('moves tasks with their pull requests, once for each state', async () => {
      const { at, repo } = await connect('moving')
      const task = await addTask('Pay')
      const open = (branch: string, given = {}) => {
        at.commit({ message: 'Change', files: { [branch]: branch } }, branch)
        return at.openPull({ head: branch, title: `${task}: ${branch}`, ...given }).number
      }
      const first = open('one', { draft: true })
      await sync(repo)
      assert.equal(await statusOf(task), 'todo', 'a draft moves nothing')
      at.markReady(first)
      await sync(repo)
      assert.equal(await statusOf(task), 'in_review')
      await ada.call('tasks.update', { task, status: 'in_progress' })
      await sync(repo)
      assert.equal(await statusOf(task), 'in_progress', 'a person moved it')
      const second = open('two')
      const third = open('three')
      await sync(repo)
      at.closePull(third)
      at.merge(first)
      await sync(repo)
      assert.equal(await statusOf(task), 'in_review', 'another one is open')
      at.merge(second)
      await sync(repo)
      const done = await ada.call('tasks.get', { task })
      assert.equal(done.status, 'complete')
      assert.match(done.completionNotes ?? '', new RegExp(`pull request #${second} of moving`))
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const event = items.find(({ type, subject }) => type === 'task.completed' && subject.key === task)!
      assert.equal(event.actor.kind, 'system')
      assert.equal((event.data.pullRequest as { number: number }).number, second)
      const others = await ada.call('repos.listPullRequests', { repo, state: 'merged' })
      assert.deepEqual(
        others.items.map(({ number }) => number),
        [second, first],
      )
    })

    it('moves nothing in a project without the setting, also not when it is turned on later', async () => {
      await ada.call('projects.update', { project: 'web', pullRequestsMoveTasks: false })
      const { at, repo } = await connect('still')
      const task = await addTask('Stay')
      at.commit({ message: 'Change', files: { a: 'a' } }, 'branch')
      at.openPull({ head: 'branch', title: task })
      await sync(repo)
      const on = await ada.call('projects.update', { project: 'web', pullRequestsMoveTasks: true })
      assert.equal(on.pullRequestsMoveTasks, true)
      await sync(repo)
      assert.equal(await statusOf(task), 'todo')
    })

    it('links only items of its own project', async () => {
      await ada.call('projects.create', { name: 'Other', slug: 'other', key: 'OTH' })
      const other = await ada.call('tasks.create', { project: 'other', title: 'Elsewhere' })
      const { at, repo } = await connect('own')
      at.commit({ message: `For ${other.key} and UTF-8`, files: { a: 'a' } }, other.key)
      await sync(repo)
      const linked = await ada.call('repos.listLinked', { item: other.key })
      assert.deepEqual(linked, { branches: [], commits: [], pullRequests: [] })
    })

    it('follows a rename, and keeps its state while the host limits requests', async () => {
      const { at, repo } = await connect('former')
      await sync(repo)
      at.rename('ada/renamed')
      const renamed = await sync(repo)
      assert.deepEqual([renamed.host?.name, renamed.url, renamed.status], ['ada/renamed', at.url, 'ready'])
      forge.limit({ remaining: 0, retryAfter: 120, times: 1 })
      const limited = await sync(repo)
      assert.deepEqual([limited.status, limited.fix], ['ready', 'retry_later'])
      assert.match(limited.failure!, /limits the number of requests/)
      const sent = forge.requests.filter(({ isGit }) => !isGit).length
      await sync(repo)
      assert.equal(forge.requests.filter(({ isGit }) => !isGit).length, sent, 'it waits')
      await server.app.database.run(sql`update repos set sync_not_before = null where id = ${repo}`)
      assert.deepEqual((await sync(repo)).failure, null)
    })

    it('explains a revoked account and a deleted repository with a step that resolves it', async () => {
      const { at, repo } = await connect('lost', { private: true })
      assert.equal((await sync(repo)).private, true)
      at.remove()
      const lost = await sync(repo)
      assert.deepEqual([lost.status, lost.fix], ['error', 'grant_access'])
      const grace = await server.register('Grace')
      const user = forge.addUser('grace')
      await grace.call('integrations.connectOwn', {
        provider: 'github',
        secret: user.token,
        baseUrl: forge.url,
      })
      await grace.call('projects.create', { name: 'Own', slug: 'own' })
      const { url } = forge.addRepo('grace/own', { private: true })
      const { id } = await grace.call('repos.connect', { project: 'own', url })
      user.revoke()
      const failed = await grace.call('repos.sync', { repo: id })
      assert.deepEqual([failed.status, failed.fix], ['error', 'renew_token'])
      await assert.rejects(grace.call('repos.get', { repo }), { status: 404 })
    })

    it('ignores responses of a host in another format', async () => {
      const { at, repo } = await connect('odd')
      at.commit({ message: 'Change', files: { a: 'a' } }, 'branch')
      const { number } = at.openPull({ head: 'branch', title: 'Good' })
      const odd = [
        { number: 'x' },
        { number: -1 },
        { number: 7, title: 'A', html_url: 'javascript:alert(1)' },
        null,
      ]
      forge.respondOnce({ status: 200, body: JSON.stringify(odd), line: /pulls\?state=closed/ })
      await sync(repo)
      const { items } = await ada.call('repos.listPullRequests', { repo, state: 'all' })
      assert.deepEqual(
        items.map((pull) => pull.number),
        [number],
      )
      forge.respondOnce({ status: 200, body: '{}', line: /pulls\?state=open/ })
      const failed = await sync(repo)
      assert.deepEqual([failed.status, failed.fix], ['error', 'check_url'])
      assert.equal((await sync(repo)).status, 'ready')
    })
  })
}

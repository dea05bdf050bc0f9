import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type GitServer, startGitServer } from '../../../test/partners/git-server.ts'
import { sql } from '../../database/sql.ts'

const token = 'glpat-only-for-this-test'

for (const engine of oneEngine) {
  describe(`private repositories, on ${engine}`, () => {
    let git: GitServer
    let server: TestServer
    let ada: Person
    before(async () => {
      git = await startGitServer()
      server = await startOwnServer(engine, { REPO_HOSTS: git.host })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(async () => {
      await server.stop()
      await git.close()
    })

    it('rejects a private repository without a valid token', async () => {
      const { url } = git.repo('locked.git', undefined, { token })
      const connect = (more: object) => ada.call('repos.connect', { project: 'web', url, ...more })
      await assert.rejects(connect({}), { code: 'repo_unreadable', message: /private.*token/ })
      await assert.rejects(connect({ token: 'wrong' }), { code: 'repo_unreadable' })
      for (const odd of ['two words', 'two\r\nX-Lines: 1'])
        await assert.rejects(connect({ token: odd }), { status: 400 })
      assert.equal((await connect({ token })).hasToken, true)
    })

    it('reads a private repository with the stored token', async () => {
      const { url } = git.repo('read.git', undefined, { token })
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url, token: `ada:${token}` })
      assert.equal((await ada.call('repos.sync', { repo })).status, 'ready')
      assert.equal((await ada.call('repos.connect', { project: 'web', url, name: 'Read' })).name, 'Read')
      await ada.call('repos.connect', { project: 'web', url, token })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const events = items.filter(({ subject }) => subject.id === repo)
      assert.deepEqual(
        events.map(({ type }) => type),
        ['repo.created', 'repo.synced', 'repo.updated', 'repo.updated'],
      )
      assert.equal(events.at(-1)!.data.token, 'replaced')
    })

    it('deletes the token when a repository is disconnected', async () => {
      const { url } = git.repo('lost.git', undefined, { token })
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url, token })
      await ada.call('repos.delete', { repo })
      await ada.call('trash.restore', { kind: 'repo', item: repo })
      assert.equal((await ada.call('repos.get', { repo })).hasToken, false)
      assert.equal((await ada.call('repos.sync', { repo })).status, 'error')
    })

    it('keeps the token out of every column, response and process list', async () => {
      const { url } = git.repo('silent.git', undefined, { token })
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url, token })
      const syncing = ada.call('repos.sync', { repo })
      let seen = ''
      const polling = setInterval(() => (seen += execFileSync('ps', ['-eo', 'args']).toString()), 1)
      await syncing
      clearInterval(polling)
      const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
      assert.ok(seen.includes(url), 'git was running')
      const responses = JSON.stringify([await syncing, await ada.call('repos.list', {})])
      const secrets = [token, basic]
      for (const secret of secrets) assert.ok(!seen.includes(secret) && !responses.includes(secret))
      const spelled = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')])
      const patterns = spelled.map((each) => `%${each}%`)
      const { run } = server.app.database
      const known = await run(sql`select id from repos r where r::text like ${`%${url}%`}`)
      assert.deepEqual(known, [{ id: repo }], 'the text of a row contains its values')
      for (const { table } of await tables()) {
        const found = await run(sql`select * from "${sql.raw(table)}" t where t::text like any (${patterns})`)
        assert.deepEqual(found, [], table)
      }
    })

    it('responds with needs_git if git is not installed', async () => {
      const { url } = git.repo('without.git')
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url })
      const path = process.env.PATH
      process.env.PATH = '/nonexistent'
      try {
        await assert.rejects(ada.call('repos.sync', { repo }), { status: 503, code: 'needs_git' })
      } finally {
        process.env.PATH = path
      }
      assert.equal((await ada.call('repos.get', { repo })).status, 'pending')
    })

    function tables() {
      return server.app.database.run<{ table: string }>(
        sql`select table_name as table from information_schema.tables where table_schema = 'public'`,
      )
    }
  })
}

import assert from 'node:assert/strict'
import dns from 'node:dns/promises'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { sql } from '../server/database/sql.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { type Forge, type ForgeUser, startForge } from './partners/forge.ts'

const oneCommit = { message: 'More', files: { 'a.txt': 'a' } }

for (const engine of oneEngine) {
  describe(`attacks with code hosts and repositories, on ${engine}`, () => {
    let forge: Forge
    /** A server in the private network that no setting allows. */
    let inner: Forge
    let server: TestServer
    let ada: Person
    let account: ForgeUser
    before(async () => {
      ;[forge, inner] = await Promise.all([startForge(), startForge()])
      account = forge.addUser('ada')
      server = await startOwnServer(engine, {
        REPO_HOSTS: forge.host,
        GITHUB_URL: forge.url,
        GITHUB_API_URL: forge.apiUrl,
      })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('integrations.connectOwn', { provider: 'github', secret: account.token })
    })
    after(async () => {
      await server?.stop()
      await forge?.close()
      await inner?.close()
    })

    /** Connects each kind of host and repository at a URL, and expects a rejection of the request. */
    async function rejectsUrl(url: string): Promise<void> {
      const { token } = account
      const attempts = [
        () => ada.call('codeHosts.connect', { url, token }),
        () => ada.call('codeHosts.connect', { url: forge.url, apiUrl: url, token }),
        () => ada.call('integrations.connectOwn', { provider: 'github', secret: token, baseUrl: url }),
        () => ada.call('repos.connect', { project: 'web', url: `${url}/ada/web`, token }),
      ]
      for (const [index, attempt] of attempts.entries())
        await assert.rejects(
          attempt(),
          ({ status }: { status: number }) => status === 400 || status === 422,
          `attempt ${index} with ${url}`,
        )
    }

    it('rejects URLs in private networks before a request', async () => {
      const { port } = new URL(inner.url)
      for (const host of [
        `127.0.0.1:${port}`,
        `localhost:${port}`,
        `127.1:${port}`,
        `2130706433:${port}`,
        `0x7f.0.0.1:${port}`,
        `0.0.0.0:${port}`,
        `[::1]:${port}`,
        `[::ffff:127.0.0.1]:${port}`,
        `${forge.host}@127.0.0.1:${port}`,
      ])
        for (const protocol of ['http', 'https']) await rejectsUrl(`${protocol}://${host}`)
      for (const url of [
        'http://169.254.169.254',
        'https://10.0.0.1',
        'ftp://git.example.com',
        'file:///etc',
      ])
        await rejectsUrl(url)
      assert.deepEqual(inner.requests, [])
    })

    it('rejects a host whose name resolves to a private address', async (test) => {
      const addresses = [{ address: '127.0.0.1', family: 4 }]
      test.mock.method(dns, 'lookup', async () => addresses)
      syncBuiltinESMExports()
      try {
        await rejectsUrl(`https://git.example.com:${new URL(inner.url).port}`)
      } finally {
        test.mock.restoreAll()
        syncBuiltinESMExports()
      }
      assert.deepEqual(inner.requests, [])
    })

    it('follows no redirect to another host, and sends no token there', async () => {
      const repo = forge.addRepo('ada/redirected')
      const { id } = await ada.call('repos.connect', { project: 'web', url: repo.url })
      for (const status of [301, 302, 307, 308]) {
        const headers = { Location: `${inner.apiUrl}/user` }
        forge.respondOnce({ status, headers })
        await assert.rejects(ada.call('codeHosts.connect', { url: forge.url, token: account.token }))
        forge.respondOnce({ status, headers, line: /^GET \/repos\// })
        await ada.call('repos.sync', { repo: id }).catch(() => {})
      }
      assert.equal(forge.requests.filter(({ status }) => status > 300 && status < 309).length, 8)
      assert.deepEqual(inner.requests, [])
    })

    it('treats names that look like options or paths as names', async () => {
      const repo = forge.addRepo('ada/--upload-pack=touch')
      const before = fs.readdirSync('.')
      for (const branch of ['--output=owned', '-oProxyCommand=touch', 'refs/heads/main', 'a..b']) {
        const input = { project: 'web', url: repo.url, branch }
        await assert.rejects(ada.call('repos.connect', input), `branch ${branch}`)
      }
      const strange = forge.addRepo('ada/-strange')
      strange.commit(oneCommit, '--output=owned')
      strange.openPull({ head: '--output=owned', title: '--title', body: '--body' })
      strange.tag('v1')
      const { id } = await ada.call('repos.connect', { project: 'web', url: strange.url })
      assert.equal((await ada.call('repos.sync', { repo: id })).status, 'ready')
      for (const path of [
        'ada/..%2f..%2fuser',
        '..%2f..%2fuser/repos',
        'ada/web%3fx=1',
        'ada/%00',
        'ada/web/../..',
      ])
        await ada.call('repos.connect', { project: 'web', url: `${forge.url}/${path}` }).catch(() => {})
      const lines = forge.requests.filter(({ isGit }) => !isGit).map(({ line }) => line)
      for (const line of lines)
        assert.match(line, /^\w+ (\/repos\/[\w.-]+\/[\w.-]+|\/user(\/repos)?|\/rate_limit)([/?]|$)/)
      assert.deepEqual(fs.readdirSync('.'), before, 'no file was written')
    })

    it('stores only http links of a hostile host, and rejects responses that are not a list', async () => {
      const repo = forge.addRepo('ada/hostile')
      repo.commit(oneCommit, 'web-1')
      repo.openPull({ head: 'web-1', title: 'WEB-1 <script>' })
      const { id } = await ada.call('repos.connect', { project: 'web', url: repo.url })
      const [pull] = await read(`/repos/${repo.name}/pulls`)
      const script = 'javascript:alert(document.domain)'
      forge.respondOnce({
        status: 200,
        line: /\/pulls\?/,
        body: JSON.stringify([{ ...pull, html_url: script }]),
      })
      await ada.call('repos.sync', { repo: id })
      const { items } = await ada.call('repos.listPullRequests', { repo: id })
      assert.ok(!JSON.stringify(items).includes('javascript:'))
      for (const body of ['{}', '[null]', '[{"number":"1"}]', 'null', '<html>']) {
        forge.respondOnce({ status: 200, line: /\/pulls\?/, body })
        const synced = await ada.call('repos.sync', { repo: id })
        assert.ok(['ready', 'error'].includes(synced.status))
      }
    })

    it('keeps tokens and private keys out of every column, response, error and event', async () => {
      const grace = forge.addUser('grace')
      const app = forge.addApp()
      const repo = forge.addRepo('grace/private', { private: true, collaborators: ['ada'] })
      const seen: unknown[] = []
      const call = async (run: Promise<unknown>) =>
        void seen.push(await run.catch((error: Error) => text(error)))
      await call(ada.call('codeHosts.connect', { url: forge.url, token: grace.token }))
      await call(ada.call('codeHosts.connect', { url: forge.url, app }))
      const { id } = await ada.call('repos.connect', { project: 'web', url: repo.url })
      await call(ada.call('repos.sync', { repo: id }))
      // A hostile host repeats the credential of the request.
      const echo = ({ token }: ForgeUser) => JSON.stringify({ message: `Bad token ${token}` })
      forge.respondOnce({ status: 403, body: echo(account), line: /^GET \/repos\// })
      await call(ada.call('repos.sync', { repo: id }))
      forge.respondOnce({ status: 500, body: echo(account), line: /^GET \/user$/ })
      await call(ada.call('codeHosts.testOwn', {}))
      forge.respondOnce({ status: 401, body: echo(grace), line: /^GET \/user$/ })
      await call(ada.call('codeHosts.connect', { url: forge.url, token: grace.token }))
      await call(ada.call('codeHosts.list', {}))
      await call(ada.call('codeHosts.getOwn', {}))
      await call(ada.call('integrations.listOwn', {}))
      await call(ada.call('repos.get', { repo: id }))
      await call(ada.call('activity.listEvents', { limit: 500 }))
      const key = app.privateKey.split('\n')[3]!
      const installed = forge.requests.map(({ headers }) => /ghs_\w+/.exec(headers.authorization ?? '')?.[0])
      const secrets = [account.token, grace.token, key, ...installed.filter((each) => each !== undefined)]
      for (const secret of new Set(secrets)) {
        for (const each of seen) assert.ok(!JSON.stringify(each).includes(secret), JSON.stringify(each))
        const spelled = [secret, Buffer.from(secret).toString('hex')].map((each) => `%${each}%`)
        for (const { table, column } of await columns()) {
          const [found] = await server.app.database.run(
            sql`select 1 from "${sql.raw(table)}" where "${sql.raw(column)}"::text like any (${spelled}) limit 1`,
          )
          assert.equal(found, undefined, `${table}.${column}`)
        }
      }
    })

    async function read(path: string): Promise<object[]> {
      const headers = { authorization: `Bearer ${account.token}` }
      return (await (await fetch(forge.apiUrl + path, { headers })).json()) as object[]
    }

    const text = (error: Error): object => Object.assign({}, error, { message: error.message })

    function columns() {
      return server.app.database.run<{ table: string; column: string }>(
        sql`select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
      )
    }
  })
}

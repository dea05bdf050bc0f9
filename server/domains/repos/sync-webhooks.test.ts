import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  runTestServer,
  startOwnServer,
} from '../../../test/harness.ts'
import { type Forge, type ForgeRepo, signatureOf, startForge } from '../../../test/partners/forge.ts'
import { eventually, until } from '../../../test/poll.ts'
import { sql } from '../../database/sql.ts'
import { releaseLease, requestSync, takeLease } from './sync-lease.ts'
import { syncQueue } from './sync-repository.ts'

const jobs = { retryDelay: 0, polling: 0.5, waits: false }

/** A repository whose webhook works. */
interface Connected {
  at: ForgeRepo
  repo: string
  /** The secret of its first webhook. */
  secret: string
}

for (const engine of oneEngine) {
  describe(`webhooks of code hosts, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    /** A repository that most tests use, because connecting one syncs it twice. */
    let shared: Connected
    /** A repository whose webhook another test replaces. */
    let manual: Connected
    before(async () => {
      forge = await startForge()
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host }, { jobs })
      server.app.config.APP_URL = server.url
      ada = await server.register('Ada')
      const { token } = forge.addUser('ada')
      await ada.call('integrations.connectOwn', { provider: 'github', secret: token, baseUrl: forge.url })
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      ;[shared, manual] = await Promise.all([connect('shared'), connect('manual')])
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    /** Connects a repository, and waits for its first sync and the first delivery of its webhook. */
    async function connect(name: string): Promise<Connected> {
      const at = forge.addRepo(`ada/${name}`, { commits: [{ message: 'First', files: { first: '1' } }] })
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: at.url })
      await eventually(async () => (await ada.call('repos.get', { repo })).webhook, 'active')
      await settled()
      return { at, repo, secret: at.hooks[0]!.secret }
    }

    /** Waits until every requested sync and its job are done. */
    const settled = () =>
      until(async () => {
        const pending = await server.app.database.run(
          sql`select 1 from repos where deleted_at is null and (sync_wanted_at is not null or syncing_since is not null)
            union all
            select 1 from pgboss.job where name = ${syncQueue} and state in ('created', 'retry', 'active')`,
        )
        return pending.length === 0
      })

    const syncsOf = (name: string) =>
      forge.requests.filter(({ line }) => line === `GET /repos/ada/${name}`).length

    const send = (repo: string, body: string, headers: Record<string, string>) =>
      fetch(`${server.url}/api/repos/${repo}/webhook`, { method: 'POST', body, headers })

    const signed = (body: string, secret: string, delivery: string = randomUUID()) => ({
      'content-type': 'application/json',
      'x-github-delivery': delivery,
      'x-hub-signature-256': signatureOf(body, secret),
    })

    it('creates a webhook at the host, and follows each change within seconds', async () => {
      const { at, repo } = await connect('live')
      assert.equal(at.hooks.length, 1)
      const webhook = await ada.call('repos.getWebhook', { repo })
      assert.deepEqual(
        [webhook.url, webhook.state, webhook.createdAtHost, webhook.pollMinutes],
        [`${server.url}/api/repos/${repo}/webhook`, 'active', true, 60],
      )
      const head = at.commit({ message: 'Push', files: { 'a.txt': 'a' } })
      await eventually(async () => (await ada.call('repos.get', { repo })).head, head)
      at.setCheck(head, 'build', 'completed', 'failure')
      await eventually(async () => (await ada.call('repos.get', { repo })).summary, 'failing')
      await settled()
      await ada.call('repos.delete', { repo })
      assert.equal(at.hooks.length, 0)
    })

    it('rejects forged deliveries alike, whether or not the repository exists', async () => {
      const { repo, secret } = shared
      const syncs = syncsOf('shared')
      const body = '{"ref":"refs/heads/main"}'
      const forged = [
        await send(repo, body, {}),
        await send(repo, body, { 'x-hub-signature-256': 'sha256=' }),
        await send(repo, body, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }),
        await send(repo, body, signed(body, manual.secret)),
        await send(repo, `${body} `, signed(body, secret)),
        await send(randomUUID(), body, signed(body, secret)),
        await send('shared', body, signed(body, secret)),
      ]
      const problems = await Promise.all(
        forged.map((response) => response.json() as Promise<{ detail: string }>),
      )
      assert.deepEqual([...new Set(forged.map(({ status }) => status))], [401])
      assert.equal(new Set(problems.map(({ detail }) => detail)).size, 1)
      await settled()
      assert.equal(syncsOf('shared'), syncs)
    })

    it('accepts each delivery once, of any size up to the limit of GitHub', async () => {
      const { repo, secret } = shared
      const body = JSON.stringify({ ref: 'refs/heads/main', text: 'x'.repeat(2 * 1024 * 1024) })
      const headers = signed(body, secret)
      const before = syncsOf('shared')
      assert.equal((await send(repo, body, headers)).status, 202)
      await settled()
      const once = syncsOf('shared')
      assert.ok(once > before)
      for (let time = 0; time < 3; time++) assert.equal((await send(repo, body, headers)).status, 202)
      await settled()
      assert.equal(syncsOf('shared'), once)
      const huge = 'x'.repeat(26 * 1024 * 1024)
      assert.equal((await send(repo, huge, signed(huge, secret))).status, 413)
    })

    it('takes a secret for a webhook that a person adds, and ends the old one', async () => {
      const { at, repo, secret: old } = manual
      const created = await ada.call('repos.createWebhook', { repo })
      assert.equal(at.hooks.length, 0)
      assert.equal((await send(repo, '{}', signed('{}', old))).status, 401)
      assert.equal((await ada.call('repos.getWebhook', { repo })).state, 'waiting')
      assert.equal((await send(repo, '{}', signed('{}', created.secret))).status, 202)
      const shown = await ada.call('repos.getWebhook', { repo })
      assert.equal(shown.state, 'active')
      await settled()
      assert.equal(at.hooks.length, 0, 'a sync keeps the webhook of the person')
      const stored = JSON.stringify([shown, await ada.call('activity.listEvents', { limit: 500 })])
      assert.ok(!stored.includes(created.secret) && !stored.includes(old))
    })

    it('says how to add the webhook if the account cannot', async () => {
      const at = forge.addRepo('grace/readable')
      const { id: repo } = await ada.call('repos.connect', { project: 'web', url: at.url })
      await eventually(async () => (await ada.call('repos.get', { repo })).webhook, 'failed')
      const { failure, pollMinutes } = await ada.call('repos.getWebhook', { repo })
      assert.match(failure!, /can't create webhooks at .* Add the webhook/)
      assert.equal(pollMinutes, 5)
      await settled()
    })

    it('never runs two syncs of a repository at the same time, on any node', async () => {
      const { repo } = shared
      const second =
        engine === 'pgsql'
          ? await runTestServer({ ...server.environment, REPO_HOSTS: forge.host })
          : undefined
      const elsewhere = second ? clientFor(second.url, ada.token) : ada.call
      const from = forge.requests.length
      const calls = Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? ada.call : elsewhere))
      const results = await Promise.all(calls.map((call) => call('repos.sync', { repo })))
      assert.deepEqual([...new Set(results.map(({ status }) => status))], ['ready'])
      const lines = forge.requests.slice(from).map(({ line }) => line)
      const phases = lines.flatMap((line) =>
        line === 'GET /repos/ada/shared' ? ['start'] : line.includes('state=closed') ? ['end'] : [],
      )
      const rounds = phases.length / 2
      assert.ok(rounds >= 1 && rounds <= 4, `${rounds} rounds for 6 calls`)
      assert.deepEqual(phases, Array.from({ length: rounds }, () => ['start', 'end']).flat())
      await second?.stop()
      await settled()
    })

    it('syncs once more after a delivery during a sync', async () => {
      const { at, repo } = shared
      await requestSync(server.app.database, repo)
      const lease = (await takeLease(server.app, repo))!
      const syncs = syncsOf('shared')
      const responses = await Promise.all([at.deliver('push'), at.deliver('push')])
      assert.deepEqual(
        responses.flat().map(({ status }) => status),
        [202, 202],
      )
      assert.equal(syncsOf('shared'), syncs)
      assert.equal(await releaseLease(server.app, lease), true, 'another one is requested')
      await ada.call('repos.sync', { repo })
      // The queued job can do one of the two.
      assert.ok([1, 2].includes(syncsOf('shared') - syncs))
      await settled()
    })

    it('takes over the sync of a node that died, and keeps that node from storing', async () => {
      const { at, repo } = shared
      await requestSync(server.app.database, repo)
      const dead = (await takeLease(server.app, repo))!
      const head = at.commit({ message: 'Unseen', files: { b: 'b' } })
      await at.delivered()
      await server.app.jobs.runNow('sync-repos')
      assert.notEqual((await ada.call('repos.get', { repo })).head, head, 'the lease protects it')
      await server.app.database.run(
        sql`update repos set syncing_since = syncing_since - interval '2 minutes', status = 'syncing' where id = ${repo}`,
      )
      await server.app.jobs.runNow('sync-repos')
      await eventually(async () => (await ada.call('repos.get', { repo })).head, head)
      await settled()
      assert.equal((await ada.call('repos.get', { repo })).status, 'ready')
      assert.equal(await releaseLease(server.app, dead, { again: true }), false)
      await settled()
    })
  })
}

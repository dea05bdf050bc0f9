import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestServer, startOwnServer, startTestServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'

const token = 'token-of-the-scraper'

describe('metrics', () => {
  let server: TestServer
  before(async () => {
    server = await startOwnServer(undefined, { METRICS_TOKEN: token, RATE_LIMIT_API: '20' })
  })
  after(() => server.stop())

  const scrape = (headers: Record<string, string> = { Authorization: `Bearer ${token}` }) =>
    fetch(`${server.url}/metrics`, { headers })

  it('returns 404 without METRICS_TOKEN, even on the same machine', async () => {
    const { url } = await startTestServer()
    assert.equal((await fetch(`${url}/metrics`)).status, 404)
  })

  it('rejects a scraper without the token', async () => {
    assert.equal((await scrape({})).status, 401)
    assert.equal((await scrape({ Authorization: 'Bearer another-token' })).status, 401)
  })

  it('counts operations, connections, jobs, followers and rejected requests', async () => {
    const ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Shop' })
    await server.app.database.run(
      sql`update journal_followers set epoch = ${server.app.epoch}, xid = '0', seq = 0 where name = 'search'`,
    )
    await server.app.jobs.enqueue('mail', { to: 'ada@example.com' })
    const flood = await Promise.all(Array.from({ length: 30 }, () => fetch(`${server.url}/api/projects`)))
    assert.ok(flood.some(({ status }) => status === 429))

    const text = await (await scrape()).text()
    const value = (sample: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')[1],
      )
    assert.ok(value('baton_operation_seconds_count{operation="projects.create",outcome="ok"}') >= 1)
    assert.ok(value('baton_database_connections{state="used"}') >= 0)
    assert.ok(value('baton_http_connections') >= 1)
    assert.equal(value('baton_jobs_waiting{job="mail"}'), 1)
    assert.ok(value('baton_jobs_oldest_seconds{job="mail"}') >= 0)
    assert.ok(value('baton_follower_lag_seconds{follower="search"}') > 0)
    assert.ok(value('baton_rate_limit_rejections_total{limit="network"}') >= 1)
  })

  // The rules of `promtool check metrics`.
  it('follows the naming conventions of Prometheus', async () => {
    const text = await (await scrape()).text()
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
      name: name!,
      type,
    }))
    assert.ok(types.length > 20)
    const counters = types.filter(({ type }) => type === 'counter')
    assert.deepEqual(
      types.filter(({ name }) => name.endsWith('_total')).map(({ name }) => name),
      counters.map(({ name }) => name),
    )
    for (const { name } of types) assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'))
  })
})

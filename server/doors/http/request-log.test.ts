import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestServer, startOwnServer } from '../../../test/harness.ts'
import { until } from '../../../test/poll.ts'
import { recordLog } from '../../../test/recorded-log.ts'

interface Line {
  route?: string
  status?: number
  ip?: string
  user?: string
}

describe('request log', () => {
  const recorded = recordLog()
  let server: TestServer
  before(async () => (server = await startOwnServer(undefined, {}, { log: recorded.log })))
  after(() => server.stop())

  const find = (route: string) =>
    recorded
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .find((line) => line.route === route)

  it('logs the user and the client IP address, and no part of the URL', async () => {
    const ada = await server.register('Ada')
    const { slug } = await ada.call('projects.create', { name: 'Secret plan' })
    await ada.call('projects.archive', { project: slug })
    // A request is logged after its response was sent.
    await until(() => find('/api/projects/:project/archive') !== undefined)
    const registered = find('/api/auth/register')!
    assert.deepEqual([registered.user, registered.ip], [undefined, '127.0.0.1'])
    const archived = find('/api/projects/:project/archive')!
    assert.deepEqual([archived.user, archived.ip, archived.status], [ada.user.id, '127.0.0.1', 200])
    assert.ok(!recorded.text().includes(slug))
  })
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, it } from 'node:test'
import {
  type Engine,
  type TestServer,
  clientFor,
  engines,
  runTestServer,
  startOwnServer,
} from '../harness.ts'
import { LiveClient } from '../live-client.ts'
import { until } from '../poll.ts'
import { createDatabase, replaceDatabase } from '../postgres-template.ts'
import { addMember } from '../world.ts'
import { waitForHealth } from './health.ts'

const followers = { search: true, followers: true, webhooks: { run: true } }

/** Copies the database of a stopped server. Returns a function that replaces the current database by the copy. */
async function copyDatabase(engine: Engine, { DATA_DIR, DATABASE_URL }: Record<string, string>) {
  if (engine === 'pgsql') {
    const copy = await createDatabase(new URL(DATABASE_URL!).pathname.slice(1))
    // The server keeps running, as it does when PostgreSQL fails over to a standby that lags.
    return async (server: TestServer) => {
      await replaceDatabase(DATABASE_URL!, copy)
      await waitForHealth(server.url, 200)
      return server
    }
  }
  const [folder, copy] = ['database', 'copy'].map((name) => path.join(DATA_DIR!, name)) as [string, string]
  await until(() => isShutDown(folder))
  execFileSync('cp', ['-R', folder, copy])
  return async (server: TestServer) => {
    await server.stop()
    await until(() => isShutDown(folder))
    fs.rmSync(folder, { recursive: true })
    fs.renameSync(copy, folder)
    return runTestServer(server.environment, followers)
  }
}

/**
 * Returns whether the thread of the embedded database has written its last checkpoint: the state in pg_control is 1.
 */
function isShutDown(folder: string): boolean {
  return fs.readFileSync(path.join(folder, 'global/pg_control')).readUInt32LE(16) === 1
}

for (const engine of engines) {
  describe(`a database that is replaced by an older copy, on ${engine}`, () => {
    let server: TestServer | undefined
    afterEach(() => server?.stop())

    it('expires the cursors of lostCursor events, and delivers new events to clients and journal consumers', async () => {
      const first = await startOwnServer(engine)
      const { token, ...ada } = await first.register('Ada')
      await ada.call('projects.create', { name: 'Web' })
      const grace = await addMember(first, { token, ...ada }, 'member')
      const { nextCursor: survivingCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      await first.stop()
      const restoreCopy = await copyDatabase(engine, first.environment)

      server = await runTestServer(first.environment, followers)
      const client = await LiveClient.open(server, token)
      await client.follow('organization')
      const before = clientFor(server.url, token)
      for (const title of ['Lost 1', 'Lost 2', 'Lost 3'])
        await before('tasks.create', { project: 'web', title })
      const seen = await client.eventsUntil(({ subject }) => subject.key === 'WEB-3')
      const lostCursor = seen.at(-1)!.cursor
      await until(async () => (await before('search.find', { q: 'Lost' })).items.length > 0)
      server = await restoreCopy(server)
      assert.equal((await client.end()).code, 1012)

      const call = clientFor(server.url, token)
      await assert.rejects(call('activity.listEvents', { cursor: lostCursor }), { code: 'cursor_expired' })
      const again = await LiveClient.open(server, token)
      again.send({ type: 'subscribe', topics: ['organization'], cursor: lostCursor })
      assert.equal((await again.next('error')).code, 'cursor_expired')
      await again.follow('organization', survivingCursor)

      const assignee = grace.user.username
      for (const title of ['New 1', 'New 2', 'New 3', 'New 4'])
        await call('tasks.create', { project: 'web', title, assignee })
      await again.eventsUntil(({ subject }) => subject.key === 'WEB-4')
      assert.deepEqual(keysOf(again.events), ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4'])
      const { items } = await call('activity.listEvents', { cursor: survivingCursor })
      assert.deepEqual(keysOf(items), ['WEB-1', 'WEB-2', 'WEB-3', 'WEB-4'])
      await assert.rejects(call('activity.listEvents', { cursor: lostCursor }), { code: 'cursor_expired' })
      await until(async () => (await call('search.find', { q: 'New 4' })).items.length > 0)
      const asGrace = clientFor(server.url, grace.token)
      await until(async () => (await asGrace('notifications.list', {})).items.length === 4)
      again.close()
    })
  })
}

function keysOf(events: { type: string; subject: { key: string | null } }[]): (string | null)[] {
  return events.filter(({ type }) => type === 'task.created').map(({ subject }) => subject.key)
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type RecordedLog, recordLog } from '../../test/recorded-log.ts'
import { engines, freshDatabase, runTestServer } from '../../test/harness.ts'
import { type RedisServer, startRedis, withoutRedis } from '../../test/partners/redis.ts'
import { type Database, openDatabase } from '../database/connect.ts'
import { type Bus, openBus } from './bus.ts'

const withoutPostgres = engines.includes('pgsql') ? false : 'PostgreSQL is not here'
const wires = [
  { kind: 'postgresql', skip: withoutPostgres },
  { kind: 'redis', skip: withoutPostgres || withoutRedis },
] as const

for (const { kind, skip } of wires) {
  const onlyRedis = kind === 'redis' ? false : 'a PostgreSQL that is away is told of in test/faults'
  describe(`the bus between two nodes, over ${kind}`, { skip }, () => {
    let redis: RedisServer | undefined
    let recorded: RecordedLog
    let databases: Database[]
    let one: Bus
    let other: Bus
    before(async () => {
      if (kind === 'redis') redis = await startRedis()
      recorded = recordLog()
      const url = (await freshDatabase('pgsql')).DATABASE_URL!
      databases = [url, url].map((each) => openDatabase({ engine: 'pgsql', url: each, pool: 5 }))
      const [first, second] = await Promise.all(databases.map((each) => open(each)))
      one = first!
      other = second!
    })
    after(async () => {
      await Promise.all([one.close(), other.close()])
      await Promise.all(databases.map((each) => each.close()))
      await redis?.remove()
    })
    const open = (database: Database) => openBus(database, recorded.log, { redisUrl: redis?.url })
    const drop = async () => {
      if (redis) return redis.dropClients()
      await databases[0]!.run(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query in ('listen baton', 'select 1') and pid <> pg_backend_pid()`,
      )
    }

    it('carries what grew, who came and what was revoked to the other node, and tells it here', async () => {
      const organization = randomUUID()
      const heard = Promise.all(
        [one, other].flatMap((bus) => [
          first(bus.onNews),
          bus.news(organization, 60_000, new AbortController().signal),
          said(bus.onPresence, organization),
          said(bus.onRevoked, organization),
        ]),
      )
      one.journalGrew([organization, null])
      one.presenceChanged([organization])
      one.revoked(organization)
      await heard
      assert.deepEqual(one.wire(), { kind, connected: true })
    })

    it('carries more than fits one notice, each once', async () => {
      const ids = Array.from({ length: 250 }, () => randomUUID())
      const counts = new Map<string, number>()
      const forget = other.onRevoked((id) => counts.set(id, (counts.get(id) ?? 0) + 1))
      const last = said(other.onPresence, 'the end')
      for (const id of [...ids, ...ids]) one.revoked(id)
      await said(other.onRevoked, ids.at(-1)!)
      one.presenceChanged(['the end'])
      await last
      forget()
      assert.deepEqual([...counts.keys()].toSorted(), ids.toSorted())
      assert.ok([...counts.values()].every((count) => count === 1))
    })

    it('is heard by both again when their connections are cut, and both are told that they may have missed something', async () => {
      const told = Promise.all([first(one.onReconnected), first(other.onReconnected)])
      await drop()
      await told
      await bothHear()
      assert.ok(recorded.text().includes('the bus'), 'and it is logged')
    })

    it(
      'carries later what it could not carry at once, and nobody waits for it',
      { skip: onlyRedis },
      async () => {
        await redis!.kill()
        await first(other.onReconnected)
        const id = randomUUID()
        one.revoked(id)
        assert.equal(other.wire()!.connected, false)
        const heard = said(other.onRevoked, id)
        await redis!.start()
        await heard
        await bothHear()
      },
    )

    it('notices a server that hangs, and hears again when it goes on', { skip: onlyRedis }, async () => {
      redis!.hang()
      await Promise.all([first(one.onReconnected), first(other.onReconnected)])
      const id = randomUUID()
      one.revoked(id)
      const heard = said(other.onRevoked, id)
      redis!.goOn()
      await heard
      await bothHear()
      assert.ok(!recorded.text().includes(redis!.password), 'no password is logged')
      assert.ok(!recorded.text().includes(encodeURIComponent(redis!.password)), 'in no spelling')
    })

    it('says nothing to another instance', async () => {
      const { DATABASE_URL } = await freshDatabase('pgsql')
      const elsewhere = openDatabase({ engine: 'pgsql', url: DATABASE_URL!, pool: 5 })
      const stranger = await open(elsewhere)
      const overheard: string[] = []
      stranger.onRevoked((id) => overheard.push(id))
      one.revoked(randomUUID())
      await bothHear()
      // What was said first would have come first: its own channel is served in order after the other's.
      const own = await open(elsewhere)
      own.revoked('our own')
      await said(stranger.onRevoked, 'our own')
      assert.deepEqual(overheard, ['our own'])
      await Promise.all([stranger.close(), own.close()])
      await elsewhere.close()
    })

    /** Each says something until the other has heard it: after a cut there is no telling who is back first. */
    async function bothHear(): Promise<void> {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const id = randomUUID()
        const heard = said(to.onRevoked, id)
        const repeating = setInterval(() => from.revoked(id), 50)
        await heard
        clearInterval(repeating)
      }
    }
  })
}

describe('a node whose Redis is away', { skip: withoutPostgres || withoutRedis }, () => {
  it('starts, says so at /health, writes, ends what was revoked elsewhere, and finds it when it comes', async () => {
    const redis = await startRedis({ running: false })
    const recorded = recordLog()
    const settings = {
      ...(await freshDatabase('pgsql')),
      ...{ PORT: '0', LOG_LEVEL: 'silent', REDIS_URL: redis.url },
    }
    const node = await runTestServer(settings, { log: recorded.log })
    const second = await runTestServer(settings, { log: recorded.log })
    try {
      assert.deepEqual(await busAt(node.url), { wire: 'redis', status: 'unreachable' })
      await recorded.line('the bus has no connection to Redis')
      const ada = await node.register('Ada')
      await ada.call('projects.create', { name: 'Website' })
      const made = await ada.call('credentials.createMcpToken', { name: 'agent' })
      const stream = await fetch(`${second.url}/mcp/sse`, {
        headers: { Authorization: `Bearer ${made.value}` },
      })
      const ended = stream.text()
      await ada.call('credentials.revokeMcpToken', { mcpToken: made.id })
      await ended

      const back = first(node.app.bus.onReconnected)
      await redis.start()
      await back
      const heard = said(second.app.bus.onRevoked, 'an id')
      const repeating = setInterval(() => node.app.bus.revoked('an id'), 50)
      await heard
      clearInterval(repeating)
      assert.ok(!recorded.text().includes(encodeURIComponent(redis.password)))
    } finally {
      await node.stop()
      await second.stop()
      await redis.remove()
    }
  })
})

async function busAt(url: string): Promise<unknown> {
  return ((await (await fetch(`${url}/health`)).json()) as { bus: unknown }).bus
}

/** The first time that a listener is called. */
function first(listen: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const forget = listen(() => {
      forget()
      resolve()
    })
  })
}

/** When this id is said. */
function said(listen: (listener: (id: string) => void) => () => void, awaited: string): Promise<void> {
  return new Promise((resolve) => {
    const forget = listen((id) => {
      if (id !== awaited) return
      forget()
      resolve()
    })
  })
}

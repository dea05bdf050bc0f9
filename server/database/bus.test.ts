import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type RecordedLog, recordLog } from '../../test/recorded-log.ts'
import { freshDatabase, runTestServer, withoutPostgres } from '../../test/harness.ts'
import { type RedisServer, startRedis, withoutRedis } from '../../test/partners/redis.ts'
import { type Database, openDatabase } from './connect.ts'
import { sql } from './sql.ts'
import { type Bus, openBus } from './bus.ts'

const wires = [
  { kind: 'postgresql', skip: withoutPostgres },
  { kind: 'redis', skip: withoutPostgres || withoutRedis },
] as const

for (const { kind, skip } of wires) {
  const onlyRedis = kind === 'redis' ? false : 'test/faults covers an unreachable PostgreSQL'
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
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query in ('listen baton', 'select 1') and pid <> pg_backend_pid()`,
      )
    }

    it('delivers journal, presence and revocation notices to both nodes', async () => {
      const organization = randomUUID()
      const received = Promise.all(
        [one, other].flatMap((bus) => [
          first(bus.onNews),
          bus.news(organization, 60_000, new AbortController().signal),
          idFrom(bus.onPresence, organization),
          idFrom(bus.onRevoked, organization),
        ]),
      )
      one.journalGrew([organization, null])
      one.presenceChanged([organization])
      one.revoked(organization)
      await received
      assert.deepEqual(one.wire(), { kind, connected: true })
    })

    it('splits many ids over several notices and delivers each id once', async () => {
      const ids = Array.from({ length: 250 }, () => randomUUID())
      const counts = new Map<string, number>()
      const unsubscribe = other.onRevoked((id) => counts.set(id, (counts.get(id) ?? 0) + 1))
      const last = idFrom(other.onPresence, 'the end')
      for (const id of [...ids, ...ids]) one.revoked(id)
      await idFrom(other.onRevoked, ids.at(-1)!)
      one.presenceChanged(['the end'])
      await last
      unsubscribe()
      assert.deepEqual([...counts.keys()].toSorted(), ids.toSorted())
      assert.ok([...counts.values()].every((count) => count === 1))
    })

    it('reconnects after dropped connections and reports the gap to both nodes', async () => {
      const reconnected = Promise.all([first(one.onReconnected), first(other.onReconnected)])
      await drop()
      await reconnected
      await bothReceive()
      assert.ok(recorded.text().includes('the bus'), 'the log reports it')
    })

    it(
      'delivers notices later if the wire is down, without blocking the sender',
      { skip: onlyRedis },
      async () => {
        await redis!.kill()
        await first(other.onReconnected)
        const id = randomUUID()
        one.revoked(id)
        assert.equal(other.wire()!.connected, false)
        const received = idFrom(other.onRevoked, id)
        await redis!.start()
        await received
        await bothReceive()
      },
    )

    it('detects a hanging server and recovers when it resumes', { skip: onlyRedis }, async () => {
      redis!.hang()
      await Promise.all([first(one.onReconnected), first(other.onReconnected)])
      const id = randomUUID()
      one.revoked(id)
      const received = idFrom(other.onRevoked, id)
      redis!.resume()
      await received
      await bothReceive()
      assert.ok(!recorded.text().includes(redis!.password), 'no password is logged')
      assert.ok(!recorded.text().includes(encodeURIComponent(redis!.password)), 'not even URL-encoded')
    })

    it('sends nothing to another instance', async () => {
      const { DATABASE_URL } = await freshDatabase('pgsql')
      const elsewhere = openDatabase({ engine: 'pgsql', url: DATABASE_URL!, pool: 5 })
      const stranger = await open(elsewhere)
      const received: string[] = []
      stranger.onRevoked((id) => received.push(id))
      one.revoked(randomUUID())
      await bothReceive()
      // Notices arrive in order, so a leaked one would arrive before this one.
      const own = await open(elsewhere)
      own.revoked('our own')
      await idFrom(stranger.onRevoked, 'our own')
      assert.deepEqual(received, ['our own'])
      await Promise.all([stranger.close(), own.close()])
      await elsewhere.close()
    })

    /** Repeats a notice in each direction until it arrives, because either node may reconnect first. */
    async function bothReceive(): Promise<void> {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const id = randomUUID()
        const received = idFrom(to.onRevoked, id)
        const repeating = setInterval(() => from.revoked(id), 50)
        await received
        clearInterval(repeating)
      }
    }
  })
}

describe('a node without a connection to Redis', { skip: withoutPostgres || withoutRedis }, () => {
  it('starts, reports it at /health, ends streams revoked on another node, and connects later', async () => {
    const redis = await startRedis({ running: false })
    const recorded = recordLog()
    const settings = {
      ...(await freshDatabase('pgsql')),
      PORT: '0',
      LOG_LEVEL: 'silent',
      REDIS_URL: redis.url,
    }
    const node = await runTestServer(settings, { log: recorded.log })
    const second = await runTestServer(settings, { log: recorded.log })
    try {
      assert.deepEqual(await busAt(node.url), { wire: 'redis', status: 'unreachable' })
      await recorded.line('the bus has no connection to Redis')
      const ada = await node.register('Ada')
      await ada.call('projects.create', { name: 'Website' })
      const mcpToken = await ada.call('credentials.createMcpToken', { name: 'agent' })
      const stream = await fetch(`${second.url}/mcp/sse`, {
        headers: { Authorization: `Bearer ${mcpToken.value}` },
      })
      const ended = stream.text()
      await ada.call('credentials.revokeMcpToken', { mcpToken: mcpToken.id })
      await ended

      const reconnected = first(node.app.bus.onReconnected)
      await redis.start()
      await reconnected
      const received = idFrom(second.app.bus.onRevoked, 'an id')
      const repeating = setInterval(() => node.app.bus.revoked('an id'), 50)
      await received
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

/** Resolves when the listener is first called. */
function first(listen: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = listen(() => {
      unsubscribe()
      resolve()
    })
  })
}

/** Resolves when the listener receives this id. */
function idFrom(listen: (listener: (id: string) => void) => () => void, expected: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = listen((id) => {
      if (id !== expected) return
      unsubscribe()
      resolve()
    })
  })
}

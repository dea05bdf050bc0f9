import { sql } from '../../../server/database/sql.ts'
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openConfigured, readConfig } from '../../../server/start.ts'
import { type Engine, freshDatabase } from '../../harness.ts'
import { freePort } from '../../partners/postgres.ts'
import { startRedis } from '../../partners/redis.ts'
import { type ServerProcess, startServerProcess } from '../../partners/server-process.ts'
import { highRateLimits } from '../own-postgres.ts'
import { type SeededRandom, seededRandom } from './random.ts'
import { Subscriber } from './subscriber.ts'
import { type LiveWorld, type ReceivedEvent, buildLiveWorld } from './world.ts'
import { type LiveWriters, startLiveWriters } from './writers.ts'

/*
 * Promise: every subscriber receives every event that it can see, once and in order, even when connections break and
 * nodes die. Before a release, run with LIVE_SUBSCRIBERS=1000 LIVE_WRITERS=100 LIVE_KILLS=6 TEST_TIMEOUT=1500000.
 */
const size = {
  subscribers: Number(process.env.LIVE_SUBSCRIBERS ?? 54),
  writers: Number(process.env.LIVE_WRITERS ?? 12),
  kills: Number(process.env.LIVE_KILLS ?? 2),
  /** Acknowledged writes of each writer between two kills. */
  each: Number(process.env.LIVE_WRITES ?? 3),
}
const timeout = 900_000

export interface Setup {
  name: string
  engine: Engine
  nodes: number
  redis?: boolean
  skip: string | false
}

export function testLiveDelivery({ name, engine, nodes, redis: withRedis, skip }: Setup): void {
  describe(`${size.subscribers} subscribers and ${size.writers} writers, ${name}`, { skip, timeout }, () => {
    const sentence = 'delivers each visible event once and in order, despite cut connections and killed nodes'
    it(sentence, { timeout }, async (t) => {
      const random = seededRandom()
      t.diagnostic(`LIVE_SEED=${random.seed}`)
      const redis = withRedis ? await startRedis() : undefined
      const settings: Record<string, string> = {
        ...(await freshDatabase(engine)),
        ...highRateLimits,
        LIVE_CONNECTIONS: '1000000',
        ...(redis && { REDIS_URL: redis.url }),
      }
      const world = await buildLiveWorld(settings)
      const cluster = await startNodes(settings, nodes)
      const known = new Map<string, string>()
      const subscribers = Array.from({ length: size.subscribers }, (_, number) => {
        const kind = world.kinds[number % world.kinds.length]!
        return new Subscriber(kind, cluster.urls, random, known)
      })
      await Promise.all(subscribers.map((each) => each.start()))

      const writers = startLiveWriters(world.writers, size.writers, cluster.urls, random, () => {
        if (random.below(4) === 0) random.oneOf(subscribers).cut()
      })
      await killNodes(cluster, writers, random)
      await writers.stop()
      await world.writeMarkers(cluster.urls()[0]!)
      await waitForMarkers(subscribers, world)
      await Promise.all(subscribers.map((each) => each.stop()))
      await cluster.stop()
      await redis?.remove()

      const journal = await readJournal(settings, world.organizationId)
      const deliveries = subscribers.reduce((sum, { events }) => sum + events.length, 0)
      const connections = subscribers.reduce((sum, each) => sum + each.connections, 0)
      t.diagnostic(
        `${writers.acknowledged.length} tasks and ${writers.profileUpdates} profiles written, ${size.kills} nodes killed, ` +
          `${connections} connections, ${deliveries} deliveries`,
      )
      assert.deepEqual(
        [...new Set([...writers.unexpected, ...subscribers.flatMap((each) => each.unexpected)])],
        [],
      )
      const journaled = new Set(journal.everything)
      assert.deepEqual(
        writers.acknowledged.filter((id) => !journaled.has(id)),
        [],
        'every acknowledged task is in the journal',
      )
      assertEachReceivedItsEvents(subscribers, world, journal.rows)
    })
  })
}

interface Cluster {
  /** URLs of all nodes, including dead ones: a client can't know. */
  urls(): string[]
  /** Kills a node, as a power cut would, and starts it again. */
  restart(number: number): Promise<void>
  stop(): Promise<void>
}

async function startNodes(settings: Record<string, string>, count: number): Promise<Cluster> {
  const environments: Record<string, string>[] = []
  for (let number = 0; number < count; number++)
    environments.push({ ...settings, PORT: String(await freePort()) })
  const start = (number: number) =>
    startServerProcess(environments[number]!, { output: path.join(settings.DATA_DIR!, `${number}.log`) })
  const running: ServerProcess[] = await Promise.all(environments.map((_, number) => start(number)))
  const urls = running.map(({ url }) => url)
  return {
    urls: () => urls,
    async restart(number) {
      assert.ok(running[number]!.running(), 'no node ended on its own')
      await running[number]!.kill()
      running[number] = await start(number)
    },
    async stop() {
      for (const node of running) await node.stop()
    },
  }
}

async function killNodes(cluster: Cluster, writers: LiveWriters, random: SeededRandom): Promise<void> {
  const count = cluster.urls().length
  for (let kill = 0; kill < size.kills; kill++) {
    await writers.waitForCount(writers.acknowledged.length + size.writers * size.each)
    await cluster.restart(random.below(count))
  }
  await writers.waitForCount(writers.acknowledged.length + size.writers * size.each)
}

/** Waits for the last writes as long as events arrive. The later comparison reports missing ones. */
async function waitForMarkers(subscribers: Subscriber[], { kinds }: LiveWorld): Promise<void> {
  const markersOf = new Map(kinds.map((kind) => [kind.name, kind.markers]))
  const progress = () =>
    subscribers.reduce((sum, { events, connections }) => sum + events.length + connections, 0)
  const missing = () =>
    subscribers.some(({ markers, subscription }) => markers < markersOf.get(subscription.name)!)
  for (let before = -1, idle = 0; missing() && idle < 2400; idle = progress() === before ? idle + 1 : 0) {
    before = progress()
    await pause(50)
  }
}

async function readJournal(settings: Record<string, string>, organizationId: string) {
  const undo: (() => unknown)[] = []
  const database = openConfigured(readConfig(settings), undo, 0)
  const everything = await database.run<{ subject_id: string }>(sql`select subject_id from journal`)
  const rows = await database.run<Record<'xid' | 'seq', string> & Omit<ReceivedEvent, 'xid' | 'seq'>>(
    sql`select id, xid::text, seq::text, project_id, private_to, subject_id from journal
      where organization_id = ${organizationId} order by journal.xid, journal.seq`,
  )
  for (const step of undo.toReversed()) await step()
  return {
    everything: everything.map(({ subject_id }) => subject_id),
    rows: rows.map((row): ReceivedEvent => ({ ...row, xid: BigInt(row.xid), seq: BigInt(row.seq) })),
  }
}

function assertEachReceivedItsEvents(
  subscribers: Subscriber[],
  { kinds }: LiveWorld,
  rows: ReceivedEvent[],
): void {
  const visible = new Map(kinds.map((kind) => [kind.name, rows.filter((row) => kind.receives(row))]))
  for (const { subscription, startCursor, events } of subscribers) {
    const [, xid, seq] = Buffer.from(startCursor!, 'base64url').toString().split('.')
    const after = (row: ReceivedEvent) =>
      row.xid > BigInt(xid!) || (row.xid === BigInt(xid!) && row.seq > BigInt(seq!))
    const expected = visible.get(subscription.name)!.filter(after)
    const differs = expected.findIndex(({ id }, at) => events[at] !== id)
    const at = differs === -1 ? expected.length : differs
    // Shows only the first difference of possibly thousands.
    assert.deepEqual(
      { received: events.slice(at, at + 5), total: events.length },
      {
        received: differs === -1 ? [] : expected.slice(at, at + 5).map(({ id }) => id),
        total: expected.length,
      },
      `${subscription.name}, from event ${at}`,
    )
  }
}

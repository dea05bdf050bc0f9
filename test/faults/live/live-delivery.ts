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
 * Promise: whoever follows gets every event that they may see, once and in order, whatever becomes of connections and nodes.
 * LIVE_SUBSCRIBERS=1000 LIVE_WRITERS=100 LIVE_KILLS=6 TEST_TIMEOUT=1500000 is the size that a release is tried with.
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
    const sentence = 'each gets every event that they may see once and in order, whatever is cut and killed'
    it(sentence, { timeout }, async (t) => {
      const chance = seededRandom()
      t.diagnostic(`LIVE_SEED=${chance.seed}`)
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
        const following = world.kinds[number % world.kinds.length]!
        return new Subscriber(following, cluster.urls, chance, known)
      })
      await Promise.all(subscribers.map((each) => each.start()))

      const writers = startLiveWriters(world.writers, size.writers, cluster.urls, chance, () => {
        if (chance.below(4) === 0) chance.oneOf(subscribers).cut()
      })
      await killNodes(cluster, writers, chance)
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
        'nothing acknowledged is missing',
      )
      assertEachReceivedItsEvents(subscribers, world, journal.rows)
    })
  })
}

interface Cluster {
  /** All of them, the dead ones too: a client does not know. */
  urls(): string[]
  /** Ends one as a power cut would, and starts it again. */
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
      assert.ok(running[number]!.running(), 'no node ended by itself')
      await running[number]!.kill()
      running[number] = await start(number)
    },
    async stop() {
      for (const node of running) await node.stop()
    },
  }
}

async function killNodes(cluster: Cluster, writers: LiveWriters, chance: SeededRandom): Promise<void> {
  const count = cluster.urls().length
  for (let kill = 0; kill < size.kills; kill++) {
    await writers.waitForCount(writers.acknowledged.length + size.writers * size.each)
    await cluster.restart(chance.below(count))
  }
  await writers.waitForCount(writers.acknowledged.length + size.writers * size.each)
}

/** Waits for the last writes, for as long as anything arrives; what is missing then, the comparison tells. */
async function waitForMarkers(subscribers: Subscriber[], { kinds }: LiveWorld): Promise<void> {
  const marksOf = new Map(kinds.map((kind) => [kind.name, kind.markers]))
  const progress = () =>
    subscribers.reduce((sum, { events, connections }) => sum + events.length + connections, 0)
  const missing = () =>
    subscribers.some(({ markers: marks, subscription: following }) => marks < marksOf.get(following.name)!)
  for (let before = -1, idle = 0; missing() && idle < 2400; idle = progress() === before ? idle + 1 : 0) {
    before = progress()
    await pause(50)
  }
}

async function readJournal(settings: Record<string, string>, organizationId: string) {
  const undo: (() => unknown)[] = []
  const database = openConfigured(readConfig(settings), undo, 0)
  const everything = await database.run<{ subject_id: string }>('select subject_id from journal')
  const rows = await database.run<Record<'xid' | 'seq', string> & Omit<ReceivedEvent, 'xid' | 'seq'>>(
    `select id, xid::text, seq::text, project_id, private_to, subject_id from journal
      where organization_id = $1 order by journal.xid, journal.seq`,
    [organizationId],
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
  const due = new Map(kinds.map((kind) => [kind.name, rows.filter((row) => kind.receives(row))]))
  for (const { subscription: following, startCursor: start, events } of subscribers) {
    const [, xid, seq] = Buffer.from(start!, 'base64url').toString().split('.')
    const after = (row: ReceivedEvent) =>
      row.xid > BigInt(xid!) || (row.xid === BigInt(xid!) && row.seq > BigInt(seq!))
    const expected = due.get(following.name)!.filter(after)
    const differs = expected.findIndex(({ id }, at) => events[at] !== id)
    const at = differs === -1 ? expected.length : differs
    // Where it goes wrong first: of thousands, nobody wants to read more.
    assert.deepEqual(
      { got: events.slice(at, at + 5), of: events.length },
      { got: differs === -1 ? [] : expected.slice(at, at + 5).map(({ id }) => id), of: expected.length },
      `${following.name}, from event ${at} on`,
    )
  }
}

import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Database } from '../database/connect.ts'
import { type Wire, type WireEnd, decodeNotice, encodeNotice, watchLine } from './bus-wire.ts'
import type { Log } from './log.ts'

const shortestPause = 100
const longestPause = 1000
// So long a start waits for Redis before it goes on without.
const patience = 2000

/**
 * Publish and subscribe on one connection (RESP3): who can be heard hears. Nothing is stored in Redis, and nothing waits
 * for it. What it says of errors holds no address and no password; its address is never logged.
 */
export async function openRedisWire(
  url: string,
  database: Database,
  self: string,
  end: WireEnd,
  log: Log,
): Promise<Wire> {
  const channel = await channelOf(database)
  const redis = new Redis(url, {
    lazyConnect: true,
    protocol: 3,
    connectTimeout: 5000,
    // What cannot be sent now fails now; the bus says it again.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 5000,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(shortestPause * 2 ** (times - 1), longestPause),
  })
  let subscribed = false
  let watch: ReturnType<typeof watchLine> | undefined
  let away = false
  let reason = 'it cannot be reached'
  const settled = Promise.withResolvers<void>()
  const timer = setTimeout(settled.resolve, patience)

  redis.on('error', (error: Error) => void (reason = error.message))
  redis.on('ready', async () => {
    try {
      await redis.subscribe(channel)
    } catch (error) {
      // Not let in, or not to this: to ask at once would be no use.
      reason = (error as Error).message
      setTimeout(() => redis.disconnect(true), longestPause).unref()
      return
    }
    subscribed = true
    reason = 'the connection was closed'
    watch = watchLine(
      () => redis.ping(),
      (lost) => {
        reason = lost.message
        watch?.stop()
        redis.disconnect(true)
      },
    )
    settled.resolve()
    if (!away) return
    away = false
    log.info('the bus has its connection to Redis again')
    end.back()
  })
  redis.on('close', () => {
    watch?.stop()
    subscribed = false
    settled.resolve()
    // Said once, however often it is tried in vain.
    if (!away && redis.status !== 'end') log.warn({ reason }, 'the bus has no connection to Redis')
    away = true
  })
  redis.on('message', (_channel: string, text: string) => {
    const notice = decodeNotice(text, self)
    if (notice) end.heard(notice)
  })
  redis.connect().catch(() => {})
  await settled.promise
  clearTimeout(timer)
  if (!subscribed) away = true

  return {
    kind: 'redis',
    hears: () => subscribed && watch!.hears(),
    async send(notice) {
      for (const text of encodeNotice(notice, self)) await redis.publish(channel, text)
    },
    async close() {
      watch?.stop()
      redis.removeAllListeners('close')
      redis.disconnect()
    },
  }
}

/**
 * Instances that share a Redis have channels of their own: its databases do not divide them. The name is that of the
 * PostgreSQL database, as the server itself knows it, and not that of the data in it: nodes go on hearing each other when
 * a backup is restored under them, and a copy of the data elsewhere has nothing to say to them.
 */
async function channelOf(database: Database): Promise<string> {
  const [row] = await database.run<{ identity: string }>(
    `select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
       from pg_control_system()`,
  )
  return `baton:${createHash('sha256').update(row!.identity).digest('hex').slice(0, 32)}`
}

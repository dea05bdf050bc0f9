import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Database } from './connect.ts'
import { sql } from './sql.ts'
import { type Wire, type WireEnd, decodeNotice, encodeNotice, watchConnection } from './bus-wire.ts'
import type { Log } from '../platform/log.ts'

const minBackoffMs = 100
const maxBackoffMs = 1000
// How long a start waits for Redis before it continues without it.
const startTimeoutMs = 2000

/**
 * Publishes and subscribes on one connection (RESP3), so a node that can send can also receive. Nothing is stored in
 * Redis, and no write waits for it. Never logs the URL; error messages of ioredis contain neither URL nor password.
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
    // Fails fast while disconnected, because the bus retries.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 5000,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(minBackoffMs * 2 ** (times - 1), maxBackoffMs),
  })
  let subscribed = false
  let watch: ReturnType<typeof watchConnection> | undefined
  let isDown = false
  let reason = "it can't be reached"
  const settled = Promise.withResolvers<void>()
  const timer = setTimeout(settled.resolve, startTimeoutMs)

  redis.on('error', (error: Error) => void (reason = error.message))
  redis.on('ready', async () => {
    try {
      await redis.subscribe(channel)
    } catch (error) {
      // Redis denied access, so an immediate retry would fail too.
      reason = (error as Error).message
      setTimeout(() => redis.disconnect(true), maxBackoffMs).unref()
      return
    }
    subscribed = true
    reason = 'the connection was closed'
    watch = watchConnection(
      () => redis.ping(),
      (lost) => {
        reason = lost.message
        watch?.stop()
        redis.disconnect(true)
      },
    )
    settled.resolve()
    if (!isDown) return
    isDown = false
    log.info('the bus reconnected to Redis')
    end.reconnected()
  })
  redis.on('close', () => {
    watch?.stop()
    subscribed = false
    settled.resolve()
    // Logged once for each outage, not for each failed attempt.
    if (!isDown && redis.status !== 'end') log.warn({ reason }, 'the bus has no connection to Redis')
    isDown = true
  })
  redis.on('message', (_channel: string, text: string) => {
    const notice = decodeNotice(text, self)
    if (notice) end.receive(notice)
  })
  redis.connect().catch(() => {})
  await settled.promise
  clearTimeout(timer)
  if (!subscribed) isDown = true

  return {
    kind: 'redis',
    isConnected: () => subscribed && watch!.isConnected(),
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
 * Returns the channel of this instance. Instances that share a Redis need separate channels, because its databases
 * don't separate channels. The name is derived from the PostgreSQL database, not from the data in it: nodes stay
 * connected when a backup is restored, and a copy of the data in another database has another channel.
 */
async function channelOf(database: Database): Promise<string> {
  const [row] = await database.run<{ identity: string }>(
    sql`select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity
       from pg_control_system()`,
  )
  return `baton:${createHash('sha256').update(row!.identity).digest('hex').slice(0, 32)}`
}

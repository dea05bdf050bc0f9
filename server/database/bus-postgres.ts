import type { Database } from './connect.ts'
import { sql } from './sql.ts'
import { type Wire, type WireEnd, decodeNotice, encodeNotice, watchConnection } from './bus-wire.ts'
import type { Log } from '../platform/log.ts'

const channel = 'baton'
const reconnectDelayMs = 500

/** Runs LISTEN on its own connection, and NOTIFY through the pool after the commit that a notice reports. */
export async function openPostgresWire(
  database: Database,
  self: string,
  end: WireEnd,
  log: Log,
): Promise<Wire> {
  let closed = false
  let connection: { isConnected(): boolean; release(): void } | undefined

  const listen = async () => {
    const client = await database.connect()
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      watch.stop()
      client.release(true)
    }
    const reconnectAfter = (reason: Error) => {
      if (isReleased) return
      release()
      connection = undefined
      log.warn({ reason: reason.message }, 'the bus lost its connection')
      reconnect()
    }
    const watch = watchConnection(() => client.query('select 1'), reconnectAfter)
    client.on('error', reconnectAfter)
    client.on('notification', ({ payload }) => {
      const notice = decodeNotice(payload ?? '', self)
      if (notice) end.receive(notice)
    })
    try {
      await client.query(`listen ${channel}`)
    } catch (error) {
      release()
      throw error
    }
    // The connection may have been lost, or the wire closed, during the query.
    if (closed) release()
    else if (!isReleased) connection = { isConnected: watch.isConnected, release }
  }
  const reconnect = () => {
    if (closed) return
    setTimeout(async () => {
      try {
        await listen()
      } catch {
        return reconnect()
      }
      if (connection) {
        log.info('the bus reconnected')
        end.reconnected()
      }
    }, reconnectDelayMs).unref()
  }
  await listen()

  return {
    kind: 'postgresql',
    isConnected: () => connection?.isConnected() ?? false,
    async send(notice) {
      for (const text of encodeNotice(notice, self))
        await database.run(sql`select pg_notify(${channel}, ${text})`)
    },
    async close() {
      closed = true
      connection?.release()
    },
  }
}

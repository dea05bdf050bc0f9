import type { Database } from '../database/connect.ts'
import { type Wire, type WireEnd, decodeNotice, encodeNotice, watchLine } from './bus-wire.ts'
import type { Log } from './log.ts'

const channel = 'baton'
const pause = 500

/** LISTEN on a connection of its own; NOTIFY through the pool, after the commit that the notice tells of. */
export async function openPostgresWire(
  database: Database,
  self: string,
  end: WireEnd,
  log: Log,
): Promise<Wire> {
  let closed = false
  let line: { hears(): boolean; leave(): void } | undefined

  const listen = async () => {
    const client = await database.connect()
    let left = false
    const leave = () => {
      if (left) return
      left = true
      watch.stop()
      client.release(true)
    }
    const lost = (reason: Error) => {
      if (left) return
      leave()
      line = undefined
      log.warn({ reason: reason.message }, 'the bus lost its connection')
      again()
    }
    const watch = watchLine(() => client.query('select 1'), lost)
    client.on('error', lost)
    client.on('notification', ({ payload }) => {
      const notice = decodeNotice(payload ?? '', self)
      if (notice) end.heard(notice)
    })
    try {
      await client.query(`listen ${channel}`)
    } catch (error) {
      leave()
      throw error
    }
    // It may have been lost or given up in the meantime.
    if (closed) leave()
    else if (!left) line = { hears: watch.hears, leave }
  }
  const again = () => {
    if (closed) return
    setTimeout(async () => {
      try {
        await listen()
      } catch {
        return again()
      }
      if (line) {
        log.info('the bus has its connection again')
        end.back()
      }
    }, pause).unref()
  }
  await listen()

  return {
    kind: 'postgresql',
    hears: () => line?.hears() ?? false,
    async send(notice) {
      for (const text of encodeNotice(notice, self))
        await database.run('select pg_notify($1, $2)', [channel, text])
    },
    async close() {
      closed = true
      line?.leave()
    },
  }
}

import { EventEmitter } from 'node:events'
import type { Database } from '../database/connect.ts'
import type { Log } from './log.ts'

/**
 * Tells every node that the journal of an organization grew, or that a credential was revoked. Notices carry ids only:
 * whoever cares reads the journal. They are hints that may be lost, so nobody relies on them alone.
 */
export interface Bus {
  journalGrew(organizationIds: (string | null)[]): void
  /** A credential or a login has ended, or, by the id of a person, all that is theirs. */
  revoked(id: string): void
  onRevoked(listener: (id: string) => void): () => void
  /** Waits for news of one organization; true if it came, false if the time ran out first. */
  news(organizationId: string, milliseconds: number, signal: AbortSignal): Promise<boolean>
  /** Whenever the journal of any organization grew. */
  onNews(listener: () => void): () => void
  /** Who is there has changed in these organizations. */
  presenceChanged(organizationIds: string[]): void
  onPresence(listener: (organizationId: string) => void): () => void
  /** Notices may have been lost: whoever relies on them looks again. */
  onReconnected(listener: () => void): () => void
  close(): Promise<void>
}

interface Notice {
  organizations: string[]
  revoked: string[]
  presence: string[]
}

const channel = 'baton'
// A notice holds at most 8000 bytes on PostgreSQL; an id takes 39.
const idsPerNotice = 60

export async function openBus(database: Database, log: Log): Promise<Bus> {
  const local = new EventEmitter().setMaxListeners(0)
  const deliver = ({ organizations, revoked, presence }: Notice) => {
    for (const id of organizations) local.emit(`news ${id}`)
    if (organizations.length > 0) local.emit('news')
    for (const id of revoked) local.emit('revoked', id)
    for (const id of presence) local.emit('presence', id)
  }
  // The embedded database has one process, so its news travels no further.
  const wire =
    database.engine === 'pgsql'
      ? await listenAndNotify(database, deliver, log, () => local.emit('reconnected'))
      : undefined

  // What many commits have to say goes out as one notice: here with the next turn of the event loop, and to the other
  // nodes within a few milliseconds, because each notice costs a query.
  const here = gather(deliver, (flush) => setImmediate(flush))
  const elsewhere = wire && gather(wire.send, (flush) => setTimeout(flush, 10))

  return {
    journalGrew(organizationIds) {
      for (const id of organizationIds) {
        if (id) here.organization(id)
        if (id) elsewhere?.organization(id)
      }
    },
    revoked(id) {
      here.revoked(id)
      elsewhere?.revoked(id)
    },
    onRevoked(listener) {
      local.on('revoked', listener)
      return () => void local.off('revoked', listener)
    },
    news(organizationId, milliseconds, signal) {
      return new Promise((resolve) => {
        const done = (came: boolean) => {
          clearTimeout(timer)
          local.off(`news ${organizationId}`, heard)
          signal.removeEventListener('abort', given)
          resolve(came)
        }
        const heard = () => done(true)
        const given = () => done(false)
        const timer = setTimeout(given, milliseconds)
        local.on(`news ${organizationId}`, heard)
        signal.addEventListener('abort', given)
        if (signal.aborted) given()
      })
    },
    onNews(listener) {
      local.on('news', listener)
      return () => void local.off('news', listener)
    },
    presenceChanged(organizationIds) {
      for (const id of organizationIds) {
        here.presence(id)
        elsewhere?.presence(id)
      }
    },
    onPresence(listener) {
      local.on('presence', listener)
      return () => void local.off('presence', listener)
    },
    onReconnected(listener) {
      local.on('reconnected', listener)
      return () => void local.off('reconnected', listener)
    },
    close: async () => wire?.close(),
  }
}

/** Collects what is said until it is time to tell. */
function gather(tell: (notice: Notice) => void, later: (flush: () => void) => unknown) {
  let organizations = new Set<string>()
  let revoked = new Set<string>()
  let presence = new Set<string>()
  const add = (to: Set<string>, id: string) => {
    if (organizations.size + revoked.size + presence.size === 0) later(flush)
    to.add(id)
  }
  const flush = () => {
    const notice = { organizations: [...organizations], revoked: [...revoked], presence: [...presence] }
    organizations = new Set()
    revoked = new Set()
    presence = new Set()
    tell(notice)
  }
  return {
    organization: (id: string) => add(organizations, id),
    revoked: (id: string) => add(revoked, id),
    presence: (id: string) => add(presence, id),
  }
}

/** One connection that listens; notices are sent through the pool, after the commit they tell of. */
async function listenAndNotify(
  database: Database,
  deliver: (notice: Notice) => void,
  log: Log,
  reconnected: () => void,
) {
  let closed = false
  let release = () => {}

  const listen = async () => {
    const client = await database.connect()
    let held = true
    release = () => {
      if (held) client.release(true)
      held = false
    }
    client.on('notification', ({ payload }) => deliver(JSON.parse(payload!) as Notice))
    try {
      await client.query(`listen ${channel}`)
    } catch (error) {
      release()
      throw error
    }
    client.once('error', (error) => {
      log.warn({ reason: error.message }, 'the bus lost its connection')
      release()
      again()
    })
  }
  const again = () => {
    if (!closed) setTimeout(() => listen().then(reconnected, again), 500).unref()
  }
  await listen()

  return {
    send(notice: Notice) {
      for (const part of parts(notice)) {
        database.run('select pg_notify($1, $2)', [channel, JSON.stringify(part)]).catch((error: Error) => {
          log.warn({ reason: error.message }, 'a notice to the other nodes was lost')
        })
      }
    },
    close() {
      closed = true
      release()
    },
  }
}

function* parts({ organizations, revoked, presence }: Notice): Generator<Notice> {
  const most = Math.max(organizations.length, revoked.length, presence.length)
  for (let at = 0; at < most; at += idsPerNotice) {
    const part = (ids: string[]) => ids.slice(at, at + idsPerNotice)
    yield { organizations: part(organizations), revoked: part(revoked), presence: part(presence) }
  }
}

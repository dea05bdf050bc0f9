import type { Queries } from '../../database/connect.ts'
import type { JournalRow, Position } from '../../database/journal.ts'
import type { SecondFactorMode } from '../../domains/second-factor/modes.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import { closings } from './closings.ts'
import { Connection } from './connection.ts'
import type { Listener } from './listener.ts'
import { type Doubts, type Seen, noDoubts, readRights, readTeams } from './rights.ts'
import { AccessSnapshot, snapshotKey } from './access-snapshot.ts'

/** A row of the journal with its frame, which everybody who sees it is sent. */
export interface Entry {
  row: JournalRow
  frame: Buffer
}

/** Whoever listens to one organization at this node, and what each of them may see. */
export class Feed {
  readonly organizationId: string
  /** The organization whose members are the members here: of a sandbox, the one it belongs to. */
  readonly liveId: string
  readonly standings = new Map<string, AccessSnapshot>()
  /** The projects of each team that somebody follows. */
  readonly teams = new Map<string, Set<string>>()
  /** What has to be looked up before anything more is sent. */
  doubts: Doubts = noDoubts()
  /** From here on all its rows have been in memory. */
  since: Position

  constructor(organizationId: string, liveId: string, since: Position) {
    this.organizationId = organizationId
    this.liveId = liveId
    this.since = since
  }

  *listeners(): Generator<Listener> {
    for (const standing of this.standings.values()) yield* standing.listeners
  }

  *connections(): Generator<Connection> {
    for (const listener of this.listeners()) if (listener instanceof Connection) yield listener
  }

  /** What a caller sees here: what is not known yet is looked up with the next reading. */
  standingOf(caller: KnownCaller): AccessSnapshot {
    const key = snapshotKey(caller)
    let standing = this.standings.get(key)
    if (!standing) {
      standing = new AccessSnapshot(caller)
      this.standings.set(key, standing)
    }
    return standing
  }

  /** Forgets what somebody sees when nobody needs it any more. */
  release(standing: AccessSnapshot): void {
    if (standing.listeners.size + standing.awaited > 0) return
    if (this.standings.get(standing.key) === standing) this.standings.delete(standing.key)
  }

  /** Looks up what is in doubt. Only the reader does, so that an older answer never comes after a newer one. */
  async settle(db: Queries, mode?: SecondFactorMode): Promise<void> {
    const { users, projects, teams } = this.doubts
    this.doubts = noDoubts()
    try {
      const everybody = [...new Set([...this.standings.values()].map(({ userId }) => userId))]
      const wholly = everybody.filter((id) => users === null || users.has(id))
      const whole = new Set(wholly)
      const partly = projects.size === 0 ? [] : everybody.filter((id) => !whole.has(id))
      if (wholly.length > 0)
        this.#take(wholly, await readRights(db, this.organizationId, wholly, null, mode), null)
      if (partly.length > 0) {
        const asked = [...projects]
        const changed = this.#take(
          partly,
          await readRights(db, this.organizationId, partly, asked, mode),
          asked,
        )
        // Another role shows other projects: of these everything is asked.
        if (changed.length > 0)
          this.#take(changed, await readRights(db, this.organizationId, changed, null, mode), null)
      }
      if (teams) await this.#takeTeams(db)
      for (const listener of this.listeners()) listener.rightsChanged()
    } catch (error) {
      // Nothing is sent until it is known.
      this.doubts = { users: null, projects: new Set(), teams: true }
      throw error
    }
  }

  async #takeTeams(db: Queries): Promise<void> {
    const asked = [...this.teams.keys()]
    if (asked.length === 0) return
    const found = await readTeams(db, this.organizationId, asked)
    for (const id of asked) {
      const projects = found.get(id)
      if (projects) this.teams.set(id, projects)
      else this.teams.delete(id)
    }
  }

  /** Answers of whom more has to be asked. */
  #take(users: string[], found: Seen[], asked: string[] | null): string[] {
    const more = new Set<string>()
    const byUser = new Map(found.map((seen) => [seen.user_id, seen]))
    const asking = new Set(users)
    for (const standing of this.standings.values()) {
      if (!asking.has(standing.userId)) continue
      const seen = byUser.get(standing.userId)
      if (!seen) {
        this.standings.delete(standing.key)
        for (const listener of standing.listeners) listener.close(...closings.leftOrganization)
      } else if (asked === null || seen.seen === null || standing.isWhole(seen.role))
        standing.set(seen.role, seen.seen, asked)
      else more.add(standing.userId)
    }
    return [...more]
  }

  /** Passes the rows on to everybody who wants and sees them. Answers how many were sent in all. */
  dispatch(entries: Entry[]): number {
    const buffers = new Map<string, Buffer>()
    let sent = 0
    for (const standing of this.standings.values()) {
      if (standing.listeners.size === 0) continue
      const seen = entries.filter(({ row }) => standing.sees(row))
      if (seen.length === 0) continue
      for (const listener of standing.listeners) sent += listener.take(seen, buffers)
    }
    return sent
  }
}

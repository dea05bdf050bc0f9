import type { Position, JournalRow } from '../../database/journal.ts'
import type { Queries } from '../../database/connect.ts'
import type { SecondFactorMode } from '../../config-choices.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import { closings } from './frames.ts'
import { Connection } from './connection.ts'
import type { Listener } from './listener.ts'
import { type StaleRights, type UserRights, noStaleRights, readRights, readTeams } from './rights.ts'
import { AccessSnapshot, snapshotKey } from './access-snapshot.ts'

/** Compares decimal numbers without leading zeros as strings, because they may exceed the safe integers. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

/** Returns whether position `a` comes after position `b` in the journal. */
export function isAfter(a: Position, b: Position): boolean {
  const order = compare(a.xid, b.xid)
  return order === 0 ? compare(a.seq, b.seq) > 0 : order > 0
}

export function earlier(a: Position, b: Position): Position {
  return isAfter(a, b) ? b : a
}

/** A journal row with its encoded frame, which all listeners share. */
export interface Entry {
  row: JournalRow
  frame: Buffer
}

/** The listeners to one organization on this node, with the access snapshot of each user. */
export class Feed {
  readonly organizationId: string
  /** The organization that defines the members. For a sandbox, the organization it belongs to. */
  readonly liveId: string
  readonly snapshots = new Map<string, AccessSnapshot>()
  /** The projects of each subscribed team. */
  readonly teams = new Map<string, Set<string>>()
  /** Rights that must be read again before anything more is sent. */
  stale: StaleRights = noStaleRights()
  /** The position after which all rows of the organization went through memory. */
  since: Position

  constructor(organizationId: string, liveId: string, since: Position) {
    this.organizationId = organizationId
    this.liveId = liveId
    this.since = since
  }

  *listeners(): Generator<Listener> {
    for (const snapshot of this.snapshots.values()) yield* snapshot.listeners
  }

  *connections(): Generator<Connection> {
    for (const listener of this.listeners()) if (listener instanceof Connection) yield listener
  }

  /** Returns the snapshot of a caller. A new one stays empty until the reader refreshes it. */
  snapshotOf(caller: KnownCaller): AccessSnapshot {
    const key = snapshotKey(caller)
    let snapshot = this.snapshots.get(key)
    if (!snapshot) {
      snapshot = new AccessSnapshot(caller)
      this.snapshots.set(key, snapshot)
    }
    return snapshot
  }

  /** Deletes a snapshot that has no listeners anymore. */
  release(snapshot: AccessSnapshot): void {
    if (snapshot.listeners.size + snapshot.pending > 0) return
    if (this.snapshots.get(snapshot.key) === snapshot) this.snapshots.delete(snapshot.key)
  }

  /** Reads stale rights again. Only the reader calls this, so that an older result never replaces a newer one. */
  async refresh(db: Queries, mode?: SecondFactorMode): Promise<void> {
    const { users, projects, teams } = this.stale
    this.stale = noStaleRights()
    try {
      const allUsers = [...new Set([...this.snapshots.values()].map(({ userId }) => userId))]
      const fullUsers = allUsers.filter((id) => users === null || users.has(id))
      const full = new Set(fullUsers)
      const partialUsers = projects.size === 0 ? [] : allUsers.filter((id) => !full.has(id))
      if (fullUsers.length > 0)
        this.#apply(fullUsers, await readRights(db, this.organizationId, fullUsers, null, mode), null)
      if (partialUsers.length > 0) {
        const checked = [...projects]
        const changed = this.#apply(
          partialUsers,
          await readRights(db, this.organizationId, partialUsers, checked, mode),
          checked,
        )
        // A changed role affects other projects too, so all rights of these users are read again.
        if (changed.length > 0)
          this.#apply(changed, await readRights(db, this.organizationId, changed, null, mode), null)
      }
      if (teams) await this.#refreshTeams(db)
      for (const listener of this.listeners()) listener.rightsChanged()
    } catch (error) {
      // Marks everything as stale, so that nothing is sent until the rights are known.
      this.stale = { users: null, projects: new Set(), teams: true }
      throw error
    }
  }

  async #refreshTeams(db: Queries): Promise<void> {
    const ids = [...this.teams.keys()]
    if (ids.length === 0) return
    const found = await readTeams(db, this.organizationId, ids)
    for (const id of ids) {
      const projects = found.get(id)
      if (projects) this.teams.set(id, projects)
      else this.teams.delete(id)
    }
  }

  /** Applies rights to the snapshots. Returns the users whose rights must be read completely. */
  #apply(users: string[], found: UserRights[], checked: string[] | null): string[] {
    const incomplete = new Set<string>()
    const byUser = new Map(found.map((seen) => [seen.user_id, seen]))
    const affected = new Set(users)
    for (const snapshot of this.snapshots.values()) {
      if (!affected.has(snapshot.userId)) continue
      const seen = byUser.get(snapshot.userId)
      if (!seen) {
        this.snapshots.delete(snapshot.key)
        for (const listener of snapshot.listeners) listener.close(...closings.leftOrganization)
      } else if (checked === null || seen.seen === null || snapshot.isComplete(seen.role))
        snapshot.set(seen.role, seen.seen, checked)
      else incomplete.add(snapshot.userId)
    }
    return [...incomplete]
  }

  /** Sends the rows to all listeners that subscribe to them and can see them. Returns the number of sent events. */
  dispatch(entries: Entry[]): number {
    const buffers = new Map<string, Buffer>()
    let sent = 0
    for (const snapshot of this.snapshots.values()) {
      if (snapshot.listeners.size === 0) continue
      const seen = entries.filter(({ row }) => snapshot.sees(row))
      if (seen.length === 0) continue
      for (const listener of snapshot.listeners) sent += listener.take(seen, buffers)
    }
    return sent
  }
}

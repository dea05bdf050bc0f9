import type { JournalRow } from '../../database/journal.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { KnownCaller, Role } from '../../operations/caller.ts'
import type { Listener } from './listener.ts'

/**
 * What somebody sees of an organization, kept in memory and shared by all who listen for them. It says the same as
 * `eventsSeenBy`, row by row.
 */
export class AccessSnapshot {
  readonly key: string
  readonly listeners = new Set<Listener>()
  /** How many are about to connect. */
  awaited = 0
  /** Counts up whenever they see more or less than before. */
  changes = 0
  /** As rules of access take it, with the role of this moment. */
  asking: InOrganization
  /** The projects that they see; null: every one. */
  #visible: Set<string> | null = new Set()

  constructor(caller: KnownCaller) {
    this.key = snapshotKey(caller)
    this.asking = { caller, user: caller.user, organization: caller.organization! }
  }

  get userId(): string {
    return this.asking.user.id
  }

  /** The only project that their credential reaches. */
  get bound(): string | null {
    return this.asking.caller.projectId
  }

  get isMember(): boolean {
    return hasRole(this.asking.organization, 'member')
  }

  /** Takes over what the database says: all that they see, or whether they see some of it. */
  set(role: Role, seen: string[] | null, asked: readonly string[] | null): void {
    const { organization } = this.asking
    const before = this.#visible
    if (organization.role !== role) this.asking = { ...this.asking, organization: { ...organization, role } }
    if (seen === null) this.#visible = null
    else if (asked === null || before === null) this.#visible = new Set(seen)
    else {
      const now = new Set(seen)
      if (asked.some((id) => before.has(id) !== now.has(id))) this.changes++
      for (const id of asked) before.delete(id)
      for (const id of seen) before.add(id)
    }
    if (organization.role !== role || !isSame(before, this.#visible)) this.changes++
  }

  /** Whether what is known of them is everything: then a look at some projects is enough. */
  isWhole(role: Role): boolean {
    return this.asking.organization.role === role && this.#visible !== null
  }

  seesProject(id: string): boolean {
    return (this.bound === null || this.bound === id) && (this.#visible === null || this.#visible.has(id))
  }

  sees({ private_to, project_id }: JournalRow): boolean {
    if (private_to !== null && private_to !== this.userId) return false
    if (project_id !== null) return this.seesProject(project_id)
    return this.bound === null && (private_to !== null || this.isMember)
  }
}

export function snapshotKey({ user, projectId }: KnownCaller): string {
  return projectId === null ? user.id : `${user.id} ${projectId}`
}

function isSame(one: Set<string> | null, other: Set<string> | null): boolean {
  if (one === other || one === null || other === null) return one === other
  return one.size === other.size && [...one].every((id) => other.has(id))
}

import type { JournalRow } from '../../database/journal.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { KnownCaller, Role } from '../../operations/caller.ts'
import type { Connection } from './connection.ts'

/**
 * What somebody sees of an organization, kept in memory and shared by all their connections. It says the same as
 * `eventsSeenBy`, row by row.
 */
export class Standing {
  readonly key: string
  readonly connections = new Set<Connection>()
  /** How many are about to connect. */
  awaited = 0
  /** As rules of access take it, with the role of this moment. */
  asking: InOrganization
  /** The projects that they see; null: every one. */
  #visible: Set<string> | null = new Set()

  constructor(caller: KnownCaller) {
    this.key = standingKey(caller)
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
    if (organization.role !== role) this.asking = { ...this.asking, organization: { ...organization, role } }
    if (seen === null) this.#visible = null
    else if (asked === null || this.#visible === null) this.#visible = new Set(seen)
    else {
      for (const id of asked) this.#visible.delete(id)
      for (const id of seen) this.#visible.add(id)
    }
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

export function standingKey({ user, projectId }: KnownCaller): string {
  return projectId === null ? user.id : `${user.id} ${projectId}`
}

import type { JournalRow } from '../../database/journal.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { KnownCaller, Role } from '../../operations/caller.ts'
import type { Listener } from './listener.ts'

/**
 * A user's access to an organization, cached in memory and shared by all of their listeners. It must give the same
 * result as `eventsSeenBy`, row by row.
 */
export class AccessSnapshot {
  readonly key: string
  readonly listeners = new Set<Listener>()
  /** Number of listeners that are about to connect. */
  pending = 0
  /** Increases whenever the user's access changes. */
  changes = 0
  /** The caller as access rules expect it, with the current role. */
  granted: InOrganization
  /** The projects that the user can see. Null means all projects. */
  #visible: Set<string> | null = new Set()

  constructor(caller: KnownCaller) {
    this.key = snapshotKey(caller)
    this.granted = { caller, user: caller.user, organization: caller.organization! }
  }

  get userId(): string {
    return this.granted.user.id
  }

  /** The only project that the credential can access. Null without that restriction. */
  get boundProjectId(): string | null {
    return this.granted.caller.projectId
  }

  get isMember(): boolean {
    return hasRole(this.granted.organization, 'member')
  }

  /** Applies rights from the database: all visible projects, or the visible ones among `checked`. */
  set(role: Role, seen: string[] | null, checked: readonly string[] | null): void {
    const { organization } = this.granted
    const before = this.#visible
    if (organization.role !== role)
      this.granted = { ...this.granted, organization: { ...organization, role } }
    if (seen === null) this.#visible = null
    else if (checked === null || before === null) this.#visible = new Set(seen)
    else {
      const now = new Set(seen)
      if (checked.some((id) => before.has(id) !== now.has(id))) this.changes++
      for (const id of checked) before.delete(id)
      for (const id of seen) before.add(id)
    }
    if (organization.role !== role || !isEqual(before, this.#visible)) this.changes++
  }

  /** Returns whether the snapshot lists all visible projects, so that checking some projects is enough. */
  isComplete(role: Role): boolean {
    return this.granted.organization.role === role && this.#visible !== null
  }

  seesProject(id: string): boolean {
    return (
      (this.boundProjectId === null || this.boundProjectId === id) &&
      (this.#visible === null || this.#visible.has(id))
    )
  }

  sees({ private_to, project_id }: JournalRow): boolean {
    if (private_to !== null && private_to !== this.userId) return false
    if (project_id !== null) return this.seesProject(project_id)
    return this.boundProjectId === null && (private_to !== null || this.isMember)
  }
}

export function snapshotKey({ user, projectId }: KnownCaller): string {
  return projectId === null ? user.id : `${user.id} ${projectId}`
}

function isEqual(one: Set<string> | null, other: Set<string> | null): boolean {
  if (one === other || one === null || other === null) return one === other
  return one.size === other.size && [...one].every((id) => other.has(id))
}

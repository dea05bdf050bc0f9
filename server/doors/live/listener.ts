import type { Named } from '../../database/actor.ts'
import type { Entry, Feed } from './feed.ts'
import type { AccessSnapshot } from './access-snapshot.ts'

/** A receiver of hub events: a WebSocket connection or an MCP stream. */
export interface Listener {
  readonly feed: Feed
  readonly standing: AccessSnapshot
  readonly credentialId: string
  readonly impersonatorId: string | null
  readonly agent: Named | null
  isClosed: boolean
  /** Expiry of the credential in milliseconds since the epoch. Undefined until the first check. */
  expiresAt?: number
  /**
   * Receives rows that its user can see and returns how many of them it sent. `buffers` caches frames for listeners
   * that send the same rows.
   */
  take(seen: Entry[], buffers: Map<string, Buffer>): number
  /** Runs after the rights of its user were read again. */
  rightsChanged(): void
  /** Runs after the tool profile of its token changed. Only for MCP clients. */
  toolsChanged?(): void
  /** Closes it, because its credential has ended or its user has left the organization. */
  close(code: number, reason: string): void
}

import type { Named } from '../../operations/caller.ts'
import type { Entry, Feed } from './feed.ts'
import type { AccessSnapshot } from './access-snapshot.ts'

/** Whom the hub tells what happens: a WebSocket, or a stream of an MCP client. */
export interface Listener {
  readonly feed: Feed
  readonly standing: AccessSnapshot
  readonly credentialId: string
  readonly impersonatorId: string | null
  readonly agent: Named | null
  isClosed: boolean
  /** When its credential expires, in milliseconds, once that was looked up. */
  expiresAt?: number
  /**
   * Takes what it wants of rows that its person sees, and answers how much that was. `buffers` is memory that all share who
   * are told the same.
   */
  take(seen: Entry[], buffers: Map<string, Buffer>): number
  /** What its person sees was looked up again. */
  rightsChanged(): void
  /** Its token is shown other tools from now on. Of interest to clients of MCP alone. */
  toolsChanged?(): void
  /** Its credential has ended, or its person has left. */
  close(code: number, reason: string): void
}

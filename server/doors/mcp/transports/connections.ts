import type { Transport } from '@modelcontextprotocol/server'
import type { OpenStreams } from './open-streams.ts'
import type { Sender } from '../sender.ts'
import type { SignedIds } from './signed-ids.ts'

/** The shared dependencies of the transports with open connections. */
export interface Connections {
  ids: SignedIds
  open: OpenStreams
  /** Creates the server of one client. */
  createServer(): { connect(transport: Transport): Promise<void> }
  onStream?: StreamHook | undefined
  /** The maximum number of streams, and of sessions, per credential on this node. */
  maxPerCredential: number
}

/**
 * Called when a client opens a stream for notifications: the HTTP+SSE stream, or the GET of a session. Resolves once
 * the stream receives all further events, with a function to call when it closes.
 */
export type StreamHook = (stream: NotificationStream) => Promise<() => void>

export interface NotificationStream {
  sender: Sender
  sessionId: string
  /** Whether it belongs to a session, whose requests can arrive at another node. */
  ofSession: boolean
  notify(notification: { method: string; params?: Record<string, unknown> }): void
  end(): void
}

import type { McpServer, Server } from '@modelcontextprotocol/server'
import type { OpenStreams } from './open-streams.ts'
import type { Sender } from '../sender.ts'
import type { SignedIds } from './signed-ids.ts'

/** What the transports that keep something open have in common. */
export interface Connections {
  ids: SignedIds
  open: OpenStreams
  /** Makes the server of the SDK that answers one client. */
  createServer(): Server | McpServer
  onStream?: StreamHook | undefined
  /** How many streams, and how many sessions, of one credential this node holds. */
  most: number
}

/**
 * Called when a client opens a stream on which it can be told what happens: that of HTTP+SSE, or the GET of a session.
 * Answers, once it will be told of all that happens, what is to be done when the stream closes.
 */
export type StreamHook = (stream: NotificationStream) => Promise<() => void>

export interface NotificationStream {
  sender: Sender
  sessionId: string
  /** It belongs to a session, which may be asked for something at another node. */
  ofSession: boolean
  notify(notification: { method: string; params?: Record<string, unknown> }): void
  end(): void
}

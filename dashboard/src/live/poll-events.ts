import { type ActivityEvent, Problem, call } from '../client.ts'
import { pause } from './pause.ts'
import type { Present } from './presence.ts'

export interface LiveHandlers {
  onEvents: (events: ActivityEvent[]) => void
  /** Events may be missing, so everything must be refetched. */
  onGap: () => void
  /** Reports the transport that delivers events, or null while disconnected. */
  onConnection: (transport: Transport | null) => void
  /** Reports the online members. Only the hub knows them. */
  onPresence: (people: Present[]) => void
}

/** A WebSocket to the hub, or polling. */
export type Transport = 'hub' | 'polling'

/** The position in the event feed. It outlives connections, so that no event is lost or repeated. */
export interface FeedPosition {
  cursor: string
  /** Whether events before the cursor were missed. Reported once the new cursor is known, so that no later one is missed. */
  hasGap: boolean
}

/** Starts again at the latest event, because the server can't continue at the cursor. */
export function restartAtLatest(position: FeedPosition): void {
  position.cursor = 'latest'
  position.hasGap = true
}

/** Reports a gap. Call it when the position has a cursor again: what is refetched from now on includes older events. */
export function reportGap(position: FeedPosition, handlers: LiveHandlers): void {
  if (!position.hasGap) return
  position.hasGap = false
  handlers.onGap()
}

const maxBackoffMs = 10_000

/** Polls the organization's events until the signal aborts. A later call continues at the same position. */
export async function pollEvents(
  signal: AbortSignal,
  position: FeedPosition,
  handlers: LiveHandlers,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      // Requests "latest" without waiting, because events are only complete from a returned cursor on.
      const wait = position.cursor === 'latest' || failures > 0 ? 0 : 25
      const { items, nextCursor } = await call(
        'activity.listEvents',
        { cursor: position.cursor, wait },
        { signal },
      )
      position.cursor = nextCursor
      handlers.onConnection('polling')
      position.hasGap ||= failures > 0
      reportGap(position, handlers)
      failures = 0
      if (items.length === 0) continue
      handlers.onEvents(items)
      // Limits the polls for a busy agent to four per second.
      await pause(250, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Problem)) throw error
      if (error.status === 401 || error.code === 'suspended') return
      if (error.code === 'cursor_expired' || error.code === 'invalid_cursor') {
        restartAtLatest(position)
        continue
      }
      failures++
      if (error.code === 'offline' || error.status >= 500) handlers.onConnection(null)
      await pause(Math.min(maxBackoffMs, 1000 * 2 ** (failures - 1)), signal)
    }
  }
}

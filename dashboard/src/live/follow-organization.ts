import { takeBootstrapCursor } from '../bootstrap.ts'
import { Problem, call } from '../client.ts'
import { type FeedPosition, type LiveHandlers, pollEvents, reportGap } from './poll-events.ts'
import { connectToHub } from './hub.ts'
import { pause } from './pause.ts'

const maxBackoffMs = 10_000
/** Failed attempts to open a WebSocket before the page falls back to polling. */
const maxAttempts = 2
/** How long the page polls before it tries the hub again. */
const pollingMs = 120_000
/** The minimum duration of a stable connection. */
const stableMs = 5_000
/** The session ended or the user lost access. Reconnecting immediately returns the reason. */
const reconnectImmediately = new Set([4401, 4410])

/**
 * Follows the organization's events until the signal aborts: through the hub or, where WebSockets are blocked, by polling.
 * The position outlives every connection, so that no event is lost or repeated.
 */
export async function followOrganization(
  signal: AbortSignal,
  position: FeedPosition,
  handlers: LiveHandlers,
): Promise<void> {
  let failures = 0
  let failedAttempts = 0
  while (!signal.aborted) {
    if (failedAttempts >= maxAttempts) {
      handlers.onPresence([])
      if (await pollFor(pollingMs, signal, position, handlers)) return
      // After polling, one more failure is enough to fall back again.
      failedAttempts = maxAttempts - 1
    }
    try {
      const ticket = await requestTicket(signal, position)
      reportGap(position, handlers)
      const startedAt = Date.now()
      const { worked, code } = await connectToHub(signal, ticket, position, handlers)
      // A connection that closes immediately counts as a failure.
      failures = worked && Date.now() - startedAt > stableMs ? 0 : failures + 1
      failedAttempts = worked ? 0 : failedAttempts + 1
      if (!worked && failedAttempts >= maxAttempts) continue
      await pause(reconnectImmediately.has(code) && worked ? 0 : backoffMs(failures), signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Problem)) throw error
      if (error.status === 401 || error.code === 'suspended') return
      failures++
      if (error.code === 'offline' || error.status >= 500) {
        handlers.onPresence([])
        handlers.onConnection(null)
      } else if (error.status !== 429) failedAttempts++
      await pause(backoffMs(failures), signal)
    }
  }
}

/** Requests a ticket and, unless the bootstrap had it, the latest cursor, so that no event is missed while the page loads. */
async function requestTicket(signal: AbortSignal, position: FeedPosition): Promise<string> {
  const [{ ticket }, cursor] = await Promise.all([
    call('live.createTicket', {}, { signal }),
    position.cursor === 'latest' ? latestCursor(signal) : position.cursor,
  ])
  position.cursor = cursor
  return ticket
}

async function latestCursor(signal: AbortSignal): Promise<string> {
  const given = await takeBootstrapCursor()
  return given ?? (await call('activity.listEvents', { cursor: 'latest' }, { signal })).nextCursor
}

/** Polls for a while. Returns whether following ended, because the session did. */
async function pollFor(
  durationMs: number,
  signal: AbortSignal,
  position: FeedPosition,
  handlers: LiveHandlers,
): Promise<boolean> {
  const ended = new AbortController()
  const stop = () => ended.abort()
  const timer = setTimeout(stop, durationMs)
  signal.addEventListener('abort', stop, ended)
  if (signal.aborted) stop()
  await pollEvents(ended.signal, position, handlers)
  clearTimeout(timer)
  if (ended.signal.aborted) return signal.aborted
  stop()
  return true
}

/** Returns the delay before the next attempt. The jitter spreads the clients of a restarted server. */
function backoffMs(failures: number): number {
  const delayMs = failures === 0 ? 500 : Math.min(maxBackoffMs, 1000 * 2 ** (failures - 1))
  return delayMs * (0.5 + Math.random() / 2)
}

import { Problem, call } from '../client.ts'
import { type Bookmark, type Follower, followChanges } from './follow-changes.ts'
import { listenToHub } from './hub.ts'
import { pause } from './pause.ts'

const longestPause = 10_000
/** How often a WebSocket may fail to open before the page does without. */
const tries = 2
/** How long it does without, until it tries again. */
const withoutHub = 120_000
/** How long a connection lasts that is a good one. */
const steady = 5_000
/** The credential has ended, or the person is no longer in the organization: the next request says so. */
const askAtOnce = new Set([4401, 4410])

/**
 * Follows the organization until the signal ends it: through the hub or, where no WebSocket comes through, by asking
 * again and again. The bookmark outlives every connection, so that none of them loses or doubles anything.
 */
export async function follow(signal: AbortSignal, bookmark: Bookmark, follower: Follower): Promise<void> {
  let failures = 0
  let unopened = 0
  while (!signal.aborted) {
    if (unopened >= tries) {
      follower.onPresence([])
      if (await pollFor(withoutHub, signal, bookmark, follower)) return
      // Whoever got none through before need not show it twice again.
      unopened = tries - 1
    }
    try {
      const ticket = await admitted(signal, bookmark)
      const begun = Date.now()
      const { worked, code } = await listenToHub(signal, ticket, bookmark, follower)
      // One that is cut as soon as it is there is no success.
      failures = worked && Date.now() - begun > steady ? 0 : failures + 1
      unopened = worked ? 0 : unopened + 1
      if (!worked && unopened >= tries) continue
      await pause(askAtOnce.has(code) && worked ? 0 : backOff(failures), signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Problem)) throw error
      if (error.status === 401 || error.code === 'suspended') return
      failures++
      if (error.code === 'offline' || error.status >= 500) {
        follower.onPresence([])
        follower.onConnection(null)
      } else if (error.status !== 429) unopened++
      await pause(backOff(failures), signal)
    }
  }
}

/** A way in, and from where on nothing is to be missed: asked for at once, for the page is being read meanwhile. */
async function admitted(signal: AbortSignal, bookmark: Bookmark): Promise<string> {
  const [{ ticket }, latest] = await Promise.all([
    call('live.createTicket', {}, { signal }),
    bookmark.cursor === 'latest' && call('activity.listEvents', { cursor: 'latest' }, { signal }),
  ])
  if (latest) bookmark.cursor = latest.nextCursor
  return ticket
}

/** Whether it ended for good: because the session did. */
async function pollFor(
  milliseconds: number,
  signal: AbortSignal,
  bookmark: Bookmark,
  follower: Follower,
): Promise<boolean> {
  const enough = new AbortController()
  const stop = () => enough.abort()
  const timer = setTimeout(stop, milliseconds)
  signal.addEventListener('abort', stop, enough)
  if (signal.aborted) stop()
  await followChanges(enough.signal, bookmark, follower)
  clearTimeout(timer)
  if (enough.signal.aborted) return signal.aborted
  stop()
  return true
}

/** Not everybody at once: a server that comes back is asked by all of them. */
function backOff(failures: number): number {
  const most = failures === 0 ? 500 : Math.min(longestPause, 1000 * 2 ** (failures - 1))
  return most * (0.5 + Math.random() / 2)
}

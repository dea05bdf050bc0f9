import { type ActivityEvent, Problem, call } from '../client.ts'
import { pause } from './pause.ts'
import type { Present } from './presence.ts'

export interface Follower {
  onEvents: (events: ActivityEvent[]) => void
  /** Something may have been missed: read everything again. */
  onGap: () => void
  /** What happens is known from now on in this way; null: it is not. */
  onConnection: (way: Way | null) => void
  /** Who is here now: the hub alone knows. */
  onPresence: (people: Present[]) => void
}

/** Through the hub, or by asking again and again. */
export type Way = 'hub' | 'asking'

export interface Bookmark {
  cursor: string
}

const longestPause = 10_000

/**
 * Reads the organization's journal as it is written, by asking again and again, until the signal ends it. The bookmark
 * outlives a stop, so that following again later goes on where it was left.
 */
export async function followChanges(
  signal: AbortSignal,
  bookmark: Bookmark,
  follower: Follower,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      // "latest" is asked for without waiting: only an answered cursor says from where on nothing is missed.
      const wait = bookmark.cursor === 'latest' || failures > 0 ? 0 : 25
      const { items, nextCursor } = await call(
        'activity.listEvents',
        { cursor: bookmark.cursor, wait },
        { signal },
      )
      bookmark.cursor = nextCursor
      follower.onConnection('asking')
      if (failures > 0) follower.onGap()
      failures = 0
      if (items.length === 0) continue
      follower.onEvents(items)
      // A busy agent changes many things in a second; looking four times in it is enough.
      await pause(250, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Problem)) throw error
      if (error.status === 401 || error.code === 'suspended') return
      if (error.code === 'cursor_expired' || error.code === 'invalid_cursor') {
        bookmark.cursor = 'latest'
        follower.onGap()
        continue
      }
      failures++
      if (error.code === 'offline' || error.status >= 500) follower.onConnection(null)
      await pause(Math.min(longestPause, 1000 * 2 ** (failures - 1)), signal)
    }
  }
}

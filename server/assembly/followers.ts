import { type Follower, followMatching, runFollower, lockPosition } from '../operations/follow-journal.ts'
import type { JournalRow } from '../database/journal.ts'
import type { App } from '../operations/context.ts'
import { isNotifiable, notifyPeople } from '../domains/notifications/notify-people.ts'

interface FilteredFollower {
  follower: Follower
  /** Whether any of the rows matters to the follower. The others only move its position. */
  concerns: (rows: JournalRow[]) => boolean
}

/** Returns the followers of the journal. Search and webhooks start their own, because they also retry and rebuild. */
function followers(app: App): FilteredFollower[] {
  return [{ follower: notifyPeople(app), concerns: (rows) => rows.some(isNotifiable) }]
}

/** Registers the followers, and runs them if `isRunning`. Returns a function that stops them. */
export async function startFollowers(app: App, isRunning: boolean): Promise<() => Promise<unknown>> {
  const all = followers(app)
  for (const { follower } of all) await lockPosition(app, follower)
  const start = ({ follower, concerns }: FilteredFollower) =>
    runFollower(app, follower, followMatching(app, follower, { concerns }))
  const running = isRunning ? all.map(start) : []
  return () => Promise.all(running.map((each) => each.stop()))
}

import { type Follower, followMatching, runFollower, lockPosition } from '../database/follow-journal.ts'
import type { JournalRow } from '../database/journal.ts'
import type { App } from '../operations/context.ts'
import { isNotifiable, notifyPeople } from './notifications/notify-people.ts'

interface Following {
  follower: Follower
  /** Returns whether the follower has to process any of these rows. */
  concerns: (rows: JournalRow[]) => boolean
}

/** Returns all followers of the journal except search and webhooks, which run their own loops. */
function followers(app: App): Following[] {
  return [{ follower: notifyPeople(app), concerns: (rows) => rows.some(isNotifiable) }]
}

/** Stores the start positions of the followers and, if `inBackground`, runs them. Returns a function that stops them. */
export async function startFollowers(app: App, inBackground: boolean): Promise<() => Promise<unknown>> {
  const all = followers(app)
  for (const { follower } of all) await lockPosition(app, follower)
  const running = inBackground
    ? all.map(({ follower, concerns }) => runFollower(app, follower, followMatching(app, follower, concerns)))
    : []
  return () => Promise.all(running.map((each) => each.stop()))
}

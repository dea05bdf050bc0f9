import { type Follower, followMatching, runFollower, lockPosition } from '../database/follow-journal.ts'
import type { JournalRow } from '../database/journal.ts'
import type { App } from '../operations/context.ts'
import { isNotifiable, notifyPeople } from './notifications/notify-people.ts'

interface Following {
  follower: Follower
  /** Whether it has anything to do about these rows. */
  concerns: (rows: JournalRow[]) => boolean
}

/** Everybody who does something about what happens, but for search and webhooks, which have more to do than to follow. */
function followers(app: App): Following[] {
  return [{ follower: notifyPeople(app), concerns: (rows) => rows.some(isNotifiable) }]
}

/** Lets them go on by themselves, if they are to. Answers how they are stopped. */
export async function startFollowers(app: App, byThemselves: boolean): Promise<() => Promise<unknown>> {
  const all = followers(app)
  for (const { follower } of all) await lockPosition(app, follower)
  const keep = ({ follower, concerns }: Following) =>
    runFollower(app, follower, followMatching(app, follower, concerns))
  const running = byThemselves ? all.map(keep) : []
  return () => Promise.all(running.map((each) => each.stop()))
}

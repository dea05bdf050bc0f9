import { type Follower, followWhatConcerns, keepFollowing, takePlace } from '../database/follow-journal.ts'
import type { JournalRow } from '../database/journal.ts'
import type { App } from '../operations/context.ts'
import { concernsPeople, tellPeople } from './notifications/tell-people.ts'

interface Following {
  follower: Follower
  /** Whether it has anything to do about these rows. */
  concerns: (rows: JournalRow[]) => boolean
}

/** Everybody who does something about what happens, but for search and webhooks, which have more to do than to follow. */
function followers(app: App): Following[] {
  return [{ follower: tellPeople(app), concerns: (rows) => rows.some(concernsPeople) }]
}

/** Lets them go on by themselves, if they are to. Answers how they are stopped. */
export async function startFollowers(app: App, byThemselves: boolean): Promise<() => Promise<unknown>> {
  const all = followers(app)
  for (const { follower } of all) await takePlace(app, follower)
  const keep = ({ follower, concerns }: Following) =>
    keepFollowing(app, follower, followWhatConcerns(app, follower, concerns))
  const running = byThemselves ? all.map(keep) : []
  return () => Promise.all(running.map((each) => each.stop()))
}

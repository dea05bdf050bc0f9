import { type Follower, keepFollowing, takePlace } from '../database/follow-journal.ts'
import type { App } from '../operations/context.ts'
import { tellPeople } from './notifications/tell-people.ts'

/** Everybody who does something about what happens, but for the search, which has more to do than to follow. */
function followers(app: App): Follower[] {
  return [tellPeople(app)]
}

/** Lets them go on by themselves, if they are to. Answers how they are stopped. */
export async function startFollowers(app: App, byThemselves: boolean): Promise<() => Promise<unknown>> {
  const all = followers(app)
  for (const follower of all) await takePlace(app, follower)
  const running = byThemselves ? all.map((follower) => keepFollowing(app, follower)) : []
  return () => Promise.all(running.map((each) => each.stop()))
}

import { PagesOf } from '../../ui/pages-of.tsx'
import { Events } from '../activity/events.tsx'
import { activityQuery } from './queries.ts'

export function TeamActivity({ team }: { team: string }) {
  return (
    <section aria-labelledby="team-activity">
      <h2 id="team-activity" className="mb-3 text-xs font-semibold text-muted">
        Recent activity
      </h2>
      <PagesOf
        query={activityQuery(team)}
        what="events"
        more="Further back"
        empty={<p className="text-[13px] text-muted">Nothing has happened yet.</p>}
      >
        {(events) => <Events events={events} />}
      </PagesOf>
    </section>
  )
}

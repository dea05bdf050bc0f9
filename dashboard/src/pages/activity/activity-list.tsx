import type { ActivityEvent } from '../../client.ts'
import { Events } from './events.tsx'

/** What happened in a project lately. */
export function ActivityList({ events }: { events: ActivityEvent[] }) {
  return (
    <section aria-labelledby="activity" className="px-4 py-4">
      <h2 id="activity" className="mb-3 text-xs font-semibold text-muted">
        Recent activity
      </h2>
      <Events here events={events} />
    </section>
  )
}

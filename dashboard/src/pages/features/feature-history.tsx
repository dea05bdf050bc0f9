import { PagesOf } from '../../ui/pages-of.tsx'
import { Events } from '../activity/events.tsx'
import { historyQuery } from '../tasks/panel/comments.ts'
import type { FeatureDetails } from './queries.ts'

/** What happened to it, the latest first. */
export function FeatureHistory({ feature: { project, key, may } }: { feature: FeatureDetails }) {
  return (
    <section aria-labelledby="feature-history">
      <h3 id="feature-history" className="mb-3 text-xs font-semibold text-muted">
        History
      </h3>
      <PagesOf
        query={historyQuery(project, key)}
        what="events"
        more="Further back"
        empty={<p className="text-[13px] text-muted">Nothing has happened yet.</p>}
      >
        {(events) => <Events here mayUndo={may.edit} events={events} />}
      </PagesOf>
    </section>
  )
}

import { PagedList } from '../../ui/paged-list.tsx'
import { Events } from '../activity/events.tsx'
import { historyQuery } from '../tasks/panel/comments.ts'
import type { FeatureDetails } from './queries.ts'
import { texts } from './texts.ts'

/** The events of a feature, newest first. */
export function FeatureHistory({ feature: { key, may } }: { feature: FeatureDetails }) {
  const { title, noun, more, empty } = texts.featureHistory
  return (
    <section aria-labelledby="feature-history">
      <h3 id="feature-history" className="mb-3 text-xs font-semibold text-muted">
        {title}
      </h3>
      <PagedList
        query={historyQuery(key)}
        noun={noun}
        moreLabel={more}
        empty={<p className="text-[13px] text-muted">{empty}</p>}
      >
        {(events) => <Events inProject canUndo={may.edit} events={events} />}
      </PagedList>
    </section>
  )
}

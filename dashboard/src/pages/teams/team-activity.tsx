import { PagedList } from '../../ui/paged-list.tsx'
import { Events } from '../activity/events.tsx'
import { activityQuery } from './queries.ts'
import { texts } from './texts.ts'

export function TeamActivity({ team }: { team: string }) {
  return (
    <section aria-labelledby="team-activity">
      <h2 id="team-activity" className="mb-3 text-xs font-semibold text-muted">
        {texts.activity.title}
      </h2>
      <PagedList
        query={activityQuery(team)}
        noun={texts.activity.noun}
        moreLabel={texts.activity.more}
        empty={<p className="text-[13px] text-muted">{texts.activity.empty}</p>}
      >
        {(events) => <Events events={events} />}
      </PagedList>
    </section>
  )
}

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpIcon } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Button } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { dayName } from '../../ui/time.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { type Activity, type ActivityFilter, activityFeedQuery, newActivityQuery } from './queries.ts'
import { texts } from './texts.ts'

interface ActivityFeedProps {
  filter: ActivityFilter
  /** Whether the user set a filter. */
  isFiltered?: boolean
}

/** Events by day. A button above them shows new events, so that the list doesn't move while someone reads it. */
export function ActivityFeed({ filter, isFiltered = false }: ActivityFeedProps) {
  const { noun, more, noMatches, empty } = texts.activityFeed
  return (
    <>
      <NewEvents filter={filter} />
      <PagedList
        query={activityFeedQuery(filter)}
        noun={noun}
        moreLabel={more}
        empty={<Empty {...(isFiltered ? noMatches : empty)} />}
      >
        {(events) => <EventsByDay events={events} />}
      </PagedList>
    </>
  )
}

function NewEvents({ filter }: { filter: ActivityFilter }) {
  const cache = useQueryClient()
  const list = activityFeedQuery(filter)
  const newest = useInfiniteQuery(list).data?.pages[0]?.items[0]
  const latest = useQuery(newActivityQuery(filter)).data?.items
  const newestIndex = latest?.findIndex(({ id }) => id === newest?.id) ?? 0
  // The newest event of the list can be further back than `latest` reaches.
  const isAtLeast = newestIndex < 0
  const count = isAtLeast ? (latest?.length ?? 0) : newestIndex
  const { newEvents, atLeastNewEvents } = texts.activityFeed
  return (
    <div role="status" className="sticky top-2 z-10 flex justify-center">
      {count > 0 && (
        <Button
          className="rounded-full shadow-md"
          onClick={() => {
            document.getElementById('main')?.scrollTo({ top: 0 })
            void cache.invalidateQueries({ queryKey: list.queryKey })
          }}
        >
          <ArrowUpIcon /> {isAtLeast ? atLeastNewEvents(count) : newEvents(count)}
        </Button>
      )}
    </div>
  )
}

function EventsByDay({ events }: { events: Activity[] }) {
  const days = Map.groupBy(events, ({ at }) => dayName(new Date(at)))
  return [...days].map(([day, eventsOfDay]) => (
    <section key={day} aria-label={day} className="mt-4">
      <h2 className="mb-2 text-xs font-semibold text-muted">{day}</h2>
      <ol className="flex flex-col divide-y rounded-lg border bg-surface">
        {eventsOfDay.map((event) => (
          <ActivityEntry key={event.id} event={event} />
        ))}
      </ol>
    </section>
  ))
}

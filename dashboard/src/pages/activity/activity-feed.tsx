import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Empty } from '../../ui/empty.tsx'
import { Button } from '../../ui/button.tsx'
import { UpIcon } from '../../ui/icons.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { dayName } from '../../ui/time.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { type Activity, type ActivityFilter, activityFeedQuery, newActivityQuery } from './queries.ts'

interface ActivityFeedProps {
  filter: ActivityFilter
  /** Whether something may be hidden. */
  filtered?: boolean
}

/** What happened, day by day. What is new waits above it until the reader wants to see it. */
export function ActivityFeed({ filter, filtered = false }: ActivityFeedProps) {
  return (
    <>
      <News filter={filter} />
      <PagesOf
        query={activityFeedQuery(filter)}
        what="events"
        more="Further back"
        empty={<Nothing filtered={filtered} />}
      >
        {(events) => <Days events={events} />}
      </PagesOf>
    </>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty title="Nothing like that happened" text="Take a filter away to see more." />
  return (
    <Empty
      title="Nothing has happened yet"
      text="Whatever people and agents do is told here, and what was a mistake can be undone."
    />
  )
}

function News({ filter }: { filter: ActivityFilter }) {
  const cache = useQueryClient()
  const list = activityFeedQuery(filter)
  const newest = useInfiniteQuery(list).data?.pages[0]?.items[0]
  const latest = useQuery(newActivityQuery(filter)).data?.items
  const known = latest?.findIndex(({ id }) => id === newest?.id) ?? 0
  const count = !latest || latest.length === 0 ? 0 : known < 0 ? latest.length : known
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
          <UpIcon /> {count === latest?.length && known < 0 ? `${count} or more` : count} new
        </Button>
      )}
    </div>
  )
}

function Days({ events }: { events: Activity[] }) {
  const days = Map.groupBy(events, ({ at }) => dayName(new Date(at)))
  return [...days].map(([day, happened]) => (
    <section key={day} aria-label={day} className="mt-4">
      <h2 className="mb-2 text-xs font-semibold text-muted">{day}</h2>
      <ol className="flex flex-col divide-y rounded-lg border bg-surface">
        {happened.map((event) => (
          <ActivityEntry key={event.id} event={event} />
        ))}
      </ol>
    </section>
  ))
}

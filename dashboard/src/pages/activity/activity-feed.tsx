import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ByDay } from '../../ui/by-day.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import { ActivityGroup } from './activity-group.tsx'
import { groupEvents } from './group-events.ts'
import { type ActivityFilter, activityFeedQuery, newActivityQuery } from './queries.ts'
import { texts } from './texts.ts'

interface ActivityFeedProps {
  filter: ActivityFilter
  /** The part of the filter that the user set. */
  userFilter?: object
}

/** Events by day. A button above them shows new events, so that the list doesn't move while someone reads it. */
export function ActivityFeed({ filter, userFilter = {} }: ActivityFeedProps) {
  return (
    <>
      <NewEvents filter={filter} />
      <FilteredList texts={texts.activityFeed} query={activityFeedQuery(filter)} filter={userFilter}>
        {(events) => (
          <ByDay items={events} at={({ at }) => at}>
            {(eventsOfDay) => (
              <ol className="flex flex-col divide-y rounded-lg border bg-surface">
                {groupEvents(eventsOfDay).map(([event, ...others]) =>
                  others.length === 0 ? (
                    <ActivityEntry key={event!.id} event={event!} />
                  ) : (
                    // The oldest event doesn't change when newer ones join the group.
                    <ActivityGroup key={others.at(-1)!.id} events={[event!, ...others]} />
                  ),
                )}
              </ol>
            )}
          </ByDay>
        )}
      </FilteredList>
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

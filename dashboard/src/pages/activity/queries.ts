import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'

export type Activity = OutputOf<'activity.list'>['items'][number]
export type ActivityFilter = Omit<InputOf<'activity.list'>, 'cursor' | 'limit'>

/**
 * Past events, newest first. New events don't refresh it, because the list would move while someone reads it. See
 * `newActivityQuery`.
 */
export const activityFeedQuery = (filter: ActivityFilter) => ({
  ...pagesQuery(['activity', filter], (cursor, signal) =>
    call('activity.list', { ...filter, limit: 50, cursor }, { signal }),
  ),
  staleTime: 0,
})

/** The latest events, to count those that are newer than the list. */
export const newActivityQuery = (filter: ActivityFilter) =>
  queryOptions({
    queryKey: ['activity-news', filter],
    queryFn: async ({ signal }) => (await call('activity.list', { ...filter, limit: 50 }, { signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

import { keepPreviousData } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../client.ts'
import { read, readPages } from '../../read.ts'

export type Activity = OutputOf<'activity.list'>['items'][number]
export type ActivityFilter = Omit<InputOf<'activity.list'>, 'cursor' | 'limit'>

/**
 * Past events, newest first. New events don't refresh it, because the list would move while someone reads it. See
 * `newActivityQuery`.
 */
export const activityFeedQuery = (filter: ActivityFilter) => ({
  ...readPages('activity.list', { ...filter, limit: 50 }),
  meta: { live: false },
  staleTime: 0,
})

/** The latest events, to count those that are newer than the list. */
export const newActivityQuery = (filter: ActivityFilter) => ({
  ...read('activity.list', { ...filter, limit: 50 }),
  placeholderData: keepPreviousData,
  staleTime: 0,
})

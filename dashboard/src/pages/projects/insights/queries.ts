import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '../../../client.ts'
import { ownTimezone } from '../../../days.ts'
import { read } from '../../../read.ts'
import type { InsightsSearch, Period } from './insights-search.ts'

export type Insights = OutputOf<'projects.getInsights'>

const defaultPeriod: Period = 8

export const insightsQuery = (slug: string, { weeks = defaultPeriod, item }: InsightsSearch) => ({
  ...read('projects.getInsights', {
    project: slug,
    weeks,
    timezone: ownTimezone(),
    ...(item !== undefined && { item }),
  }),
  placeholderData: keepPreviousData,
  staleTime: 0,
  // Every event affects insights, but recomputing them on each one would be too expensive.
  refetchInterval: 60_000,
})

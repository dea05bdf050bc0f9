import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '../../../client.ts'
import { ownTimezone } from '../../../days.ts'
import { read } from '../../../read.ts'
import { asText, oneOf, searchOf } from '../../../routes/search.ts'

export type Insights = OutputOf<'projects.getInsights'>

export const periods = [4, 8, 12, 26] as const
export type Period = (typeof periods)[number]
const defaultPeriod: Period = 8

export const units = ['tasks', 'points'] as const

/** Parses the period and the burn-up from the URL. */
export const readInsightsSearch = searchOf({
  weeks: (value: unknown): Period | undefined => periods.find((each) => each === value),
  item: asText,
  unit: oneOf(units),
})
export type InsightsSearch = ReturnType<typeof readInsightsSearch>

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

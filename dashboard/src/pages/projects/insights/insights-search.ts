import { asText, oneOf, searchOf } from '../../../routes/search.ts'

/* In its own file, because the router loads it with the first page. */

export const periods = [4, 8, 12, 26] as const
export type Period = (typeof periods)[number]

const units = ['tasks', 'points'] as const

/** Parses the period and the burn-up from the URL. */
export const readInsightsSearch = searchOf({
  weeks: (value: unknown): Period | undefined => periods.find((each) => each === value),
  item: asText,
  unit: oneOf(units),
})
export type InsightsSearch = ReturnType<typeof readInsightsSearch>

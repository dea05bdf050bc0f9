import { keepPreviousData } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../client.ts'
import { read, readPages } from '../../read.ts'

export type Found = OutputOf<'search.find'>['items'][number]
export type Suggested = OutputOf<'search.suggest'>['items'][number]
export type SearchKind = Found['kind']
export type SearchFilter = Pick<InputOf<'search.find'>, 'kind' | 'project'>

const maxQueryLength = 100

/** Items with a similar name. Tolerates typos. */
export const suggestionsQuery = (q: string) => ({
  ...read('search.suggest', { q: q.slice(0, maxQueryLength) }),
  // Keeps the previous suggestions while the user types.
  placeholderData: keepPreviousData,
})

/** The best results, and the number of results of each kind. */
export const firstFoundQuery = (q: string, filter: SearchFilter = {}) => ({
  ...read('search.find', { q, ...filter, limit: 12 }),
  placeholderData: keepPreviousData,
})

/** All results, in pages. */
export const foundQuery = (q: string, filter: SearchFilter) =>
  readPages('search.find', { q, ...filter, limit: 30 })

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type InputOf, type OutputOf, call } from '../../client.ts'
import { pagesQuery } from '../../pages-query.ts'

export type Found = OutputOf<'search.find'>['items'][number]
export type Suggested = OutputOf<'search.suggest'>['items'][number]
export type SearchKind = Found['kind']
export type Passage = OutputOf<'search.ask'>['passages'][number]
export type SearchFilter = Pick<InputOf<'search.find'>, 'kind' | 'project'>

const maxQueryLength = 100

/** Items with a similar name. Tolerates typos. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'suggestions', q],
    queryFn: ({ signal }) => call('search.suggest', { q: q.slice(0, maxQueryLength) }, { signal }),
    // Keeps the previous suggestions while the user types.
    placeholderData: keepPreviousData,
  })

/** The best results, and the number of results of each kind. */
export const firstFoundQuery = (q: string, filter: SearchFilter = {}) =>
  queryOptions({
    queryKey: ['search', 'first', q, filter],
    queryFn: ({ signal }) => call('search.find', { q, ...filter, limit: 12 }, { signal }),
    placeholderData: keepPreviousData,
  })

/** All results, in pages. */
export const foundQuery = (q: string, filter: SearchFilter) =>
  pagesQuery(['search', 'found', q, filter], (cursor, signal) =>
    call('search.find', { q, ...filter, limit: 30, cursor }, { signal }),
  )

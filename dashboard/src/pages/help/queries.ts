import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client.ts'

export const docsQuery = queryOptions({
  queryKey: ['docs'],
  queryFn: ({ signal }) => call('docs.list', {}, { signal }),
  // The handbook only changes with the version of the server.
  staleTime: Infinity,
})

export const docQuery = (doc: string) =>
  queryOptions({
    queryKey: ['doc', doc],
    queryFn: ({ signal }) => call('docs.get', { doc }, { signal }),
    staleTime: Infinity,
  })

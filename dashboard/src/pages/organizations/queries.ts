import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client.ts'

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => call('organizations.get', {}, { signal }),
})

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => call('organizations.getPlan', {}, { signal }),
  // The organization's events don't cover everything that counts.
  staleTime: 0,
})

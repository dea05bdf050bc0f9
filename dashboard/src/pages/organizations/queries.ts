import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client.ts'

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => call('organizations.get', {}, { signal }),
})

export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: ({ signal }) => call('organizations.getPlan', {}, { signal }),
  // Not all that counts is in the feed of the organization.
  staleTime: 0,
})

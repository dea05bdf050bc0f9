import { QueryClient } from '@tanstack/react-query'
import { Problem } from './client.ts'

/** What another try would not change. */
const final = new Set([
  ...['not_found', 'no_organization', 'forbidden', 'role_too_low'],
  ...['invalid_credential', 'unauthenticated', 'suspended'],
])

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The live feed says when something is out of date.
      staleTime: 60_000,
      // A server on this machine is there even when the network is not.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && !(error instanceof Problem && final.has(error.code)),
    },
    mutations: { networkMode: 'always' },
  },
})

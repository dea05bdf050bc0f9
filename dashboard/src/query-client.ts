import { QueryClient, notifyManager } from '@tanstack/react-query'
import routes from '../../contract/routes.json'
import { Problem } from './client.ts'
import { afterClick } from './ui/press.ts'

/** Errors that a retry can't fix. */
const permanentErrors = new Set([
  'not_found',
  'no_organization',
  'forbidden',
  'role_too_low',
  'second_factor_required',
  'invalid_credential',
  'unauthenticated',
  'suspended',
])

// A read that ends during a press shows its result after the click.
notifyManager.setScheduler((show) => setTimeout(() => afterClick(show)))

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live events invalidate stale data. Administrators receive none of other organizations and of the instance.
      staleTime: ({ queryKey: [id] }) => (isAdministration(id as string) ? 0 : 60_000),
      // A server on this machine is reachable even when the network isn't.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Problem && permanentErrors.has(error.code)),
    },
    mutations: { networkMode: 'always' },
  },
})

function isAdministration(id: string): boolean {
  return (routes as Record<string, string | undefined>)[id]?.includes(' /api/admin/') ?? false
}

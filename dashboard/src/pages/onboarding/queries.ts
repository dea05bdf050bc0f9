import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { queryClient } from '../../query-client.ts'

export type Onboarding = OutputOf<'onboarding.get'>

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => call('onboarding.get', {}, { signal }),
})

/** What a step has set up is shown from its answer. The token's value is not kept: it is seen once. */
export function showOnboarding({ token, ...onboarding }: Onboarding): void {
  const shown = { ...onboarding, token: token && { ...token, value: null } }
  queryClient.setQueryData(onboardingQuery.queryKey, shown)
  for (const queryKey of [['me'], ['organization'], ['teams'], ['invitations'], ['tokens']])
    void queryClient.invalidateQueries({ queryKey })
}

/** To another step, with nothing done in this one. */
export async function goTo(step: Onboarding['step']): Promise<void> {
  showOnboarding(await call('onboarding.advance', { step }))
}

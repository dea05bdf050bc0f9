import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { queryClient } from '../../query-client.ts'

export type Onboarding = OutputOf<'onboarding.get'>

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => call('onboarding.get', {}, { signal }),
})

/** Shows the result of a step. Doesn't store the token's value, which is shown only once. */
export function showOnboarding({ token, ...onboarding }: Onboarding): void {
  const shown = { ...onboarding, token: token && { ...token, value: null } }
  queryClient.setQueryData(onboardingQuery.queryKey, shown)
  for (const queryKey of [['me'], ['organization'], ['teams'], ['invitations'], ['tokens']])
    void queryClient.invalidateQueries({ queryKey })
}

/** Opens another step without saving this one. */
export async function goTo(step: Onboarding['step']): Promise<void> {
  showOnboarding(await call('onboarding.advance', { step }))
}

import { type OutputOf, call } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { read } from '../../read.ts'
import { refreshKinds } from '../../write.ts'

export type Onboarding = OutputOf<'onboarding.get'>

/** Shows the result of a step. Doesn't store the token's value, which is shown only once. */
export function showOnboarding({ token, ...onboarding }: Onboarding): void {
  const shown = { ...onboarding, token: token && { ...token, value: null } }
  void refreshKinds('organization', 'team', 'invitation', 'mcp_token', 'agent')
  queryClient.setQueryData(read('onboarding.get', {}).queryKey, shown)
}

/** Opens another step without saving this one. */
export async function goTo(step: Onboarding['step']): Promise<void> {
  showOnboarding(await call('onboarding.advance', { step }))
}

import type { Asking } from '../../../operations/operation.ts'
import { fetchFromProvider } from './fetch-from-provider.ts'
import type { Flow } from '../../../operations/sign-in-provider.ts'
import { storeFlow, newFlow, pathInside, redirectUri } from './flow.ts'
import { requireProvider } from './providers.ts'

/** Starts a sign-in at a provider. Stores the flow in a cookie and returns the URL to open. */
export async function startFlow(
  context: Pick<Asking, 'app' | 'request'>,
  id: string,
  { to, person = null }: { to?: string | undefined; person?: Flow['person'] },
): Promise<string> {
  const { app } = context
  const provider = requireProvider(app, id)
  const flow = newFlow({ provider: provider.id, to: pathInside(app.config, to), person })
  const callback = redirectUri(app.config, provider.id)
  const url = await fetchFromProvider(app, provider, () => provider.authorizationUrl(flow, callback))
  storeFlow(context, flow)
  return url.href
}

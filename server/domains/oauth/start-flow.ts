import type { Asking } from '../../operations/operation.ts'
import { fetchFromProvider } from './fetch-from-provider.ts'
import { type Flow, storeFlow, newFlow, pathInside, redirectUri } from './flow.ts'
import { requireProvider } from './providers.ts'

/** Begins a sign-in at a provider: answers where the browser goes, which keeps what it needs when it comes back. */
export async function startFlow(
  asking: Pick<Asking, 'app' | 'request'>,
  id: string,
  { to, person = null }: { to?: string | undefined; person?: Flow['person'] },
): Promise<string> {
  const { app } = asking
  const provider = requireProvider(app, id)
  const flow = newFlow({ provider: provider.id, to: pathInside(app.config, to), person })
  const back = redirectUri(app.config, provider.id)
  const address = await fetchFromProvider(app, provider, () => provider.addressFor(flow, back))
  storeFlow(asking, flow)
  return address.href
}

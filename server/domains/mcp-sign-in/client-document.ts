import type { App } from '../../operations/context.ts'
import { type FetchOptions, fetchOutside } from '../../platform/fetch-outside.ts'
import { publicClient } from './clients.ts'

const longest = 5 * 1024
const patience = 2500

/**
 * Fetches what a client says of itself at the address that is its id (Client ID Metadata Documents). Anybody may name an
 * address: only what is public is asked, over TLS, and nothing is followed.
 */
export async function fetchClientDocument(
  app: App,
  address: string,
  options: Pick<FetchOptions, 'resolve' | 'allowed' | 'ca'> = {},
): Promise<Response> {
  if (!address.startsWith('https://')) throw new Error('The id of a client is an https address.')
  const { status, type, maxAge, body } = await fetchOutside(address, {
    ...{ milliseconds: patience, most: longest, accept: 'application/json' },
    ...options,
  })
  app.log.info({ host: new URL(address).host, status }, 'a client was asked who it is')
  if (status !== 200) return new Response(null, { status: status < 200 ? 502 : status })
  if (!/^application\/(\w[\w.-]*\+)?json\b/i.test(type)) throw new Error('It is not JSON.')
  const given = JSON.parse(body.toString('utf8')) as Record<string, unknown>
  if ((given.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new Error('Only clients without a secret are let in.')
  const metadata = { ...publicClient(given), client_id: given.client_id }
  return new Response(JSON.stringify(metadata), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': `max-age=${maxAge}` },
  })
}

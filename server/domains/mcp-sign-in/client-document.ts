import type { App } from '../../operations/context.ts'
import { type FetchOptions, fetchOutside } from '../../platform/fetch-outside.ts'
import { publicClient } from './clients.ts'

const longest = 5 * 1024
const patience = 2500
const grudge = 30_000
const mostRemembered = 1000
/** Documents that one network can have fetched in a minute. */
const maxFetches = 30

export type DocumentOptions = Pick<FetchOptions, 'resolve' | 'allowed' | 'ca'>

export interface DocumentReader {
  read(address: string): Promise<Response>
  /** Counts a fetch for the network that asks for it. A failure that is remembered needs no fetch. */
  mayRead(address: string, network: string): boolean
}

/**
 * Fetches what a client says of itself at the address that is its id (Client ID Metadata Documents). Anybody may name an
 * address: only what is public is asked, over TLS, and nothing is followed. What failed is not tried again at once.
 */
export function createDocumentReader(app: App, options: DocumentOptions = {}): DocumentReader {
  const failed = new Map<string, { until: number; error: unknown }>()
  const failureOf = (address: string) => {
    const before = failed.get(address)
    if (before && before.until > Date.now()) return before
    failed.delete(address)
    return undefined
  }
  const mayRead = (address: string, network: string) =>
    failureOf(address) !== undefined ||
    app.rateLimits.count(`mcp client documents ${network}`, maxFetches).allowed
  const read = async (address: string) => {
    const before = failureOf(address)
    if (before) throw before.error
    try {
      return await readDocument(address, options)
    } catch (error) {
      app.log.info(
        { host: URL.parse(address)?.host, reason: String(error) },
        'a client did not say who it is',
      )
      // The oldest goes first.
      for (const [first] of failed) if (failed.size >= mostRemembered) failed.delete(first)
      failed.set(address, { until: Date.now() + grudge, error })
      throw error
    }
  }
  return { read, mayRead }
}

async function readDocument(address: string, options: DocumentOptions): Promise<Response> {
  if (!address.startsWith('https://')) throw new Error('It is not an https address.')
  const { status, type, maxAge, body } = await fetchOutside(address, {
    ...{ milliseconds: patience, most: longest, accept: 'application/json' },
    ...options,
  })
  if (status !== 200) throw new Error(`It answered ${status}.`)
  if (!/^application\/(\w[\w.-]*\+)?json\b/i.test(type)) throw new Error('It is not JSON.')
  const given = JSON.parse(body.toString('utf8')) as Record<string, unknown>
  const metadata = { ...publicClient(given), client_id: given.client_id }
  if (metadata.client_id !== address) throw new Error('It describes another client.')
  if ((given.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new Error('Only clients without a secret are let in.')
  return new Response(JSON.stringify(metadata), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': `max-age=${maxAge}` },
  })
}

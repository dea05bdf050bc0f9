import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../../../operations/context.ts'
import { type ExternalRequest, fetchExternal } from '../../../platform/fetch-external.ts'
import { publicClient } from './clients.ts'

const maxBytes = 5 * 1024
const timeoutMs = 2500
const failureCacheMs = 30_000
const maxCachedFailures = 1000
/** Documents that one network can have fetched in a minute. */
const maxFetches = 30

export type DocumentOptions = Pick<ExternalRequest, 'resolve' | 'allowed' | 'ca'>

export interface DocumentReader {
  read(address: string): Promise<Response>
  /** Counts a fetch against the limit of the network. A cached failure needs no fetch. */
  canRead(address: string, network: string): boolean
}

/**
 * Fetches the description of a client from the URL that is its id (Client ID Metadata Documents). Any client can name
 * any URL, so it fetches only public hosts over TLS, follows no redirects and caches failures.
 */
export function createDocumentReader(app: App, options: DocumentOptions = {}): DocumentReader {
  const failed = new Map<string, { until: number; error: unknown }>()
  const findFailure = (address: string) => {
    const failure = failed.get(address)
    if (failure && failure.until > Date.now()) return failure
    failed.delete(address)
    return undefined
  }
  const canRead = (address: string, network: string) =>
    findFailure(address) !== undefined ||
    app.rateLimits.count(`mcp client documents ${network}`, maxFetches).allowed
  const read = async (address: string) => {
    const failure = findFailure(address)
    if (failure) throw failure.error
    try {
      return await readDocument(address, options)
    } catch (error) {
      app.log.info(
        { host: URL.parse(address)?.host, reason: String(error) },
        'MCP client metadata document could not be read',
      )
      // A map iterates in insertion order, so the oldest failure is removed first.
      for (const [oldest] of failed) if (failed.size >= maxCachedFailures) failed.delete(oldest)
      failed.set(address, { until: Date.now() + failureCacheMs, error })
      throw error
    }
  }
  return { read, canRead }
}

async function readDocument(address: string, options: DocumentOptions): Promise<Response> {
  if (!address.startsWith('https://')) throw new Error('The client id must be an https URL.')
  const { status, headers, body } = await fetchExternal(address, {
    ...options,
    timeoutMs,
    maxBytes,
    headers: { accept: 'application/json' },
  })
  if (status !== 200) throw new Error(`The client id URL returned status ${status}.`)
  if (!/^application\/(\w[\w.-]*\+)?json\b/i.test(headers['content-type'] ?? ''))
    throw new Error('The document is not JSON.')
  const given = JSON.parse(body.toString('utf8')) as Record<string, unknown>
  const metadata = { ...publicClient(given), client_id: given.client_id }
  if (metadata.client_id !== address) throw new Error('The document describes another client.')
  if ((given.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new Error('Only public clients, without a secret, can sign in.')
  return new Response(JSON.stringify(metadata), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': `max-age=${maxAgeOf(headers)}` },
  })
}

/** Returns the seconds for which a response can be cached. Default 0. */
function maxAgeOf(headers: IncomingHttpHeaders): number {
  return Number(/\bmax-age=(\d{1,9})\b/i.exec(headers['cache-control'] ?? '')?.[1] ?? 0)
}

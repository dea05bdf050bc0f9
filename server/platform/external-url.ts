import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { badPorts } from './bad-ports.ts'
import { isPublicAddress } from './public-address.ts'

/** Thrown for an address that isn't public, and for an invalid URL. */
export class NotAllowed extends Error {}

/** Thrown when no valid HTTP response arrives in time. */
export class NoResponse extends Error {}

export interface Address {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<Address[]>

// RFC 1123, with the underscore that container networks use in names.
const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?'
const hostName = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`)

/**
 * Parses an HTTP URL. Rejects a password, a port of another protocol, and a host that is neither a host name nor an IP
 * address. The URL standard allows hosts such as "-a", which curl reads as an option.
 */
export function parseExternalUrl(link: string, base?: URL): URL {
  const url = URL.parse(link, base?.href)
  if (!url || !/^https?:$/.test(url.protocol)) throw new NotAllowed('It is not an http or https URL.')
  if (url.username || url.password) throw new NotAllowed('It contains a user name or a password.')
  if (!hostName.test(url.hostname) && isIP(bareHost(url)) === 0)
    throw new NotAllowed('Its host is not a host name.')
  if (badPorts.has(Number(url.port || defaultPort(url))))
    throw new NotAllowed(`Its port ${url.port} belongs to a service that does not speak HTTP.`)
  return url
}

/** Rejects a host that is private by its name alone. Used for a URL that is stored but not requested yet. */
export function requirePublicName(url: URL, allowed: readonly string[]): void {
  const host = bareHost(url)
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /^(.+\.)?localhost$/.test(host)
  if (isPrivate && !isAllowed(url, allowed)) throw new NotAllowed('Its host is not on the public internet.')
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80'
}

/** Resolves the host of a URL. Rejects it if any of its addresses is private. */
export async function addressOf(
  url: URL,
  allowed: readonly string[],
  resolve: Resolve = (host) => lookup(host, { all: true }),
): Promise<Address> {
  const host = bareHost(url)
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host).catch(() => [])
  const [first] = addresses
  if (!first) throw new NoResponse('Its host could not be resolved.')
  if (!isAllowed(url, allowed) && addresses.some(({ address }) => !isPublicAddress(address)))
    throw new NotAllowed('Its host is not on the public internet.')
  return first
}

/** Returns whether the operator allowed this host in the configuration. */
export function isAllowed(url: URL, allowed: readonly string[]): boolean {
  const { hostname, port } = url
  return allowed.includes(hostname) || allowed.includes(`${hostname}:${port || defaultPort(url)}`)
}

/** Returns a lookup function that skips DNS, so that the connection goes to the address that was checked. */
export function pinnedLookup({ address, family }: Address): LookupFunction {
  return (_host, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family)
}

/** Returns a signal that aborts after the timeout, and a promise that rejects at the same time. */
export function startTimeout(timeoutMs: number): { signal: AbortSignal; timedOut: Promise<never> } {
  const signal = AbortSignal.timeout(timeoutMs)
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new NoResponse(`It did not respond within ${timeoutMs / 1000} seconds.`)),
    )
  })
  timedOut.catch(() => {})
  return { signal, timedOut }
}

import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { badPorts } from './bad-ports.ts'
import { isPublicAddress } from './public-address.ts'

/** Thrown for an address that isn't public, and for an invalid link. */
export class NotAllowed extends Error {}

/** Thrown when no valid HTTP response arrives in time. */
export class NoResponse extends Error {}

export interface AskOptions {
  /** Private hosts that are allowed anyway: `wiki.internal`, or `10.0.0.7:8080` for a single port. */
  allowed: readonly string[]
  /** Timeout for all redirects together. */
  milliseconds?: number
  redirects?: number
  resolve?: (host: string) => Promise<Address[]>
}

export interface Address {
  address: string
  family: number
}

/**
 * Requests a link that a user provided, follows its redirects and returns the final status. Resolves the host once for
 * each redirect and connects to the address that was checked, so that DNS rebinding can't reach a private address.
 */
export async function fetchExternal(
  link: string,
  { allowed, milliseconds = 5000, redirects = 5, resolve = resolveAll }: AskOptions,
): Promise<{ status: number; url: string }> {
  const { signal, late } = inTime(milliseconds)
  let url = outsideUrl(link)
  for (let step = 0; step <= redirects; step++) {
    const address = await Promise.race([addressOf(url, allowed, resolve), late])
    const { status, location } = await Promise.race([requestHead(url, address, signal), late])
    if (location === undefined) return { status, url: url.href }
    url = outsideUrl(location, url)
  }
  throw new NoResponse(`It redirects more than ${redirects} times.`)
}

/** Returns a signal that aborts after the timeout, and a promise that rejects at the same time. */
export function inTime(milliseconds: number): { signal: AbortSignal; late: Promise<never> } {
  const signal = AbortSignal.timeout(milliseconds)
  const late = new Promise<never>((_, reject) => {
    const seconds = milliseconds / 1000
    signal.addEventListener('abort', () =>
      reject(new NoResponse(`It did not respond within ${seconds} seconds.`)),
    )
  })
  late.catch(() => {})
  return { signal, late }
}

// RFC 1123, with the underscore that container networks use in names.
const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?'
const hostName = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`)

/**
 * Parses an HTTP link. Rejects a password, a port of another protocol, and a host that is neither a host name nor an IP
 * address. The URL standard allows hosts such as "-a", which curl reads as an option.
 */
export function outsideUrl(link: string, base?: URL): URL {
  const url = URL.parse(link, base?.href)
  if (!url || !/^https?:$/.test(url.protocol)) throw new NotAllowed('It is not an http or https address.')
  if (url.username || url.password) throw new NotAllowed('It contains a user name or a password.')
  if (!hostName.test(url.hostname) && isIP(bareHost(url)) === 0)
    throw new NotAllowed('Its host is not a host name.')
  if (badPorts.has(Number(url.port || defaultPort(url))))
    throw new NotAllowed(`Its port ${url.port} belongs to a service that does not speak HTTP.`)
  return url
}

/** Rejects a host that is private by its name alone. Used for a link that is stored but not requested yet. */
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
  resolve: (host: string) => Promise<Address[]> = resolveAll,
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

function resolveAll(host: string): Promise<Address[]> {
  return lookup(host, { all: true })
}

/** Returns a lookup function that skips DNS, so that the connection goes to the address that was checked. */
export function pinnedLookup({ address, family }: Address): LookupFunction {
  return (_host, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family)
}

/** Sends a GET request and drops the connection after the response headers. */
function requestHead(url: URL, address: Address, signal: AbortSignal) {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const outgoing = request(
      url,
      { agent: false, lookup: pinnedLookup(address), signal, headers },
      (response) => {
        const { statusCode: status = 0, headers: received } = response
        resolve({ status, location: status >= 300 && status < 400 ? received.location : undefined })
        response.destroy()
      },
    )
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new NoResponse(`It cannot be reached${code ? ` (${code})` : ''}.`)),
    )
    outgoing.end()
  })
}

const headers = { 'User-Agent': 'Baton (link check)', Accept: '*/*' }

import { BlockList, isIP, type LookupFunction } from 'node:net'
import { lookup } from 'node:dns/promises'

/** Ports of well-known services that don't speak HTTP: https://fetch.spec.whatwg.org/#port-blocking. */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/*
 * Networks that are not on the public internet, from the IANA special-purpose registries. Links that users provide must
 * not reach hosts that only this machine or its network can reach.
 */
const notPublic = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The internal services of Azure, on an address in a public range.
  '168.63.129.16/32',
])
  add('ipv4', network)

/** The only IPv6 range with global addresses. Excludes networks that embed IPv4 addresses or serve as documentation. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add('ipv6', network)

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

function add(family: 'ipv4' | 'ipv6', network: string): void {
  const [address = '', prefix] = network.split('/')
  notPublic.addSubnet(address, Number(prefix), family)
}

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

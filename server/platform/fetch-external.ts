import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { badPorts } from './bad-ports.ts'
import { isPublicAddress } from './public-address.ts'

/** Where it is not allowed to look: an address that is not public, or a link that is none. */
export class NotAllowed extends Error {}

/** Nobody answered, or not in time, or not in HTTP. */
export class NoResponse extends Error {}

export interface AskOptions {
  /** Hosts that may be asked though they are not public: `wiki.internal`, or `10.0.0.7:8080` for one port alone. */
  allowed: readonly string[]
  /** For all that is asked together. */
  milliseconds?: number
  redirects?: number
  resolve?: (host: string) => Promise<Address[]>
}

export interface Address {
  address: string
  family: number
}

/**
 * Asks for a link that somebody gave us, follows where it leads, and answers with the status at the end. The host is
 * looked up once for each step, and the connection goes to the address that was checked: what the name means a moment
 * later does not count.
 */
export async function fetchExternal(
  link: string,
  { allowed, milliseconds = 5000, redirects = 5, resolve = resolveAll }: AskOptions,
): Promise<{ status: number; url: string }> {
  const { signal, late } = inTime(milliseconds)
  let url = outsideUrl(link)
  for (let step = 0; step <= redirects; step++) {
    const address = await Promise.race([addressOf(url, allowed, resolve), late])
    const { status, location } = await Promise.race([ask(url, address, signal), late])
    if (location === undefined) return { status, url: url.href }
    url = outsideUrl(location, url)
  }
  throw new NoResponse(`It redirects more than ${redirects} times.`)
}

/** For all that is asked together: what stops it, and the refusal that comes then. */
export function inTime(milliseconds: number): { signal: AbortSignal; late: Promise<never> } {
  const signal = AbortSignal.timeout(milliseconds)
  const late = new Promise<never>((_, reject) => {
    const seconds = milliseconds / 1000
    signal.addEventListener('abort', () =>
      reject(new NoResponse(`It did not answer within ${seconds} seconds.`)),
    )
  })
  late.catch(() => {})
  return { signal, late }
}

// RFC 1123, with the underscore that container networks use in names.
const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?'
const hostName = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})*$`)

/**
 * A link that may be asked for at all: of the web, without a password in it, at a host name or an IP address and at a port
 * that HTTP may use. The URL standard allows hosts such as "-a", which curl reads as an instruction.
 */
export function outsideUrl(link: string, base?: URL): URL {
  const url = URL.parse(link, base?.href)
  if (!url || !/^https?:$/.test(url.protocol)) throw new NotAllowed('It is not an http or https address.')
  if (url.username || url.password) throw new NotAllowed('It holds a user name or a password.')
  if (!hostName.test(url.hostname) && isIP(bareHost(url)) === 0)
    throw new NotAllowed('Its host is not a host name.')
  if (badPorts.has(Number(url.port || usualPort(url))))
    throw new NotAllowed(`Its port ${url.port} belongs to a service that does not speak HTTP.`)
  return url
}

/** Rejects a host that is private by its name alone, for a link that nothing is sent to yet. */
export function requirePublicName(url: URL, allowed: readonly string[]): void {
  const host = bareHost(url)
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /^(.+\.)?localhost$/.test(host)
  if (isPrivate && !isAllowed(url, allowed)) throw new NotAllowed('Its host is not on the public internet.')
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function usualPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80'
}

/** The address that its host has at this moment, if it may be connected to. */
export async function addressOf(
  url: URL,
  allowed: readonly string[],
  resolve: (host: string) => Promise<Address[]> = resolveAll,
): Promise<Address> {
  const host = bareHost(url)
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host).catch(() => [])
  const [first] = addresses
  if (!first) throw new NoResponse('Its host is not known.')
  if (!isAllowed(url, allowed) && addresses.some(({ address }) => !isPublicAddress(address)))
    throw new NotAllowed('Its host is not on the public internet.')
  return first
}

/** Whether it was named in the settings. */
export function isAllowed(url: URL, allowed: readonly string[]): boolean {
  const { hostname, port } = url
  return allowed.includes(hostname) || allowed.includes(`${hostname}:${port || usualPort(url)}`)
}

function resolveAll(host: string): Promise<Address[]> {
  return lookup(host, { all: true })
}

/** Looks nothing up: the connection goes to the address that was checked. */
export function connectingTo({ address, family }: Address): LookupFunction {
  return (_host, { all }, answer) =>
    all ? answer(null, [{ address, family }]) : answer(null, address, family)
}

function ask(url: URL, address: Address, signal: AbortSignal) {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const asked = request(
      url,
      { agent: false, lookup: connectingTo(address), signal, headers },
      (response) => {
        const { statusCode: status = 0, headers: got } = response
        resolve({ status, location: status >= 300 && status < 400 ? got.location : undefined })
        // The status is all we want.
        response.destroy()
      },
    )
    asked.on('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new NoResponse(`It cannot be reached${code ? ` (${code})` : ''}.`)),
    )
    asked.end()
  })
}

const headers = { 'User-Agent': 'Baton (link check)', Accept: '*/*' }

import { isIP } from 'node:net'
import { type Address, NoResponse, NotAllowed, addressOf, isAllowed, outsideUrl } from './fetch-external.ts'
import { GitFailed, TooMuch, bareEnvironment, requireGit, runGit } from './git.ts'

/** A repository at an address that somebody gave us. */
export interface Remote {
  url: string
  /** What reads it where it is not open to everybody: a token, or `user:token`. */
  token?: string | undefined
}

export interface RemoteOptions {
  /** Hosts that may be asked though they are not public, and over http too. */
  allowed: readonly string[]
  signal: AbortSignal
  resolve?: (host: string) => Promise<Address[]>
}

/** Why a repository could not be read, in words that people and agents may read: never what its server said. */
export class Unreadable extends Error {}

/** Runs git with this repository and no other: `url` is how it is named there. */
export interface OpenRemote {
  url: string
  run(args: string[], more?: { input?: string; most?: number }): Promise<Buffer>
}

/**
 * Looks its host up once, and lets git connect to the address that was checked, over https, wherever that name leads a
 * moment later, and not on from there. The token is handed over where no list of processes shows it.
 */
export async function openRemote(remote: Remote, options: RemoteOptions): Promise<OpenRemote> {
  const url = requireSafe(remote.url, options.allowed)
  await requireGit(options.signal)
  const address = await addressOf(url, options.allowed, options.resolve).catch((error: unknown) => {
    if (error instanceof NotAllowed || error instanceof NoResponse) throw new Unreadable(error.message)
    throw error
  })
  const env = environmentFor(url, address, remote.token)
  return {
    url: url.href,
    run: (args, more = {}) =>
      runGit(args, { env, signal: options.signal, ...more }).catch((error: unknown) => {
        if (error instanceof GitFailed) throw new Unreadable(sentenceFor(error.message))
        if (error instanceof TooMuch) throw new Unreadable('It is too large to be read here.')
        throw error
      }),
  }
}

/** An address that may be asked at all. What others keep there must not travel in the open. */
export function requireSafe(link: string, allowed: readonly string[]): URL {
  if (/^(ssh|git\+ssh):|^[^/:]+@[^/:]+:/i.test(link))
    throw new NotAllowed(
      'Over ssh a key would be needed. Give its https address, and a token if it is private.',
    )
  const url = outsideUrl(link)
  if (url.search || url.hash) throw new NotAllowed('It holds a query or a fragment.')
  if (url.protocol !== 'https:' && !isAllowed(url, allowed))
    throw new NotAllowed('It is not an https address.')
  return url
}

function environmentFor(url: URL, { address }: Address, token: string | undefined): Record<string, string> {
  const { protocol, hostname } = url
  const port = url.port || (protocol === 'https:' ? '443' : '80')
  const pinned = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const settings: [string, string][] = [
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '20'],
    ['core.hooksPath', '/dev/null'],
    // Kept as it comes, so that it can be seen how much that is.
    ['fetch.unpackLimit', '1'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ...(pinned
      ? [['http.curloptResolve', `${hostname}:${port}:${bracketed(address)}`] as [string, string]]
      : []),
    ...(token ? [['http.extraHeader', `Authorization: Basic ${basic(token)}`] as [string, string]] : []),
  ]
  return {
    ...bareEnvironment(),
    GIT_ALLOW_PROTOCOL: protocol.slice(0, -1),
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  }
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

/** The large hosts take a token as the password of any user. */
function basic(token: string): string {
  return Buffer.from(token.includes(':') ? token : `x-access-token:${token}`).toString('base64')
}

const sentences: [RegExp, string][] = [
  [
    /could not read (Username|Password)|Authentication failed|error: 40[13]/i,
    'It is private, or not there. Give a token that may read it, and look at its address again.',
  ],
  [
    /error: 404|repository '.*' not found/i,
    'There is no repository at this address, or it is private. Look at it again, and give a token if it is private.',
  ],
  [/error: 30\d|redirect/i, 'Its server sends us on to another address. Give that one.'],
  [/Could not resolve host/i, 'Its host is not known.'],
  [/certificate|SSL|TLS/i, 'Its certificate is not trusted.'],
  [/Remote branch .* not found/i, 'The branch is no longer there.'],
  [
    /dumb http|is this a git repository|not a git repository|invalid server response|bad line length/i,
    'What answers there is no git repository, or one that cannot be read in part.',
  ],
  [
    /Failed to connect|Connection (refused|reset)|Operation too slow|timed out|Empty reply|error: 5\d\d/i,
    'Its server cannot be reached right now. Try again in a moment.',
  ],
]

function sentenceFor(said: string): string {
  return sentences.find(([pattern]) => pattern.test(said))?.[1] ?? 'git could not read it.'
}

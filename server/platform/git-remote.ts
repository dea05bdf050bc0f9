import { isIP } from 'node:net'
import {
  type Address,
  NoResponse,
  NotAllowed,
  type Resolve,
  addressOf,
  isAllowed,
  parseExternalUrl,
} from './external-url.ts'
import { GitFailed, TooMuch, bareEnvironment, requireGit, runGit } from './git.ts'

/** A repository at a URL that a user provided. */
export interface Remote {
  url: string
  /** The credential for a private repository: a token, or `user:token`. */
  token?: string | undefined
}

export interface RemoteOptions {
  /** Private hosts that are allowed anyway, also over http. */
  allowed: readonly string[]
  signal: AbortSignal
  resolve?: Resolve
}

/**
 * The reason why a repository could not be read. It never repeats the server's output, because users and agents see it.
 */
export class Unreadable extends Error {}

/** A repository that git can read. Pass `url` in the arguments of `run`; git can connect to no other host. */
export interface OpenRemote {
  url: string
  /** Stops git, and so its downloads, when `signal` is aborted. */
  run(args: string[], more?: { input?: string; most?: number; signal?: AbortSignal }): Promise<Buffer>
}

/**
 * Resolves the host once and pins git to the address that was checked, over https and without redirects. Passes the
 * token in the environment, because a process list shows arguments.
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
    run: (args, { signal, ...more } = {}) =>
      runGit(args, {
        env,
        ...more,
        signal: signal ? AbortSignal.any([options.signal, signal]) : options.signal,
      }).catch((error: unknown) => {
        if (error instanceof GitFailed) throw new Unreadable(sentenceFor(error.message))
        if (error instanceof TooMuch) throw new Unreadable('The repository is too large.')
        throw error
      }),
  }
}

/** Parses the URL of a repository. Requires https, except for allowed hosts, because repositories may be private. */
export function requireSafe(link: string, allowed: readonly string[]): URL {
  if (/^(ssh|git\+ssh):|^[^/:]+@[^/:]+:/i.test(link))
    throw new NotAllowed(
      "SSH URLs aren't supported. Use the https URL, and a token if the repository is private.",
    )
  const url = parseExternalUrl(link)
  if (url.search || url.hash) throw new NotAllowed('It contains a query or a fragment.')
  if (url.protocol !== 'https:' && !isAllowed(url, allowed)) throw new NotAllowed('It is not an https URL.')
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
    // Keeps the downloaded pack as one file, so that its size can be checked.
    ['fetch.unpackLimit', '1'],
    // Streams larger files to the disk. By default, git holds files of up to 512 MB in memory.
    ['core.bigFileThreshold', '1m'],
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

/** Encodes a token for Basic authentication. GitHub, GitLab and others accept it as the password of any user. */
function basic(token: string): string {
  return Buffer.from(token.includes(':') ? token : `x-access-token:${token}`).toString('base64')
}

const sentences: [RegExp, string][] = [
  [
    /could not read (Username|Password)|Authentication failed|error: 40[13]/i,
    "The repository is private or doesn't exist. Check the URL, and use a token that can read it.",
  ],
  [
    /error: 404|repository '.*' not found/i,
    'There is no repository at this URL, or it is private. Check the URL, and add a token if it is private.',
  ],
  [/error: 30\d|redirect/i, 'The server redirects to another URL. Use that URL instead.'],
  [/Could not resolve host/i, 'The host could not be resolved.'],
  [/certificate|SSL|TLS/i, "The server's certificate is not trusted."],
  [/Remote branch .* not found/i, 'The branch no longer exists.'],
  [
    /dumb http|is this a git repository|not a git repository|invalid server response|bad line length/i,
    "The server isn't a git repository, or doesn't support partial clones.",
  ],
  [
    /Failed to connect|Connection (refused|reset)|Operation too slow|timed out|Empty reply|error: 5\d\d/i,
    "The server can't be reached right now. Try again later.",
  ],
]

function sentenceFor(output: string): string {
  return sentences.find(([pattern]) => pattern.test(output))?.[1] ?? 'git could not read the repository.'
}

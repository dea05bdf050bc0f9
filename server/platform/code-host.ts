import { fetchExternal } from './fetch-external.ts'

/** A request that the code host rejected, or a response that Baton can't use. */
export class CodeHostFailure extends Error {
  /** 0 without a response. */
  readonly status: number
  /** The wait that a rate limit requires. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A page of a list at the code host. */
export interface CodeHostPage {
  items: unknown[]
  /** The number of the next page, or null on the last one. */
  nextPage: number | null
}

type Query = Record<string, string | number | undefined>

/** A client of the REST API of GitHub, which GitHub Enterprise, Gitea and Forgejo share for issues. */
export interface CodeHost {
  /** Its host, for messages. */
  host: string
  get(path: string, query?: Query): Promise<unknown>
  /** Reads a resource in another format, such as `application/vnd.github.raw+json` for the text of a file. */
  getText(path: string, accept: string): Promise<string>
  /** Reads a page of a list. `field` names the list in a response that is an object. */
  getPage(path: string, query?: Query, field?: string): Promise<CodeHostPage>
  /** Reads a resource with the facts about the token in the headers of the response. */
  inspect(path: string): Promise<Inspected>
  /** Returns null if the response has no body. */
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>
}

/** A response with the scopes and the rate limit of the token. */
export interface Inspected {
  body: unknown
  /** Null if the host doesn't report scopes, as for apps and tokens with permissions of their own. */
  scopes: string[] | null
  rateLimit: { limit: number; remaining: number; resetsAt: string } | null
}

export interface CodeHostOptions {
  /** The URL of its API, such as https://api.github.com. */
  apiUrl: string
  /** Undefined: requests without a credential. */
  token: string | undefined
  /** Whether the operator configured the URL, so that it can be in a private network. */
  isTrusted?: boolean
  /** Private hosts that are allowed anyway. */
  allowed?: readonly string[]
}

const timeoutMs = 10_000
const maxResponseBytes = 20 * 1024 * 1024
/** Responses to remember for conditional requests, which don't count against the rate limit. */
const maxRemembered = 100
const maxRememberedLength = 4 * 1024 * 1024
const json = 'application/vnd.github+json'

interface Remembered {
  etag: string
  body: string
  link: string | undefined
  headers: Headers
}

interface Sent {
  method?: string
  body?: string | undefined
  accept?: string
  /** Whether to ask for the response even if it is remembered. */
  isFresh?: boolean
}

export function openCodeHost(options: CodeHostOptions): CodeHost {
  const { apiUrl, token, isTrusted = false, allowed = [] } = options
  const { host, hostname, origin } = new URL(apiUrl)
  const remembered = new Map<string, Remembered>()
  let rememberedLength = 0

  async function request(url: string, sent: Sent = {}, redirects = 1): Promise<Remembered> {
    const { method = 'GET', body, accept = json, isFresh = false } = sent
    const key = `${accept} ${url}`
    const known = method === 'GET' && !isFresh ? remembered.get(key) : undefined
    const response = await fetchExternal(url, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        accept,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        'x-github-api-version': '2022-11-28',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(known && { 'if-none-match': known.etag }),
      },
      allowed: isTrusted ? [...allowed, host, hostname] : allowed,
      maxBytes: maxResponseBytes,
      timeoutMs,
    }).catch((error: Error) => {
      throw new CodeHostFailure(0, error.message)
    })
    const { status, headers } = response
    if (status === 304 && known) return known
    // A renamed repository redirects. The token must not leave the host, so fetchExternal doesn't follow it.
    const target = headers.location && URL.parse(headers.location, url)
    if (status > 300 && status < 400 && target && target.origin === origin && redirects > 0)
      return request(target.href, sent, redirects - 1)
    const text = response.body.toString()
    if (status < 200 || status >= 300) throw failureOf(status, headers, text, token)
    const { link, etag } = headers
    const joined = Array.isArray(link) ? link.join(', ') : link
    const received = { etag: etag ?? '', body: text, link: joined, headers }
    if (method === 'GET' && etag) remember(key, received)
    return received
  }

  function remember(key: string, received: Remembered): void {
    forget(key)
    if (received.body.length > maxRememberedLength) return
    remembered.set(key, received)
    rememberedLength += received.body.length
    while (remembered.size > maxRemembered || rememberedLength > maxRememberedLength)
      forget(remembered.keys().next().value!)
  }

  function forget(key: string): void {
    rememberedLength -= remembered.get(key)?.body.length ?? 0
    remembered.delete(key)
  }

  return {
    host,
    get: async (path, query) => parse((await request(urlOf(apiUrl + path, query))).body),
    getText: async (path, accept) => (await request(apiUrl + path, { accept })).body,
    async getPage(path, query, field) {
      const { body, link } = await request(urlOf(apiUrl + path, query))
      const parsed = parse(body)
      const items = field === undefined ? parsed : (parsed as Record<string, unknown> | null)?.[field]
      if (!Array.isArray(items)) throw new CodeHostFailure(200, 'It returned something else than a list.')
      return { items, nextPage: nextPageOf(link) }
    },
    async inspect(path) {
      const { body, headers } = await request(apiUrl + path, { isFresh: true })
      return { body: parse(body), scopes: scopesOf(headers), rateLimit: rateLimitOf(headers) }
    },
    async send(method, path, sent) {
      const { body } = await request(apiUrl + path, { method, body: sent && JSON.stringify(sent) })
      return body === '' ? null : parse(body)
    },
  }
}

function urlOf(link: string, query: Query = {}): string {
  const url = new URL(link)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

function scopesOf(headers: Headers): string[] | null {
  const listed = headers['x-oauth-scopes']
  if (listed === undefined) return null
  return String(listed)
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean)
}

function rateLimitOf(headers: Headers): Inspected['rateLimit'] {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`x-ratelimit-${name}`] ?? NaN),
  ) as [number, number, number]
  if (![limit, remaining, reset].every((number) => Number.isSafeInteger(number) && number < 1e11)) return null
  return { limit, remaining, resetsAt: new Date(reset * 1000).toISOString() }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new CodeHostFailure(200, 'It returned something else than JSON.')
  }
}

/** Returns the page of the link with rel="next" (RFC 8288). */
function nextPageOf(link = ''): number | null {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link) ?? []
  const page = Number(URL.parse(target ?? '')?.searchParams.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : null
}

type Headers = Awaited<ReturnType<typeof fetchExternal>>['headers']

function failureOf(status: number, headers: Headers, text: string, token = ''): CodeHostFailure {
  // A hostile server could repeat the token, and messages are stored and logged.
  const message = explained(token === '' ? text : text.replaceAll(token, '…'))
  return new CodeHostFailure(status, `It responded with ${status}${message}`, waitOf(status, headers))
}

function explained(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? `: ${message.slice(0, 300)}` : '.'
  } catch {
    return '.'
  }
}

/** Returns the wait of a primary or secondary rate limit. GitHub sends 403 for both, and 429 for some. */
function waitOf(status: number, headers: Headers): number | undefined {
  if (status !== 403 && status !== 429) return undefined
  const given = headers['retry-after']
  if (given !== undefined) return Math.max(1, Math.ceil(Number(given)) || 60)
  if (headers['x-ratelimit-remaining'] === '0') {
    const seconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
    return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 60
  }
  return status === 429 ? 60 : undefined
}

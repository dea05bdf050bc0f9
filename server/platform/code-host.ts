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
  get(path: string): Promise<unknown>
  getPage(path: string, query?: Query): Promise<CodeHostPage>
  send(method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown>
}

export interface CodeHostOptions {
  /** The URL of its API, such as https://api.github.com. */
  apiUrl: string
  token: string
  /** Whether the operator configured the URL, so that it can be in a private network. */
  isTrusted?: boolean
}

const timeoutMs = 10_000
const maxResponseBytes = 20 * 1024 * 1024
/** Responses to remember for conditional requests, which don't count against the rate limit. */
const maxRemembered = 100

interface Remembered {
  etag: string
  body: string
  link: string | undefined
}

export function openCodeHost({ apiUrl, token, isTrusted = false }: CodeHostOptions): CodeHost {
  const { host, origin } = new URL(apiUrl)
  const remembered = new Map<string, Remembered>()

  async function request(url: string, method: string, body?: string, redirects = 1): Promise<Remembered> {
    const known = method === 'GET' ? remembered.get(url) : undefined
    const response = await fetchExternal(url, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(known && { 'if-none-match': known.etag }),
      },
      allowed: isTrusted ? [host, new URL(apiUrl).hostname] : [],
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
      return request(target.href, method, body, redirects - 1)
    const text = response.body.toString()
    if (status < 200 || status >= 300) throw failureOf(status, headers, text)
    const { link, etag } = headers
    const received = { etag: etag ?? '', body: text, link: Array.isArray(link) ? link.join(', ') : link }
    if (method === 'GET' && etag) remember(url, received)
    return received
  }

  function remember(url: string, received: Remembered): void {
    remembered.delete(url)
    remembered.set(url, received)
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!)
  }

  return {
    host,
    get: async (path) => parse((await request(apiUrl + path, 'GET')).body),
    async getPage(path, query = {}) {
      const url = new URL(apiUrl + path)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value))
      const { body, link } = await request(url.href, 'GET')
      const items = parse(body)
      if (!Array.isArray(items)) throw new CodeHostFailure(200, 'It returned something else than a list.')
      return { items, nextPage: nextPageOf(link) }
    },
    send: async (method, path, body) =>
      parse((await request(apiUrl + path, method, JSON.stringify(body))).body),
  }
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

function failureOf(status: number, headers: Headers, text: string): CodeHostFailure {
  return new CodeHostFailure(status, `It responded with ${status}${explained(text)}`, waitOf(status, headers))
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

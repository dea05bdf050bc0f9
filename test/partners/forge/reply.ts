import { createHash } from 'node:crypto'
import type { Actor, State, StoredRepo } from './state.ts'

/** A request to the REST API. */
export interface Call {
  state: State
  method: string
  /** The path after the API's own, such as `/repos/acme/web/pulls`. */
  path: string
  query: URLSearchParams
  accept: string
  body: Record<string, unknown>
  actor: Actor | undefined
}

export type RepoHandler = (call: Call, repo: StoredRepo, ...params: string[]) => Reply

export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: status === 204 ? '' : JSON.stringify(body),
  }
}

export const notFound = (): Reply => json(404, { message: 'Not Found', status: '404' })

export const invalid = (message: string, ...errors: object[]): Reply =>
  json(422, { message, errors, status: '422' })

/** Returns a page of a list with its Link header (RFC 8288). `wrap` puts the items into an object. */
export function page(
  { state, path, query }: Call,
  items: unknown[],
  wrap: (shown: unknown[], total: number) => unknown = (shown) => shown,
): Reply {
  const [name, most] = state.kind === 'gitea' ? ['limit', 50] : ['per_page', 100]
  const size = Math.min(most, Number(query.get(name) ?? 30))
  const at = Number(query.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const linkTo = (number: number, rel: string) => {
    const params = new URLSearchParams(query)
    params.set('page', String(number))
    return `<${state.apiUrl}${path}?${params.toString()}>; rel="${rel}"`
  }
  const links = [
    ...(at > 1 ? [linkTo(at - 1, 'prev')] : []),
    ...(at < last ? [linkTo(at + 1, 'next'), linkTo(last, 'last')] : []),
  ]
  const shown = items.slice((at - 1) * size, at * size)
  return json(200, wrap(shown, items.length), links.length ? { Link: links.join(', ') } : {})
}

/** Adds an ETag, and removes the body if the client has it already. */
export function withETag(reply: Reply, known: string | undefined): Reply {
  if (reply.status !== 200) return reply
  const etag = `W/"${createHash('sha256').update(reply.body).digest('hex')}"`
  const headers = { ...reply.headers, ETag: etag }
  return known === etag ? { status: 304, headers, body: '' } : { ...reply, headers }
}

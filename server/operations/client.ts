import type { z } from 'zod'
import type * as all from './all.ts'
import type { Operation } from './operation.ts'

/*
 * The typed client of the dashboard and the command line. Only types come from the operations: at run time it needs
 * nothing but `contract/routes.json`, which says where each operation is served.
 */
type Operations = (typeof all)[keyof typeof all]
export type OperationId = Operations['id']
type ById<Id extends OperationId> = Extract<Operations, { id: Id }>
export type InputOf<Id extends OperationId> =
  ById<Id> extends Operation<string, infer Input> ? z.input<Input> : never
export type OutputOf<Id extends OperationId> =
  ById<Id> extends Operation<string, z.ZodObject, infer Output> ? z.output<Output> : never

export interface ClientOptions {
  /** Where the server is; empty for the page it serves itself. */
  baseUrl: string
  routes: Record<string, string>
  token(): string | null
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The version that was read, for a change that must not overwrite another's. */
  ifMatch?: number
  /** The slug of the organization it applies to, when that is not the current one. */
  organization?: string
}

export type Client = <Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: CallOptions,
) => Promise<OutputOf<Id>>

/** A refusal of the server, with its code, sentence and fields; or `code: 'offline'` when there was no answer. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: { path: string; message: string }[]
  /** What the server's log knows it by. */
  readonly requestId: string | null
  /** The whole answer: some refusals carry what a program needs to go on, as the list of what is missing. */
  readonly body: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    detail: string,
    errors: Problem['errors'] = [],
    requestId: string | null = null,
    body: Record<string, unknown> = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.errors = errors
    this.requestId = requestId
    this.body = body
  }
}

export function createClient({ baseUrl, routes, token, fetch: send = fetch }: ClientOptions): Client {
  return async (id, input, options = {}) => {
    const route = routes[id]
    if (!route) throw new Error(`There is no operation ${id}.`)
    const { method, url, body } = requestOf(route, input)
    const headers = new Headers({ Accept: 'application/json' })
    const bearer = token()
    if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
    // A form says itself where its parts begin.
    if (typeof body === 'string') headers.set('Content-Type', 'application/json')
    if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
    if (options.organization) headers.set('X-Organization', options.organization)
    if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`)
    const response = await send(baseUrl + url, {
      method,
      headers,
      body,
      signal: options.signal ?? null,
      // Where a redirect leads is the answer of an operation that redirects, and of no other.
      redirect: 'manual',
    }).catch((error: unknown) => {
      if (options.signal?.aborted) throw error
      throw new Problem(0, 'offline', 'The server cannot be reached. Check your connection and try again.')
    })
    const answer = await answerOf(response)
    if (!response.ok && response.status !== 302)
      throw problemOf(response.status, answer as Record<string, unknown>)
    return answer as never
  }
}

/** What the operation answered, whichever way HTTP carried it. */
async function answerOf(response: Response): Promise<unknown> {
  const { status, headers } = response
  if (status === 302) return { location: headers.get('Location') }
  // Even a file of JSON is a file.
  if (!headers.has('Content-Disposition')) return response.json().catch(() => ({}))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const lasting = /immutable/.test(headers.get('Cache-Control') ?? '')
  return { type: headers.get('Content-Type'), bytes, etag: headers.get('ETag'), lasting }
}

function requestOf(route: string, input: Record<string, unknown>) {
  const [method, template] = route.split(' ') as [string, string]
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  if (method !== 'GET' && method !== 'DELETE') return { method, url: path, body: bodyOf(rest) }
  const query = new URLSearchParams(
    Object.fromEntries([...rest].map(([name, value]) => [name, String(value)])),
  ).toString()
  return { method, url: query ? `${path}?${query}` : path, body: undefined }
}

/** JSON, or a form where there is a file. */
function bodyOf(fields: Map<string, unknown>): string | FormData {
  if (![...fields.values()].some((value) => value instanceof Blob))
    return JSON.stringify(Object.fromEntries(fields))
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

function problemOf(status: number, answer: Record<string, unknown>): Problem {
  const { code, detail, errors, requestId } = answer as Partial<Problem> & { detail?: string }
  const sentence = detail ?? `The server answered with status ${status}.`
  return new Problem(status, code ?? 'unknown', sentence, errors, requestId, answer)
}

import type { z } from 'zod'
import type * as all from './all.ts'
import type { Operation } from '../operations/operation.ts'

/*
 * The typed client of the dashboard and the command line. It imports only types from the operations. At run time it
 * needs just `contract/routes.json`, which maps each operation to its route.
 */
type Operations = (typeof all)[keyof typeof all]
export type OperationId = Operations['id']
type ById<Id extends OperationId> = Extract<Operations, { id: Id }>
export type InputOf<Id extends OperationId> =
  ById<Id> extends Operation<string, infer Input> ? z.input<Input> : never
export type OutputOf<Id extends OperationId> =
  ById<Id> extends Operation<string, z.ZodObject, infer Output> ? z.output<Output> : never

export interface ClientOptions {
  /** The origin of the server. Empty in the dashboard, which the server itself serves. */
  baseUrl: string
  routes: Record<string, string>
  token(): string | null
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The version that was read. Rejects the change if the item has changed since. */
  ifMatch?: number
  /** The slug of the organization, if it is not the current one. */
  organization?: string
}

export type Client = <Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: CallOptions,
) => Promise<OutputOf<Id>>

/** An error response with its code, sentence and fields, or `code: 'offline'` if there was no response. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: { path: string; message: string }[]
  /** The id of the request in the log of the server. */
  readonly requestId: string | null
  /** The whole response body. Some errors have extra members, such as the missing requirements. */
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
    // For a form, fetch sets the content type with its boundary.
    if (typeof body === 'string') headers.set('Content-Type', 'application/json')
    if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
    if (options.organization) headers.set('X-Organization', options.organization)
    if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`)
    const response = await send(baseUrl + url, {
      method,
      headers,
      body,
      signal: options.signal ?? null,
      // The redirect target is the output of operations that redirect, so it is not followed.
      redirect: 'manual',
    }).catch((error: unknown) => {
      if (options.signal?.aborted) throw error
      throw new Problem(0, 'offline', 'The server cannot be reached. Check your connection and try again.')
    })
    const output = await outputOf(response)
    // The body of an aborted request looks empty.
    options.signal?.throwIfAborted()
    if (!response.ok && response.status !== 302)
      throw problemOf(response.status, output as Record<string, unknown>)
    return output as never
  }
}

/** Returns the output of the operation from a JSON body, a redirect or a file. */
async function outputOf(response: Response): Promise<unknown> {
  const { status, headers } = response
  if (status === 302) return { location: headers.get('Location') }
  // A JSON file is returned as a file.
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

/** Returns JSON, or a form if a field holds a file. */
function bodyOf(fields: Map<string, unknown>): string | FormData {
  if (![...fields.values()].some((value) => value instanceof Blob))
    return JSON.stringify(Object.fromEntries(fields))
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

function problemOf(status: number, body: Record<string, unknown>): Problem {
  const { code, detail, errors, requestId } = body as Partial<Problem> & { detail?: string }
  const sentence = detail ?? `The server responded with status ${status}.`
  return new Problem(status, code ?? 'unknown', sentence, errors, requestId, body)
}

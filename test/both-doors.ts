import http from 'node:http'
import { type Operation, httpParts } from '../server/operations/operation.ts'
import { assertDocumented } from './documented.ts'
import type { Agent, TestServer } from './harness.ts'

/** Response of either door. Status 0 means that the operation has no such door. */
export type DoorResponse = { status: number; code: string | undefined; text: string }

/** Errors that count as success: the call passed authorization and failed because a test instance has no code host. */
const acceptedErrors: Record<string, string[]> = {
  'issues.listRemote': ['code_host_not_configured'],
  'issues.listRemoteRepos': ['code_host_not_configured'],
  'issues.sync': ['code_host_not_configured'],
  // An impersonating administrator and a test credential don't use the person's account.
  'repos.listAtHost': ['code_host_account_missing'],
  'repos.createPr': ['needs_code_host', 'repo_unreadable'],
  'accounts.logInWithBackend': ['invalid_credential'],
}

export function isSuccess(
  { id }: Operation,
  { status, code }: Pick<DoorResponse, 'status' | 'code'>,
): boolean {
  return status < 400 || (acceptedErrors[id]?.includes(String(code)) ?? false)
}

/** Function that calls an operation through one door with one credential. */
export type DoorClient = (operation: Operation, input: Record<string, unknown>) => Promise<DoorResponse>

const noDoor: DoorResponse = { status: 0, code: undefined, text: '' }

export async function overHttp(
  server: TestServer,
  operation: Operation,
  token: string | null,
  input: Record<string, unknown>,
  extra: Record<string, string> = {},
): Promise<DoorResponse> {
  if (!operation.http) return noDoor
  const { method, path, parameters } = httpParts(operation.http)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !parameters.includes(name)))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = inQuery ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''
  const { status, type, location, text } = await send(server.url + filled + query, {
    method,
    headers: {
      ...(!operation.upload && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...extra,
    },
    ...(!inQuery && { body: operation.upload ? formOf(rest) : JSON.stringify(rest) }),
  })
  const code = /json/.test(type) ? (JSON.parse(text) as { code?: string }).code : undefined
  assertDocumented(operation, status, code)
  return { status, code, text: text || location }
}

interface Sent {
  method: string
  headers: Record<string, string>
  body?: string | FormData
}

interface Received {
  status: number
  type: string
  location: string
  text: string
}

const agent = new http.Agent({ keepAlive: true })

/** Sends a request without `fetch`, which needs several times the CPU: tests send tens of thousands of requests. */
export async function send(url: string, { method, headers, body }: Sent): Promise<Received> {
  if (body instanceof FormData) {
    const response = await fetch(url, { method, headers, body, redirect: 'manual' })
    const [type = '', location = ''] = ['content-type', 'location'].map(
      (name) => response.headers.get(name) ?? '',
    )
    return { status: response.status, type, location, text: await response.text() }
  }
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const request = http.request(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const { 'content-type': type = '', location = '' } = response.headers
        resolve({ status: response.statusCode!, type, location, text: Buffer.concat(chunks).toString() })
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}

export async function overMcp(
  operation: Operation,
  agent: Agent,
  input: Record<string, unknown>,
): Promise<DoorResponse> {
  if (!operation.tool) return noDoor
  const { isError, data } = await agent.call(operation.tool.name, input)
  const text = JSON.stringify(data)
  return isError
    ? { status: Number(data.status), code: String(data.code), text }
    : { status: 200, code: undefined, text }
}

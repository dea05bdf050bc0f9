import { type Operation, httpParts } from '../server/operations/operation.ts'
import type { Agent, TestServer } from './harness.ts'

/** What either door answered. Status 0: the operation has no such door. */
export type Answer = { status: number; code: string | undefined; text: string }

/** One of the two doors, with a credential. */
export type Ask = (operation: Operation, input: Record<string, unknown>) => Promise<Answer>

const noDoor: Answer = { status: 0, code: undefined, text: '' }

export async function overHttp(
  server: TestServer,
  operation: Operation,
  token: string | null,
  input: Record<string, unknown>,
  extra: Record<string, string> = {},
): Promise<Answer> {
  if (!operation.http) return noDoor
  const { method, path, parameters } = httpParts(operation.http)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !parameters.includes(name)))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = inQuery ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''
  const response = await fetch(server.url + filled + query, {
    method,
    redirect: 'manual',
    headers: {
      ...(!operation.upload && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...extra,
    },
    ...(!inQuery && { body: operation.upload ? formOf(rest) : JSON.stringify(rest) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const code = isJson ? (JSON.parse(text) as { code?: string }).code : undefined
  return { status: response.status, code, text: text || (response.headers.get('location') ?? '') }
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
): Promise<Answer> {
  if (!operation.tool) return noDoor
  const { isError, data } = await agent.call(operation.tool, input)
  const text = JSON.stringify(data)
  return isError
    ? { status: Number(data.status), code: String(data.code), text }
    : { status: 200, code: undefined, text }
}

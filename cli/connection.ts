import { type OperationId, Problem, createClient } from '../server/operations/client.ts'
import type { Settings } from './config.ts'
import { type Answers, routes } from './contract.ts'
import { userAgent } from './version.ts'

export type Call = (id: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>

/** The typed client of the server, for operations that are known only by what was typed. */
export function connect(
  settings: Settings,
  headers: Record<string, string> = {},
  answers: Answers = 'json',
): Call {
  const call = createClient({
    baseUrl: settings.url,
    routes,
    token: () => settings.token,
    fetch: (url, init) => send(new Request(url, init), headers, answers),
  })
  return async (id, input) => {
    if (!isOperation(id)) throw new Error(`contract/routes.json has no operation ${id}.`)
    // What was typed has been given its types from the contract; the server is the judge of it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return call(id, input as never).catch((error: unknown) => {
      throw error instanceof Problem ? inOurWords(error, settings) : error
    })
  }
}

function isOperation(id: string): id is OperationId {
  return id in routes
}

async function send(request: Request, headers: Record<string, string>, answers: Answers): Promise<Response> {
  request.headers.set('User-Agent', userAgent())
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  const response = await fetch(request)
  if (/json/.test(response.headers.get('content-type') ?? '')) return response
  if (answers === 'file' ? response.ok : answers === 'redirect' && response.status === 302) return response
  // What is left unread keeps the connection, and with it this process.
  await response.body?.cancel()
  const place = response.headers.get('location')
  const detail = place ? `The server sends us on to ${place}: use that address.` : notBaton(request.url)
  return Response.json({ code: 'not_baton', detail }, { status: 502 })
}

function notBaton(url: string): string {
  return `What answers at ${new URL(url).origin} is not Baton.`
}

/** Two sentences of the server's are for programs; a person at a terminal does something else about it. */
function inOurWords({ status, code, message, errors }: Problem, { url, token }: Settings): Problem {
  const signIn = 'Sign in with "baton login", or set BATON_TOKEN.'
  if (code === 'offline')
    return new Problem(status, code, `Baton cannot be reached at ${url}. Is it running?`)
  if (code === 'unauthenticated')
    return new Problem(status, code, `You are not signed in to ${url}. ${signIn}`)
  if (code === 'invalid_credential' && token)
    return new Problem(status, code, `Your login or key for ${url} is no longer valid. ${signIn}`)
  return new Problem(status, code, message, errors)
}

import { type OperationId, Problem, createClient } from '../server/assembly/client.ts'
import type { Settings } from './config.ts'
import { type ResultType, routes } from './contract.ts'
import { userAgent } from './version.ts'

export type Call = (id: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>

/** Consumes the body of a file, and returns the response to read instead. */
type Receive = (response: Response) => Promise<Response>

/** Returns the typed client for operations whose ids are known only at run time. */
export function connect(
  settings: Settings,
  headers: Record<string, string> = {},
  resultType: ResultType = 'json',
  receive: Receive = async (response) => response,
): Call {
  const call = createClient({
    baseUrl: settings.url,
    routes,
    token: () => settings.token,
    fetch: (url, init) => send(new Request(url, init), headers, resultType, receive),
  })
  return async (id, input) => {
    if (!isOperation(id)) throw new Error(`contract/routes.json has no operation ${id}.`)
    // values.ts has converted the input as the contract describes it, and the server validates it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return call(id, input as never).catch((error: unknown) => {
      throw error instanceof Problem ? forTerminal(error, settings) : error
    })
  }
}

function isOperation(id: string): id is OperationId {
  return id in routes
}

async function send(
  request: Request,
  headers: Record<string, string>,
  resultType: ResultType,
  receive: Receive,
): Promise<Response> {
  request.headers.set('User-Agent', userAgent())
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  const response = await fetch(request)
  if (resultType === 'file' && response.ok) return receive(response)
  if (/json/.test(response.headers.get('content-type') ?? '')) return response
  if (resultType === 'redirect' && response.status === 302) return response
  // An unread body keeps the connection open, and with it this process.
  await response.body?.cancel()
  const place = response.headers.get('location')
  const detail = place ? `The server redirects to ${place}. Use that URL.` : notBaton(request.url)
  return Response.json({ code: 'not_baton', detail }, { status: 502 })
}

function notBaton(url: string): string {
  return `The server at ${new URL(url).origin} isn't Baton.`
}

/** Replaces the sentences that tell a program what to do: at a terminal, the next step is another. */
function forTerminal({ status, code, message, errors }: Problem, { url, token }: Settings): Problem {
  const signIn = 'Sign in with "baton login", or set BATON_TOKEN.'
  if (code === 'offline')
    return new Problem(
      status,
      code,
      `Can't reach Baton at ${url}. Check the URL, and that the server is running.`,
    )
  if (code === 'unauthenticated')
    return new Problem(status, code, `You are not signed in to ${url}. ${signIn}`)
  if (code === 'invalid_credential' && token)
    return new Problem(status, code, `Your login or API key for ${url} is no longer valid. ${signIn}`)
  return new Problem(status, code, message, errors)
}

import { createHash, randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeServer } from './oidc.ts'

/** A code host that signs users in as GitHub does: OAuth without OpenID Connect, and an API for the profile. */
export interface GitHub {
  url: string
  apiUrl: string
  client: { id: string; secret: string }
  /** The user of the browser that is redirected there. */
  person: GitHubPerson
  close(): Promise<void>
}

export interface GitHubPerson {
  id: number
  login: string
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

export async function startGitHub(): Promise<GitHub> {
  const client = { id: 'baton', secret: randomUUID() }
  const codes = new Map<string, { challenge: string; redirectUri: string; person: GitHubPerson }>()
  const tokens = new Map<string, GitHubPerson>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response)
    if (pathname === '/login/oauth/access_token') return void exchange(request, response)
    const person = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!person) return send(response, 401, { message: 'Bad credentials' })
    const { emails, ...user } = person
    send(response, 200, pathname === '/api/v3/user' ? user : emails)
  })

  function authorize(params: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID()
    const redirectUri = params.get('redirect_uri')!
    codes.set(code, { challenge: params.get('code_challenge')!, redirectUri, person: github.person })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state: params.get('state')! }).toString()
    response.writeHead(302, { Location: back.href }).end()
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = new URLSearchParams((await request.toArray()).join(''))
    const grant = codes.get(given.get('code')!)
    codes.delete(given.get('code')!)
    const challenge = createHash('sha256').update(given.get('code_verifier')!).digest('base64url')
    const isValid =
      grant?.challenge === challenge &&
      grant.redirectUri === given.get('redirect_uri') &&
      given.get('client_secret') === client.secret
    // GitHub responds with status 200 even to a rejected request.
    if (!isValid) return send(response, 200, { error: 'bad_verification_code' })
    const token = randomUUID()
    tokens.set(token, grant.person)
    send(response, 200, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const defaultPerson = { id: 1, login: 'nobody', name: null, emails: [] }
  const github: GitHub = {
    url,
    apiUrl: `${url}/api/v3`,
    client,
    person: defaultPerson,
    close: () => closeServer(server),
  }
  return github
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { recordSecret } from '../evidence.ts'
import { type GotrueKeys, type GotrueTokens, createKeys } from './gotrue-keys.ts'
import {
  GotrueError,
  type GotrueUser,
  GotrueUsers,
  rejectBanned,
  shownUser,
  tokenHash,
} from './gotrue-users.ts'
import { closeServer } from './oidc.ts'

/** A server that speaks the protocol of Supabase Auth (GoTrue), written from its public description. */
export interface Gotrue {
  url: string
  /** Baton's settings for this server. */
  environment: Record<string, string>
  users: GotrueUsers
  keys: GotrueKeys
  /** Responds in place of the server, as a proxy or a fault would. */
  interfere: ((binding: string) => GotrueResponse | undefined) | null
  /** Signs a user in at this server, but not at Baton. */
  signIn(email: string, password: string): Promise<GotrueTokens>
  refresh(tokens: GotrueTokens): Promise<GotrueTokens>
  /** Stops responding. */
  close(): Promise<void>
}

export interface GotrueResponse {
  status: number
  body?: unknown
  location?: string
}

interface Options {
  /** The HMAC secret to sign with instead of a key pair. */
  secret?: string
  /** Confirms new users without an email. */
  autoconfirm?: boolean
}

export async function startGotrue(smtpUrl: string, options: Options = {}): Promise<Gotrue> {
  const users = new GotrueUsers()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = await createKeys(url, options.secret)
  const mailer = createTransport(smtpUrl)
  recordSecret(keys.serviceKey)

  /** Sends an email from its own template: a code, and a link as Baton's handbook describes. */
  async function send(
    incoming: GotrueRequest,
    user: GotrueUser,
    kind: 'confirmation' | 'recovery',
    subject: string,
  ) {
    const { code, hash } = users.makeOneTime(user, kind)
    const link = `${incoming.query.get('redirect_to') ?? 'http://site.example'}/${hash}`
    for (const secret of [code, hash]) recordSecret(secret)
    await mailer.sendMail({
      from: 'auth@backend.example',
      to: user.email,
      subject,
      text: `Enter this code:\n\n${code}\n\nOr follow this link:\n\n${link}\n`,
    })
    return { status: 200, body: {} }
  }

  const signedIn = async (user: GotrueUser, method: string) => ({
    status: 200,
    body: await keys.sign(users.startSession(user, method)),
  })
  const confirmMail = (incoming: GotrueRequest, user: GotrueUser) =>
    send(incoming, user, 'confirmation', 'Confirm your address')

  const routes: Record<string, (incoming: GotrueRequest) => Promise<GotrueResponse> | GotrueResponse> = {
    'GET /health': () => ({ status: 200, body: { name: 'GoTrue', version: 'test' } }),
    'GET /settings': () => ({
      status: 200,
      body: { external: { email: true }, disable_signup: false, mailer_autoconfirm: options.autoconfirm },
    }),
    'GET /.well-known/jwks.json': () => ({ status: 200, body: { keys: keys.public } }),

    async 'POST /signup'(incoming) {
      const { email, password, data } = incoming.body
      const there = users.byEmail(email!)
      if (there?.confirmedAt && options.autoconfirm)
        throw new GotrueError(422, 'user_already_exists', 'User already registered')
      // Does not reveal that the user exists, except for the missing fields of the response.
      if (there?.confirmedAt) {
        const { email_confirmed_at, confirmed_at, ...shown } = shownUser(there)
        return { status: 200, body: { ...shown, id: randomUUID(), identities: [] } }
      }
      const user = there ?? users.create(email!, password!, data as unknown as Record<string, unknown>)
      if (options.autoconfirm) {
        users.confirm(user)
        return signedIn(user, 'password')
      }
      await confirmMail(incoming, user)
      return { status: 200, body: shownUser(user) }
    },
    async 'POST /token'(incoming) {
      const { email, password, refresh_token } = incoming.body
      if (incoming.query.get('grant_type') === 'refresh_token')
        return { status: 200, body: await keys.sign(users.refresh(refresh_token!)) }
      const user = users.byEmail(email!)
      const wrong = new GotrueError(400, 'invalid_credentials', 'Invalid login credentials')
      if (!user) throw wrong
      rejectBanned(user, 400)
      if (!users.isPassword(user, password!)) throw wrong
      if (!user.confirmedAt) throw new GotrueError(400, 'email_not_confirmed', 'Email not confirmed')
      return signedIn(user, 'password')
    },
    async 'POST /otp'(incoming) {
      const { email, create_user = true } = incoming.body
      const user = users.byEmail(email!) ?? (create_user ? users.create(email!, null) : undefined)
      if (!user) throw new GotrueError(422, 'otp_disabled', 'Signups not allowed for otp')
      return user.confirmedAt ? send(incoming, user, 'recovery', 'Your link') : confirmMail(incoming, user)
    },
    'POST /magiclink': (incoming) => routes['POST /otp']!(incoming),
    async 'POST /recover'(incoming) {
      const user = users.byEmail(incoming.body.email!)
      return user ? send(incoming, user, 'recovery', 'Your new password') : { status: 200, body: {} }
    },
    async 'POST /resend'(incoming) {
      const user = users.byEmail(incoming.body.email!)
      return user && !user.confirmedAt ? confirmMail(incoming, user) : { status: 200, body: {} }
    },
    async 'POST /verify'({ body }) {
      const { type, token_hash, token, email } = body
      const hash = token_hash ?? tokenHash(email!, token!)
      return signedIn(await users.verify(type!, hash), 'otp')
    },
    async 'GET /verify'({ query }) {
      const user = await users.verify(query.get('type')!, query.get('token')!)
      const tokens = await keys.sign(users.startSession(user, 'otp'))
      const fragment = new URLSearchParams({ access_token: tokens.access_token })
      return { status: 303, location: `${query.get('redirect_to')}#${fragment.toString()}` }
    },
    'GET /user': async (incoming) => ({ status: 200, body: shownUser((await sessionOf(incoming)).user) }),
    async 'PUT /user'(incoming) {
      const { user, id } = await sessionOf(incoming)
      const { password, data } = incoming.body
      Object.assign(user.metadata, data)
      if (password) {
        const session = users.sessions.get(id)!
        users.setPassword(user, password)
        users.sessions.set(id, session)
      }
      return { status: 200, body: shownUser(user) }
    },
    async 'POST /logout'(incoming) {
      const current = await sessionOf(incoming)
      const scope = incoming.query.get('scope') ?? 'global'
      users.endSessions(current.user, ({ id }) => {
        return scope === 'global' || (id === current.id) === (scope === 'local')
      })
      return { status: 204 }
    },

    'GET /admin/users': () => ({ status: 200, body: { users: [...users.all.values()].map(shownUser) } }),
    'POST /admin/users'({ body }) {
      if (users.byEmail(body.email!)) throw new GotrueError(422, 'email_exists', 'Already registered')
      const user = users.create(body.email!, body.password ?? null)
      return administer(user, { ...body, password: undefined, email: undefined })
    },
    'GET /admin/users/:id': ({ user }) => ({ status: 200, body: shownUser(user!) }),
    'PUT /admin/users/:id': ({ user, body }) => administer(user!, body),
    'DELETE /admin/users/:id'({ user }) {
      users.endSessions(user!)
      users.all.delete(user!.id)
      return { status: 200, body: {} }
    },
  }

  function administer(user: GotrueUser, changes: Body): GotrueResponse {
    const { email, password, email_confirm, ban_duration, user_metadata } = changes
    if (email && users.byEmail(email) && users.byEmail(email) !== user)
      return { status: 500, body: { code: '23505', message: 'duplicate key value' } }
    if (email) user.email = email.toLowerCase()
    if (password) users.setPassword(user, password)
    if (email_confirm) users.confirm(user)
    if (ban_duration)
      user.bannedUntil = ban_duration === 'none' ? 0 : Date.now() + parseFloat(ban_duration) * 3_600_000
    Object.assign(user.metadata, user_metadata)
    return { status: 200, body: shownUser(user) }
  }

  async function sessionOf({ token }: GotrueRequest) {
    const claims = await keys.verify(token)
    if (!users.all.has(claims.sub!)) throw new GotrueError(403, 'user_not_found', 'User does not exist')
    const session = users.sessions.get(claims.session_id as string)
    if (!session) throw new GotrueError(403, 'session_not_found', 'Session does not exist')
    rejectBanned(session.user, 403)
    return session
  }

  /** Checks keys as the API gateway does: each request needs one, and only the service key can administer. */
  async function handle(request: IncomingMessage): Promise<GotrueResponse> {
    const { pathname, searchParams: query } = new URL(request.url!, url)
    const [, id] = /^\/admin\/users\/(.+)$/.exec(pathname) ?? []
    const binding = `${request.method} ${id ? '/admin/users/:id' : pathname}`
    const instead = gotrue.interfere?.(binding)
    if (instead) return instead
    const route = routes[binding]
    if (!route) return { status: 404, body: { code: 404, msg: 'Not found' } }
    const { apikey } = request.headers
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const open = /^GET \/(health|settings|verify|\.well-known)/.test(binding)
    if (!open && apikey !== keys.serviceKey && apikey !== keys.anonKey)
      return { status: 401, body: { message: 'Invalid API key' } }
    if (pathname.startsWith('/admin') && (await keys.verify(token)).role !== 'service_role')
      throw new GotrueError(403, 'not_admin', 'User not allowed')
    const user = id === undefined ? undefined : users.all.get(id)
    if (id !== undefined && !user) throw new GotrueError(404, 'user_not_found', 'User not found')
    const sent = await text(request)
    return route({ query, token, user, body: sent ? (JSON.parse(sent) as Body) : {} })
  }

  server.on('request', (request, response) => {
    const toErrorResponse = (error: unknown): GotrueResponse =>
      error instanceof GotrueError
        ? { status: error.status, body: error.body }
        : { status: 500, body: { code: 500, error_code: 'unexpected_failure', msg: String(error) } }
    const respond = ({ status, body, location }: GotrueResponse) => {
      const type = typeof body === 'string' ? 'text/html' : 'application/json'
      const headers = { 'Content-Type': type, ...(location && { Location: location }) }
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    void handle(request).catch(toErrorResponse).then(respond)
  })

  const call = async (path: string, body: object): Promise<GotrueTokens> => {
    const headers = { apikey: keys.anonKey, 'Content-Type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as GotrueTokens
  }
  const gotrue: Gotrue = {
    url,
    users,
    keys,
    interfere: null,
    environment: {
      AUTH_BACKEND_URL: url,
      AUTH_BACKEND_KEY: keys.serviceKey,
      ...(options.secret && { AUTH_BACKEND_JWT_SECRET: options.secret }),
    },
    signIn: (email, password) => call('/token?grant_type=password', { email, password }),
    refresh: ({ refresh_token }) => call('/token?grant_type=refresh_token', { refresh_token }),
    async close() {
      await closeServer(server)
      mailer.close()
    },
  }
  return gotrue
}

type Body = Partial<Record<string, string>>

interface GotrueRequest {
  query: URLSearchParams
  body: Body
  token: string
  /** The user to administer. */
  user: GotrueUser | undefined
}

import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hashSecret, createEmailToken } from '../server/domains/auth/accounts/email-tokens.ts'
import { send } from './both-doors.ts'
import { approveDevice, requestDevice, claimDevice } from './devices.ts'
import { eachOf } from './each-of.ts'
import { type Person, oneEngine } from './harness.ts'
import { type Attempt, allow, requestConsent, startSignIn, exchange, refresh, signIn } from './mcp-oauth.ts'
import { addPasskey } from './partners/authenticator.ts'
import { mailAbout } from './mail-about.ts'
import { codeIn, tokenIn } from './partners/mail.ts'
import { freePort } from './partners/postgres.ts'
import { passFirstFactor, post, setUpTotp } from './second-factor.ts'
import { type ServerWithMail, startOwnWithMail } from './with-mail.ts'

/*
 * A stolen database must contain no usable secret. The test starts every flow that ends in a secret and leaves it open.
 * Then it tries every value of every column wherever the server accepts a secret. To prove that the attempts are valid,
 * it finally passes the real secret to each of them.
 */

// The order matters: later ones end sessions that earlier ones need.
const order = [
  'bearer',
  'mcp',
  'mcpAccess',
  'mcpCode',
  'mcpRefresh',
  'password',
  'device',
  'ticket',
  'rememberedDevice',
  'secondFactorRequest',
  'recoveryCode',
  'code',
  'invitation',
  'magicLink',
  'reset',
] as const

for (const engine of oneEngine) {
  describe(`a stolen database, on ${engine}`, () => {
    let server: ServerWithMail
    let ada: Person
    let open: OpenSecrets
    /** Values that are older than all secrets, such as the handbook. */
    let seeded: Set<string>
    before(async () => {
      const port = String(await freePort())
      server = await startOwnWithMail(engine, {
        MCP_OAUTH: 'true',
        PORT: port,
        APP_URL: `http://localhost:${port}`,
      })
      ada = (await server.newcomer('Ada')).person
      seeded = new Set(await everyValue(server))
      open = await startEverything(server, ada)
    })
    after(() => server.stop())

    it('contains no value that works as a credential', async () => {
      const values = (await everyValue(server)).filter((value) => !seeded.has(value))
      const candidates = [...new Set(values.flatMap(spellings))]
      assert.ok(candidates.length > 300, `only ${candidates.length} values were found`)
      const opened: string[] = []
      const tried = candidates.filter(({ length }) => length >= 4 && length <= 500)
      // Tries each function once: one of them accepts two kinds of secret.
      const doors = new Map(
        Object.entries(places(server, ada, open)).map(([place, tryOut]) => [tryOut, place]),
      )
      for (const [tryOut, place] of doors) {
        // Tries the database's values before the real secrets, because some of those work only once.
        for (let at = 0; at < tried.length; at += 20)
          await eachOf(tried.slice(at, at + 20), async (value) => {
            if (await tryOut(value)) opened.push(`${place}: ${value}`)
          })
      }
      assert.deepEqual(opened, [])
    })

    for (const place of order) {
      it(`accepts the real secret as ${place}`, async () => {
        const tryOut = places(server, ada, open)[place]
        assert.equal(await tryOut(open.secrets[place]), true)
      })
    }
  })
}

interface OpenSecrets {
  /** The secrets that clients still have to redeem, by the place that accepts them. */
  secrets: Record<Place, string>
  /** The request that a code belongs to. */
  codeRequest: string
  /** The browser that a ticket belongs to. */
  browser: string
  /** A user whose sign-in waits for the second factor. */
  protected: ProtectedAccount
  /** A signed-in MCP client, and one that has not redeemed its code yet. */
  client: string
  attempt: Attempt
}

interface ProtectedAccount {
  email: string
  password: string
  requests: [string, string]
  recoveryCodes: string[]
}

type Place = (typeof order)[number]

/** Starts every flow up to the point where it waits for its secret, and creates every kind of permanent secret. */
async function startEverything(server: ServerWithMail, ada: Person): Promise<OpenSecrets> {
  const { database } = server.app
  const key = await ada.call('credentials.createApiKey', { name: 'key' }, { idempotencyKey: 'kept-answer' })
  const token = await ada.call('credentials.createMcpToken', { name: 'token', agent: 'Scout' })
  await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
  await ada.call('integrations.connectOwn', { provider: 'gitlab', secret: 'ghp_a_secret_of_another_service' })
  const hook = await ada.call('webhooks.create', {
    name: 'CI',
    url: 'https://93.184.215.14/hook',
    events: ['*'],
  })
  await ada.call('webhooks.rotateSecret', { webhook: hook.id })
  await addPasskey(server, ada)
  await server.anonymous('passkeys.beginAuthentication', {})
  await requestConsent(await startSignIn(server))
  const client = await signIn(server, ada)
  const attempt = await startSignIn(server)
  const mcpCode = (await allow(server, attempt, ada)).get('code')!
  await requestDevice(server)
  await claimDevice(server, ada)
  const device = await approveDevice(server, ada)
  const { request: codeRequest } = await server.anonymous('otp.send', { email: ada.email })
  const code = codeIn(await mailAbout(server.mails, ada.email, /code/))
  await ada.call('accounts.changeEmail', { email: 'ada.new@example.com' })
  await server.mails.next('ada.new@example.com')
  await ada.call('accounts.sendVerification', {})
  const invited = 'grace@example.com'
  await ada.call('invitations.create', { email: invited })
  const invitation = tokenIn(await server.mails.next(invited))
  const [magicLink, reset] = [
    await createEmailToken(database, 'magic_link', ada.user.id, ada.email),
    await createEmailToken(database, 'reset_password', ada.user.id, ada.email),
  ]
  const [ticket, browser] = ['a ticket of the test', 'a browser of the test']
  await database.run(
    sql`insert into sign_in_tickets (hash, browser_hash, user_id, method, expires_at)
     values (${hashSecret(ticket)}, ${hashSecret(browser)}, ${ada.user.id}, 'github', now() + interval '10 minutes')`,
  )
  const grace = (await server.newcomer('Grace')).person
  const { recoveryCodes, code: totp } = await setUpTotp(server, grace)
  const first = () => passFirstFactor(server, grace).then(({ request }) => request)
  const remembering = { request: await first(), code: await totp(), remember: true }
  const { cookie } = await post(server, '/api/auth/second-factor', remembering)
  const account = { email: grace.email, password: grace.password, recoveryCodes }
  const waiting: [string, string] = [await first(), await first()]
  const secrets = {
    rememberedDevice: cookie.replace(/^[^=]*=/, ''),
    secondFactorRequest: waiting[0],
    recoveryCode: recoveryCodes[1]!,
    bearer: key.value,
    mcp: token.value,
    password: ada.password,
    code,
    magicLink,
    reset,
    ticket,
    invitation,
    device: device.deviceCode,
    mcpAccess: client.access,
    mcpRefresh: client.refresh,
    mcpCode,
  }
  return {
    secrets,
    codeRequest,
    browser,
    client: client.client,
    attempt,
    protected: { ...account, requests: waiting },
  }
}

/** Returns for each place that accepts a secret a function that tries a value there. */
function places(
  server: ServerWithMail,
  ada: Person,
  { codeRequest, browser, client, attempt, protected: account }: OpenSecrets,
): Record<Place, (value: string) => Promise<boolean>> {
  const isAccepted = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const { status } = await send(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return status < 300
  }
  const bearer = (value: string) => ({ Authorization: `Bearer ${value.replace(/[^\x21-\x7e]/g, '')}` })
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = { Accept: 'application/json, text/event-stream' }
  const listTools = (value: string) => isAccepted('/mcp', ping, { ...bearer(value), ...accept })
  const cookie = { Cookie: `baton-oauth-ticket=${encodeURIComponent(browser)}` }
  const password = 'a password nobody has guessed'
  return {
    bearer: async (value) =>
      (await send(`${server.url}/api/auth/me`, { method: 'GET', headers: bearer(value) })).status < 300,
    mcp: listTools,
    mcpAccess: listTools,
    mcpCode: async (value) => (await exchange(server, attempt, value)).status === 200,
    mcpRefresh: async (value) => (await refresh(server, client, value)).status === 200,
    // Skips values that can't be a password, because each attempt computes a slow hash.
    password: async (value) =>
      value.length >= 10 && isAccepted('/api/auth/login', { email: ada.email, password: value }),
    async code(value) {
      if (!/^\d{6}$/.test(value)) return false
      // Resets the limit of five attempts per code.
      await server.app.database.run(sql`update email_codes set tries = 0`)
      return isAccepted('/api/auth/otp/verify', { request: codeRequest, code: value })
    },
    // Skips short values, because each attempt computes a slow hash and a token is long.
    rememberedDevice: async (value) => {
      if (value.length < 20) return false
      const { email, password: known } = account
      const sent = `baton-remembered=${encodeURIComponent(value)}`
      return (await post(server, '/api/auth/login', { email, password: known }, sent)).token !== undefined
    },
    secondFactorRequest: (request) =>
      isAccepted('/api/auth/second-factor', { request, recoveryCode: account.recoveryCodes[0] }),
    async recoveryCode(value) {
      // Resets the limit of five attempts per request.
      if (value.length < 10 || value.length > 60) return false
      const waiting = hashSecret(account.requests[1])
      await server.app.database.run(sql`update second_factor_requests set tries = 0 where hash = ${waiting}`)
      return isAccepted('/api/auth/second-factor', {
        request: account.requests[1],
        recoveryCode: value,
      })
    },
    magicLink: (token) => isAccepted('/api/auth/magic-link/verify', { token }),
    invitation: (token) => isAccepted('/api/invitations/look', { token }),
    reset: (token) => isAccepted('/api/auth/reset-password', { token, password }),
    device: (code) => isAccepted('/api/auth/device/poll', { device_code: code }),
    ticket: (ticket) => isAccepted('/api/auth/oauth/finish', { ticket }, cookie),
  }
}

/** Returns all values in the database except numbers and times, including the job queue and the leaves of JSON documents. */
async function everyValue({ app: { database } }: ServerWithMail): Promise<string[]> {
  const columns = await database.run<{ schema: string; table: string; column: string; type: string }>(
    sql`select table_schema as schema, table_name as table, column_name as column, data_type as type
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
        and data_type !~ '^(timestamp|date|interval|boolean|smallint|integer|bigint|real|double|numeric)'`,
  )
  const values: string[] = []
  for (const { schema, table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'hex')` : `"${column}"::text`
    const rows = await database.run<{ value: string | null }>(
      sql.raw(`select ${text} as value from ${schema}."${table}"`),
    )
    for (const { value } of rows) {
      if (value === null) continue
      values.push(value)
      if (type.startsWith('json')) values.push(...leaves(JSON.parse(value)))
    }
  }
  return values
}

function leaves(document: unknown): string[] {
  if (typeof document === 'string') return [document]
  if (typeof document !== 'object' || document === null) return []
  return Object.values(document).flatMap(leaves)
}

/** Returns a value, and for bytes also their usual encodings. */
function spellings(value: string): string[] {
  if (!/^([0-9a-f]{2})+$/.test(value)) return [value]
  const bytes = Buffer.from(value, 'hex')
  return [value, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('latin1')]
}

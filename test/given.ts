import { randomUUID } from 'node:crypto'
import { hashSecret, makeMailToken } from '../server/domains/accounts/mail-tokens.ts'
import { approvedDevice, askingDevice, claimedDevice } from './devices.ts'
import type { Person, TestServer } from './harness.ts'
import { codeIn, watchOutbox } from './partners/mail.ts'
import { addPasskey, createAuthenticator } from './partners/authenticator.ts'
import { buildThings } from './world.ts'

/*
 * What no schema tells. The generated tests make an input from an operation's schema; where that cannot fit, because a
 * password must be right or a thing must be the caller's own, it is made here.
 */
type Given = (
  person: Person,
  server: TestServer,
) => Promise<Record<string, unknown>> | Record<string, unknown>

const browserSecret = 'the browser of the generated tests'

/** What this browser brings along with every request. */
export const browser = { Cookie: `baton-oauth-ticket=${encodeURIComponent(browserSecret)}` }

const given: Record<string, Given> = {
  async 'accounts.delete'({ user }, { app }) {
    // The first account of a test administers the instance, and may go only if somebody else does.
    await app.database.run(`update users set role = 'admin'`)
    return { confirm: user.username }
  },
  async 'accounts.keep'({ user }, { app }) {
    await app.database.run(`update users set erase_at = now() + interval '1 day' where id = $1`, [user.id])
    return {}
  },
  'accounts.logIn': ({ email, password }) => ({ email, password }),
  'accounts.changePassword': ({ password }) => ({ current: password, password }),
  'accounts.verifyEmail': async ({ user }, { app }) => ({
    token: await makeMailToken(app.database, 'verify_email', user.id, user.email),
  }),
  // Ends every login, so it is tried with somebody whom nobody needs.
  'accounts.resetPassword': async (_person, server) => ({
    token: await linkFor(await server.register('Stranger'), server, 'reset_password'),
    password: 'a password nobody has guessed',
  }),
  'magicLinks.verify': async (person, server) => ({ token: await linkFor(person, server, 'magic_link') }),
  async 'otp.verify'({ email }, server) {
    const { request } = await server.anonymous('otp.send', { email })
    const [asked] = await server.app.database.run<{ id: string }>(
      'select id from email_codes where email = $1 and used_at is null',
      [email],
    )
    const mails = await watchOutbox(server.environment.DATA_DIR!)
    await server.app.auth.sendCode({ id: asked!.id, email, network: '', userAgent: '' })
    const code = codeIn(await mails.next(email))
    await mails.close()
    return { request, code }
  },
  async 'passkeys.finishRegistration'(person, { app }) {
    const authenticator = createAuthenticator(new URL(app.config.APP_URL).origin)
    return { response: authenticator.create(await person.call('passkeys.beginRegistration', {})) }
  },
  async 'passkeys.finishAuthentication'(person, server) {
    const { authenticator } = await addPasskey(server, person)
    return { response: authenticator.get(await server.anonymous('passkeys.beginAuthentication', {})) }
  },
  'credentials.exchangeApiKey': ({ email, password }) => ({ email, password }),
  'deviceFlow.approve': async (person, server) => ({
    userCode: (await claimedDevice(server, person)).userCode,
  }),
  'deviceFlow.claim': async (_person, server) => ({ userCode: (await askingDevice(server)).userCode }),
  'deviceFlow.poll': async (person, server) => ({
    device_code: (await approvedDevice(server, person)).deviceCode,
  }),
  async 'admin.unsuspendUser'(person, server) {
    const { user } = await server.register('Suspended')
    await person.call('admin.suspendUser', { user: user.id })
    return { user: user.id }
  },
  async 'sandbox.wipe'(person) {
    await person.call('credentials.createApiKey', { name: 'test', mode: 'test' })
    return {}
  },
  'integrations.connectOwn': () => ({ secret: 'a secret of the test' }),
  async 'integrations.disconnectOwn'({ call }) {
    await call('integrations.connectOwn', { provider: 'gitlab', secret: 'a secret of the test' })
    return { provider: 'gitlab' }
  },
  'projects.share': ({ user }) => ({ user: user.id }),
  async 'projects.unshare'({ call, user }) {
    const { slug } = await call('projects.create', { name: `Shared ${randomUUID()}` })
    await call('projects.share', { project: slug, user: user.id, role: 'viewer' })
    return { project: slug, user: user.id }
  },
  'connectedAccounts.add': () => ({ provider: 'github' }),
  async 'connectedAccounts.remove'({ user }, { app }) {
    await app.database.run(
      `insert into identities (id, user_id, provider, issuer, subject) values ($1, $2, 'github', $3, $1::uuid::text)`,
      [randomUUID(), user.id, app.config.GITHUB_URL],
    )
    return { provider: 'github' }
  },
  async 'oauth.finish'({ user }, { app }) {
    const ticket = randomUUID()
    await app.database.run(
      `insert into sign_in_tickets (hash, browser_hash, user_id, method, expires_at)
       values ($1, $2, $3, 'github', now() + interval '1 minute')`,
      [hashSecret(ticket), hashSecret(browserSecret), user.id],
    )
    return { ticket }
  },
}

/** They end what the others need, so they are tried last, or only where somebody is refused. */
export const endings = ['accounts.delete', 'accounts.logOut']

/** What a reference can name that is the caller's own, and not the organization's. */
const own: Record<string, (person: Person, server: TestServer) => Promise<string>> = {
  async login(person, server) {
    const { email, password } = person
    await server.anonymous('accounts.logIn', { email, password })
    const { items } = await person.call('logins.list', {})
    return items.find(({ current }) => !current)!.id
  },
  passkey: async (person, server) => (await addPasskey(server, person)).passkey.id,
  user: async (_, server) => (await server.register('Somebody')).user.id,
}

/** Makes the special input of an operation, if it needs one. */
export async function givenFor(id: string, person: Person, server: TestServer) {
  return (await given[id]?.(person, server)) ?? {}
}

/** A fresh thing of every kind that the operation's references name, such that `person` may use it. */
export async function thingsFor(
  operation: { id: string },
  references: Record<string, string>,
  { owner, person, server }: { owner: Person; person: Person; server: TestServer },
): Promise<Record<string, string>> {
  const things = await buildThings(owner)
  for (const kind of new Set(Object.values(references))) {
    if (kind === 'credential') things.credential = await ownCredential(person, operation.id)
    else if (own[kind]) things[kind] = await own[kind](person, server)
  }
  return things
}

async function ownCredential(person: Person, id: string): Promise<string> {
  const kind = id.endsWith('ApiKey') ? 'credentials.createApiKey' : 'credentials.createMcpToken'
  return (await person.call(kind, { name: 'own' })).id
}

function linkFor({ user }: Person, { app }: TestServer, purpose: 'magic_link' | 'reset_password') {
  return makeMailToken(app.database, purpose, user.id, user.email)
}

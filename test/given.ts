import { randomUUID } from 'node:crypto'
import { hashSecret } from '../server/domains/accounts/mail-tokens.ts'
import type { Person, TestServer } from './harness.ts'
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
  'accounts.logIn': ({ email, password }) => ({ email, password }),
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

/** What a reference can name that is the caller's own, and not the organization's. */
const own: Record<string, (person: Person, server: TestServer) => Promise<string>> = {
  async login(person, server) {
    const { email, password } = person
    await server.anonymous('accounts.logIn', { email, password })
    const { items } = await person.call('logins.list', {})
    return items.find(({ current }) => !current)!.id
  },
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

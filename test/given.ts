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
  'integrations.connectOwn': () => ({ secret: 'a secret of the test' }),
  async 'integrations.disconnectOwn'({ call }) {
    await call('integrations.connectOwn', { provider: 'gitlab', secret: 'a secret of the test' })
    return { provider: 'gitlab' }
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

import { sql } from '../server/database/sql.ts'
import { randomUUID } from 'node:crypto'
import { signImpersonation, signSession } from '../server/domains/auth/accounts/login-session.ts'
import { createCredential } from '../server/domains/auth/credentials/create-credential.ts'
import { type Role, type Scope, anonymous, roles } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'
import { type DoorClient, overHttp, overMcp } from './both-doors.ts'
import type { Person, TestServer } from './harness.ts'
import { type Things, buildThings, marker } from './things.ts'

/*
 * Two organizations that must never see each other, and all callers who might try. Built with as few steps as possible,
 * through the real doors where one exists.
 */
export interface World {
  /** The owner of the secret items: every text of them contains `marker`. */
  victim: Person
  secrets: Things
  /** Returns the member of the other organization with that role. */
  of(role: Role): Person
}

export async function buildWorld(server: TestServer): Promise<World> {
  const victim = await server.register('Victim')
  const { database } = server.app
  const { id } = victim.organization
  await database.run(sql`update organizations set name = ${marker}, description = ${marker} where id = ${id}`)
  await database.run(
    sql`update users set name = ${marker}, bio = ${marker} where last_organization_id = ${id}`,
  )
  const owner = await server.register('Owner')
  const people = new Map<Role, Person>([['owner', owner]])
  for (const role of ['admin', 'member', 'guest'] as const)
    people.set(role, await addMember(server, owner, role))
  return {
    victim,
    secrets: await buildThings(server, victim, { text: marker }),
    of: (role) => people.get(role)!,
  }
}

/** Verifies an email address, because an operation that does it for the first time ends earlier logins. */
export async function verifyEmail({ app }: TestServer, { user }: Person): Promise<void> {
  await app.database.run(sql`update users set email_verified_at = now() where id = ${user.id}`)
}

export async function addMember(server: TestServer, owner: Person, role: Role): Promise<Person> {
  const person = await server.register(role)
  await join(server, person, owner, role)
  return person
}

/** Adds a user to the owner's organization with a role, and switches them to it. */
export async function join({ app: { database } }: TestServer, person: Person, owner: Person, role: Role) {
  const { id } = owner.organization
  await database.run(
    sql`insert into memberships (organization_id, user_id, role) values (${id}, ${person.user.id}, ${role})
     on conflict (organization_id, user_id) do update set role = excluded.role`,
  )
  await database.run(sql`update users set last_organization_id = ${id} where id = ${person.user.id}`)
}

/** Adds a team to the owner's organization. */
export async function addTeam({ app: { database } }: TestServer, owner: Person): Promise<string> {
  const slug = `team-${randomUUID()}`
  await database.run(
    sql`insert into teams (id, organization_id, slug, name, created_by) values (${newId()}, ${owner.organization.id},
      ${slug}, ${slug}, ${owner.user.id})`,
  )
  return slug
}

/** Adds a user to a team. */
export async function addToTeam(
  { app: { database } }: TestServer,
  team: string,
  { user }: Person,
  role: 'lead' | 'member',
): Promise<void> {
  await database.run(
    sql`insert into team_members (team_id, organization_id, user_id, role)
     select id, organization_id, ${user.id}, ${role} from teams where slug = ${team}
     on conflict (team_id, user_id) do update set role = excluded.role`,
  )
}

/** Callers without a membership, or who lost it, and the error that they always get. */
export const withoutMembership: {
  who: string
  token(server: TestServer, owner: Person): Promise<string | null> | string | null
  expectedError: string
}[] = [
  { who: 'anonymous', token: () => null, expectedError: '401 unauthenticated' },
  {
    who: 'with a forged token',
    token: () => 'eyJhbGciOiJFZERTQSJ9.eyJzaWQiOiJ4In0.AAAA',
    expectedError: '401 invalid_credential',
  },
  { who: 'with an expired session', token: expiredSession, expectedError: '401 invalid_credential' },
  {
    who: 'signed out',
    async token(server, owner) {
      const person = await addMember(server, owner, 'owner')
      await person.call('accounts.logOut', {})
      return person.token
    },
    expectedError: '401 invalid_credential',
  },
  {
    who: 'suspended',
    async token(server, owner) {
      const person = await addMember(server, owner, 'owner')
      await server.app.database.run(sql`update users set suspended_at = now() where id = ${person.user.id}`)
      return person.token
    },
    expectedError: '403 suspended',
  },
  {
    who: 'with a revoked key',
    async token(_, owner) {
      const key = await owner.call('credentials.createApiKey', { name: 'gone' })
      await owner.call('credentials.revokeApiKey', { apiKey: key.id })
      return key.value
    },
    expectedError: '401 invalid_credential',
  },
  {
    who: 'with an expired key',
    async token(server, owner) {
      const key = await owner.call('credentials.createApiKey', { name: 'old' })
      await server.app.database.run(sql`update credentials set expires_at = now() where id = ${key.id}`)
      return key.value
    },
    expectedError: '401 invalid_credential',
  },
  {
    who: 'with the key of a removed member',
    async token(server, owner) {
      const person = await addMember(server, owner, 'member')
      const key = await person.call('credentials.createApiKey', { name: 'left' })
      await server.app.database.run(sql`delete from memberships where user_id = ${person.user.id}
        and organization_id = ${owner.organization.id}`)
      return key.value
    },
    expectedError: '401 invalid_credential',
  },
]

/** A member of an organization with one credential at one door. */
export interface TestCaller {
  who: string
  person: Person
  role: Role
  /** Whether the credential is the user's own login. */
  session: boolean
  ask: DoorClient
}

/** Returns all members of the other organization with each of their credentials. */
export async function callersOf(server: TestServer, world: World): Promise<TestCaller[]> {
  const over =
    (token: string): DoorClient =>
    (operation, input) =>
      overHttp(server, operation, token, input)
  const everything = { name: 'all', scopes: ['read', 'write', 'admin'] as Scope[] }
  const callers: TestCaller[] = []
  for (const role of roles) {
    const person = world.of(role)
    const key = await person.call('credentials.createApiKey', everything)
    const agent = await person.agent(everything)
    callers.push(
      { who: `${role}, signed in`, person, role, session: true, ask: over(person.token) },
      { who: `${role}, API key`, person, role, session: false, ask: over(key.value) },
      {
        who: `${role}, MCP token`,
        person,
        role,
        session: false,
        ask: (operation, input) => overMcp(operation, agent, input),
      },
    )
  }
  const owner = world.of('owner')
  const acting = await impersonate(server, world.of('admin'), owner)
  callers.push({ who: 'impersonator', person: owner, role: 'owner', session: false, ask: over(acting) })
  return callers
}

/** Returns a token of an administrator who impersonates a user. */
export async function impersonate(server: TestServer, admin: Person, person: Person): Promise<string> {
  const id = newId()
  const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString()
  await server.app.database.run(
    sql`insert into login_sessions (id, user_id, impersonator_id, expires_at) values (${id}, ${person.user.id},
      ${admin.user.id}, ${expiresAt})`,
  )
  return signImpersonation(server.app.secrets, id, expiresAt, { user: person.user, impersonator: admin.user })
}

/** Returns a correctly signed token whose session has expired. */
export async function expiredSession(server: TestServer, person: Person): Promise<string> {
  const id = newId()
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  await server.app.database.run(
    sql`insert into login_sessions (id, user_id, expires_at) values (${id}, ${person.user.id},
      now() - interval '1 second')`,
  )
  return signSession(server.app.secrets, id, soon)
}

/** Creates an MCP token of an agent that acts on behalf of a user. */
export function agentToken({ app }: TestServer, { user }: Person, { organization }: Person, name: string) {
  const request = { network: '127.0.0.1', userAgent: 'tests' }
  const ctx = {
    app,
    db: app.database,
    caller: anonymous,
    user,
    organization,
    request,
    record() {},
    afterCommit() {},
  }
  return createCredential(ctx as never, 'mcp_token', { name, scopes: ['read', 'write'], agent: name })
}

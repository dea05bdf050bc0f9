import { randomUUID } from 'node:crypto'
import { signSession } from '../server/domains/accounts/login-session.ts'
import { createCredential } from '../server/domains/credentials/create-credential.ts'
import { type Role, anonymous } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'

/*
 * Two organizations that must never see each other, and everybody who might try: built by the smallest steps that lead
 * there, through the real doors where there is one.
 */

/** Stands in every text that the first organization keeps: if a stranger's answer holds it, something leaked. */
export const marker = 'CONFIDENTIAL-7f3a'

export interface World {
  owner: Person
  outsider: Person
  of(role: Role): Person
}

export async function buildWorld(server: TestServer): Promise<World> {
  const owner = await server.register('Owner')
  await server.app.database.run('update organizations set name = $2 where id = $1', [
    owner.organization.id,
    marker,
  ])
  const people = new Map<Role, Person>([['owner', owner]])
  for (const role of ['admin', 'member', 'guest'] as const)
    people.set(role, await addMember(server, owner, role))
  const outsider = await server.register('Outsider')
  await outsider.call('projects.create', { name: 'Elsewhere', slug: 'elsewhere' })
  return { owner, outsider, of: (role) => people.get(role)! }
}

export async function addMember(server: TestServer, owner: Person, role: Role): Promise<Person> {
  const person = await server.register(role)
  await join(server, person, owner, role)
  return person
}

/** Somebody gets a role in the organization of another, and works there from now on. */
export async function join({ app: { database } }: TestServer, person: Person, owner: Person, role: Role) {
  const values = [owner.organization.id, person.user.id]
  await database.run(
    `insert into memberships (organization_id, user_id, role) values ($1, $2, $3)
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [...values, role],
  )
  await database.run('update users set last_organization_id = $1 where id = $2', values)
}

/** One of everything that an input can refer to, fresh: by the name that the schema gives it. */
export async function buildThings(owner: Person, text = marker): Promise<Record<string, string>> {
  const project = await owner.call('projects.create', { name: `${text} ${randomUUID()}`, description: text })
  const ref = { project: project.slug }
  const task = await owner.call('tasks.create', { ...ref, title: text, description: text })
  const trashed = await owner.call('tasks.create', { ...ref, title: text })
  await owner.call('tasks.delete', { task: trashed.id })
  const { user, organization } = owner
  return {
    ...{ project: project.slug, task: task.id, trash: trashed.id },
    ...{ member: user.id, organization: organization.slug },
  const workspace = await owner.call('workspaces.create', { name: text, description: text })
  return {
    ...{ project: project.slug, task: task.id, trash: trashed.id, member: owner.user.id },
    workspace: workspace.id,
  }
}

export async function signedOut(server: TestServer, owner: Person): Promise<string> {
  const person = await addMember(server, owner, 'owner')
  await person.call('accounts.logOut', {})
  return person.token
}

export async function suspended(server: TestServer, owner: Person): Promise<string> {
  const person = await addMember(server, owner, 'owner')
  await server.app.database.run('update users set suspended_at = now() where id = $1', [person.user.id])
  return person.token
}

export async function revokedKey(owner: Person): Promise<string> {
  const key = await owner.call('credentials.createApiKey', { name: 'gone' })
  await owner.call('credentials.revokeApiKey', { apiKey: key.id })
  return key.value
}

export async function keyOfRemoved(server: TestServer, owner: Person): Promise<string> {
  const person = await addMember(server, owner, 'member')
  const key = await person.call('credentials.createApiKey', { name: 'left' })
  await server.app.database.run('delete from memberships where user_id = $1 and role = $2', [
    person.user.id,
    'member',
  ])
  return key.value
}

/** A token of an administrator who acts as somebody. */
export async function impersonate(server: TestServer, admin: Person, person: Person): Promise<string> {
  const id = newId()
  const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString()
  await server.app.database.run(
    'insert into login_sessions (id, user_id, impersonator_id, expires_at) values ($1, $2, $3, $4)',
    [id, person.user.id, admin.user.id, expiresAt],
  )
  return signSession(server.app.secrets, id, expiresAt)
}

/** A token that is signed as it should be, whose session has run out. */
export async function expiredSession(server: TestServer, person: Person): Promise<string> {
  const id = newId()
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  await server.app.database.run(
    `insert into login_sessions (id, user_id, expires_at) values ($1, $2, now() - interval '1 second')`,
    [id, person.user.id],
  )
  return signSession(server.app.secrets, id, soon)
}

/** An MCP token of an agent that works on somebody's behalf. */
export function agentToken({ app }: TestServer, { user }: Person, { organization }: Person, name: string) {
  const ctx = { app, db: app.database, caller: anonymous, user, organization, record() {}, afterCommit() {} }
  return createCredential(ctx as never, 'mcp_token', { name, scopes: ['read', 'write'], agent: name })
}

/** All that some things are, whoever asks: to see that nothing has touched them. */
export async function snapshot(
  { app: { database } }: TestServer,
  things: Record<string, string>,
): Promise<string> {
  const tasks = [things.task, things.trash]
  const rows = [
    await database.run('select * from projects where slug = $1', [things.project]),
    await database.run('select * from tasks where id = any($1) order by id', [tasks]),
    await database.run('select revoked_at from credentials where id = $1', [things.credential]),
    await database.run('select * from workspaces where id = $1', [things.workspace]),
    await database.run('select id from journal where subject_id = any($1) order by id', [tasks]),
  ]
  return JSON.stringify(rows)
}

import { type Part, type Sql, sql } from '../server/database/sql.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'
import { answerThings } from './answer-things.ts'
import { codeHostThings } from './code-host-things.ts'
import { communityThings } from './community-things.ts'
import { contentThings } from './content-things.ts'
import { marketplaceThings } from './marketplace-things.ts'
import { inProjects, noOne } from './things-in-projects.ts'
import { tunnelThings } from './tunnel-things.ts'
import { addPasskey } from './partners/authenticator.ts'

/*
 * One item of each kind that an input can refer to, by the name in its schema (`refers`). A domain adds a line for each
 * kind: how to create one, and how to delete it. Kinds that a test does not name are not created.
 */
export type Things = Record<string, string>

export interface Making {
  server: TestServer
  /** Creates the items in their current organization. */
  owner: Person
  organizationId: string
  /** The user who will use the items: personal items belong to them. */
  person: Person
  /** Included in every text of the items. */
  text: string
  /** Returns the item of that kind. */
  the(kind: string): Promise<string>
  /** Adds a row to the organization and returns its id. */
  add(table: string, row: Record<string, unknown>): Promise<string>
}

export interface Thing {
  make(making: Making): Promise<string>
  /** Returns the statement that deletes an item by its reference. Kinds without it can't be deleted. */
  remove?(ref: string): Sql
}

const kinds: Record<string, Thing> = {
  project: {
    // The name starts with the random part, because finding a free key for the thousandth project with the same first
    // word takes many queries.
    make: async ({ owner, text }) =>
      (await owner.call('projects.create', { name: `${randomUUID()} ${text}`, description: text })).slug,
    remove: (ref) => sql`update projects set deleted_at = now() where slug = ${ref}`,
  },
  ...answerThings,
  ...codeHostThings,
  ...communityThings,
  ...contentThings,
  ...marketplaceThings,
  ...inProjects,
  ...tunnelThings,
  member: {
    async make({ server, text, organizationId }) {
      const user_id = await otherUser({ server, text })
      await insert(server, 'memberships', { organization_id: organizationId, user_id, role: 'member' })
      return user_id
    },
    remove: (ref) => sql`delete from memberships where user_id = ${ref}`,
  },
  user: { make: otherUser, remove: (ref) => sql`delete from users where id = ${ref}` },
  organization: { make: async ({ organizationId }) => organizationId },
  team: {
    async make({ owner, text, add }) {
      const slug = `team-${randomUUID().slice(0, 8)}`
      await add('teams', { slug, name: text, description: text, created_by: owner.user.id })
      return slug
    },
    // Its skills become personal, as when a team is deleted.
    remove: (ref) => sql`with kept as (update skills set team_id = null, scope = 'personal'
        where team_id = (select id from teams where slug = ${ref})) delete from teams where slug = ${ref}`,
  },
  teamMember: {
    async make({ server, the }) {
      const [user, team] = [await the('member'), await the('team')]
      await server.app.database.run(
        sql`insert into team_members (team_id, organization_id, user_id, role)
         select id, organization_id, ${user}, 'member' from teams where slug = ${team}`,
      )
      return user
    },
    remove: (ref) => sql`delete from team_members where user_id = ${ref}`,
  },
  workspace: {
    make: ({ owner, text, add }) =>
      add('workspaces', { owner_id: owner.user.id, name: text, description: text }),
    remove: (ref) => sql`update workspaces set deleted_at = now() where id = ${ref}`,
  },
  invitation: {
    make: ({ owner, text, add }) =>
      add('invitations', {
        email: `${text}-${randomUUID()}@example.com`,
        role: 'member',
        invited_by: owner.user.id,
        hash: randomBytes(32),
        expires_at: '2100-01-01',
      }),
    remove: (ref) => sql`delete from invitations where id = ${ref}`,
  },
  workflow: {
    async make({ text, add }) {
      const slug = `workflow-${randomUUID()}`
      const gates = JSON.stringify([{ name: 'only', description: text, requirements: [] }])
      await add('workflows', { slug, name: text, description: text, gates, created_by: noOne })
      return slug
    },
    remove: (ref) => sql`update workflows set deleted_at = now() where slug = ${ref}`,
  },
  skill: {
    async make({ owner, text, the }) {
      const named = { name: text, slug: `skill-${randomUUID()}`, description: text, content: text }
      return (await owner.call('skills.create', { ...named, team: await the('team') })).id
    },
    remove: (ref) => sql`update skills set deleted_at = now() where id = ${ref}`,
  },
  agent: {
    make: ({ text, add }) =>
      add('agents', { name: `${text} ${randomUUID()}`, role: text, instructions: text, model: text }),
    remove: (ref) => sql`update agents set deleted_at = now() where id = ${ref}`,
  },
  webhook: {
    make: ({ text, add }) =>
      add('webhooks', {
        name: text,
        description: text,
        url: `https://93.184.215.14/${text}`,
        events: ['*'],
        secret: randomBytes(32),
        created_by: noOne,
      }),
    remove: (ref) => sql`delete from webhooks where id = ${ref}`,
  },
  delivery: {
    make: async ({ text, the, add }) =>
      add('webhook_deliveries', {
        webhook_id: await the('webhook'),
        event_id: randomUUID(),
        event_type: `task.${text}`,
      }),
    remove: (ref) => sql`delete from webhook_deliveries where id = ${ref}`,
  },
  device: {
    make: ({ server, person, text }) =>
      insert(server, 'devices', {
        id: newId(),
        user_id: person.user.id,
        machine: randomUUID(),
        name: text,
        platform: text,
      }),
    remove: (ref) => sql`delete from devices where id = ${ref}`,
  },
  apiKey: {
    make: async ({ person, text }) => (await person.call('credentials.createApiKey', { name: text })).id,
    remove: (ref) => sql`delete from credentials where id = ${ref}`,
  },
  mcpToken: {
    make: async ({ person, text }) => (await person.call('credentials.createMcpToken', { name: text })).id,
    remove: (ref) => sql`delete from credentials where id = ${ref}`,
  },
  login: {
    make: ({ server, person, text }) =>
      insert(server, 'login_sessions', {
        id: newId(),
        user_id: person.user.id,
        user_agent: text,
        expires_at: '2100-01-01',
      }),
    remove: (ref) => sql`delete from login_sessions where id = ${ref}`,
  },
  issue: {
    make: ({ server, person, text }) =>
      insert(server, 'issues', {
        id: newId(),
        number: sql`(select coalesce(max(number), 0) + 1 from issues)`,
        reporter_id: person.user.id,
        title: text,
        description: text,
      }),
    remove: (ref) => sql`delete from issues where id = ${ref}`,
  },
  notification: {
    make: ({ server, person, text }) =>
      insert(server, 'notifications', {
        id: newId(),
        user_id: person.user.id,
        kind: 'security',
        subject_kind: 'login',
        subject_id: randomUUID(),
        about: text,
        body: text,
        data: '{}',
        at: '2026-01-01',
        in_app: true,
      }),
    remove: (ref) => sql`delete from notifications where id = ${ref}`,
  },
  rememberedDevice: {
    make: ({ server, person, text }) =>
      insert(server, 'remembered_devices', {
        id: newId(),
        user_id: person.user.id,
        hash: randomBytes(32),
        user_agent: text,
        network: text,
        expires_at: '2100-01-01',
      }),
    remove: (ref) => sql`delete from remembered_devices where id = ${ref}`,
  },
  passkey: {
    make: async ({ server, person }) => (await addPasskey(server, person)).passkey.id,
    remove: (ref) => sql`delete from passkeys where id = ${ref}`,
  },
}

export const everyKind = Object.keys(kinds)

/** Included in every text of an organization that others must not see: a response that contains it leaks. */
export const marker = 'CONFIDENTIAL-7f3a'

export interface ThingOptions {
  person?: Person
  text?: string
  only?: Iterable<string>
}

/** Creates items in an organization: of every kind, or only of some kinds and the ones they need. */
export async function buildThings(
  server: TestServer,
  owner: Person,
  { person = owner, text = 'ordinary', only = everyKind }: ThingOptions = {},
): Promise<Things> {
  const [at] = await server.app.database.run<{ id: string }>(
    sql`select last_organization_id as id from users where id = ${owner.user.id}`,
  )
  const organizationId = at!.id
  const add: Making['add'] = (table, row) =>
    insert(server, table, { id: newId(), organization_id: organizationId, ...row })
  const created = new Map<string, Promise<string>>()
  const the = (kind: string) => {
    const maker = kinds[kind]
    if (!maker) throw new Error(`No maker for ${kind}: add a line to test/things.ts.`)
    if (!created.has(kind))
      created.set(kind, maker.make({ server, owner, organizationId, person, text, the, add }))
    return created.get(kind)!
  }
  for (const kind of only) await the(kind)
  const entries = [...created].map(async ([kind, reference]) => [kind, await reference] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns deleted items. For kinds that can't be deleted, the reference is random. */
export async function removedThings(server: TestServer, owner: Person): Promise<Things> {
  const things = await buildThings(server, owner)
  for (const [kind, { remove }] of Object.entries(kinds)) {
    if (remove) await server.app.database.run(remove(things[kind]!))
    else things[kind] = randomUUID()
  }
  return things
}

export function randomThings(): Things {
  return Object.fromEntries(everyKind.map((kind) => [kind, randomUUID()]))
}

/** Adds a user with an account and nothing else. */
export function otherUser({ server, text }: Pick<Making, 'server' | 'text'>): Promise<string> {
  const id = newId()
  const values = { id, email: `${id}@example.com`, username: `someone-${id.slice(-12)}`, name: text }
  return insert(server, 'users', values)
}

/** Inserts a row directly, where no operation exists or calling one isn't worth it. Returns the row's id. */
export async function insert(
  { app: { database } }: TestServer,
  table: string,
  row: Record<string, unknown>,
): Promise<string> {
  const names = Object.keys(row)
  const values = Object.values(row).map((value) => sql`${value as Part}`)
  await database.run(
    sql`insert into ${sql.raw(table)} (${sql.raw(names.join(', '))}) values (${sql.join(values)})`,
  )
  return String(row.id)
}

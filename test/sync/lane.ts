import { sql } from '../../server/database/sql.ts'
import { newId } from '../../server/platform/ids.ts'
import { type Person, type TestServer, settled } from '../harness.ts'
import { type Request, inProcess } from './requests.ts'

export type Role = 'owner' | 'member' | 'guest'

/** Roles of the users of a history, by number. The first one manages the others. */
export const firstRoles: Role[] = ['owner', 'member', 'member', 'guest']

export interface Lane {
  server: TestServer
  people: Person[]
  /** Returns the id of a registered device of a user. */
  deviceOf(user: number, index: number): Promise<string>
  /** Replaces a revoked device. */
  registerAgain(user: number, index: number): Promise<string>
}

/**
 * Registers the users and devices of several histories. Each history has its own organization, and users and devices
 * exist outside of organizations, so only organizations are created for each.
 */
export async function openLane(server: TestServer): Promise<Lane> {
  const people: Person[] = []
  for (const name of ['Ada', 'Bea', 'Cid', 'Dan']) people.push(await server.register(name))
  const devices = new Map<string, Promise<string>>()
  const register = (user: number, index: number) => {
    const { token } = people[user]!
    const request = inProcess(server.app)(token, '', 'devices.register', {
      machine: `machine ${index}`,
      name: `Device ${index}`,
    })
    const id = request.then((device) => (device as { id: string }).id)
    devices.set(`${user} ${index}`, id)
    return id
  }
  return {
    server,
    people,
    deviceOf: (user, index) => devices.get(`${user} ${index}`) ?? register(user, index),
    registerAgain: register,
  }
}

export interface Organization {
  id: string
  projects: string[]
}

/** Creates an organization with projects, the second of which is private. Uses SQL, because registering is slow. */
export async function createOrganization(
  { server, people }: Lane,
  { users, projects }: { users: number; projects: number },
): Promise<Organization> {
  const { database } = server.app
  const id = newId()
  await database.run(sql`insert into organizations (id, slug, name) values (${id}, ${id}, 'Sync')`)
  const members = people
    .slice(0, users)
    .map(({ user }, index) => ({ user: user.id, role: firstRoles[index] }))
  await database.run(
    sql`insert into memberships (organization_id, user_id, role)
      select ${id}, m.user, m.role from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m("user" uuid, role text)`,
  )
  const created = Array.from({ length: projects }, (_, index) => ({
    id: newId(),
    name: `Project ${index}`,
    visibility: index === 1 ? 'private' : 'organization',
    key: ['ONE', 'TWO', 'THREE'][index],
    creator: people[index === 2 ? 1 : 0]!.user.id,
  }))
  await database.run(
    sql`insert into projects (id, organization_id, slug, key, name, visibility, created_by)
      select p.id, ${id}, lower(p.key), p.key, p.name, p.visibility, p.creator
        from jsonb_to_recordset(${JSON.stringify(created)}::jsonb)
          as p(id uuid, name text, visibility text, key text, creator uuid)`,
  )
  return { id, projects: created.map((project) => project.id) }
}

export async function addMember({ server, people }: Lane, organization: string, user: number): Promise<void> {
  await server.app.database.run(
    sql`insert into memberships (organization_id, user_id, role) values (${organization}, ${people[user]!.user.id},
      'member') on conflict do nothing`,
  )
}

/**
 * Creates a private note in a transaction that is open during `work`, so that the changes of `work` commit before it.
 * The embedded database runs one transaction at a time.
 */
export async function createLate(
  { server }: Lane,
  organization: string,
  { user, title }: { user: string; title: string },
  work: () => Promise<void>,
): Promise<string | undefined> {
  if (server.environment.DB_CONNECTION !== 'pgsql') return undefined
  const id = newId()
  await server.app.database.transaction(async (db) => {
    await db.run(
      sql`insert into notes (id, organization_id, owner_id, title, created_by)
        values (${id}, ${organization}, ${user}, ${title}, '{}')`,
    )
    await db.run(
      sql`insert into journal (id, organization_id, private_to, actor, type, subject_kind, subject_id, subject_key, version)
        values (${newId()}, ${organization}, ${user}, '{}', 'note.created', 'note', ${id}, ${title}, 1)`,
    )
    await work()
  })
  return id
}

/** Waits until a pull shows all changes: it leaves out those that are newer than the oldest open transaction. */
export async function waitForEarlierWrites({ server }: Lane): Promise<void> {
  if (server.environment.DB_CONNECTION === 'pgsql') await settled(server.app.database)
}

/** Returns the requests of a user. `request` is that of a process or, by default, of the server in this process. */
export function requestsOf(lane: Lane, organization: string, user: number, request: Request) {
  const { token } = lane.people[user]!
  return (operation: string, input: object, key?: string) =>
    request(token, organization, operation, input, key)
}

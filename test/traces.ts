import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { newId } from '../server/platform/ids.ts'
import { type Person, type TestServer, connectAgent } from './harness.ts'
import { agentToken, impersonate } from './world.ts'

/** Returns the columns that contain a text in any case, as `table.column`. */
export async function columnsWith({ app: { database } }: TestServer, text: string): Promise<string[]> {
  const columns = await database.run<{ table: string; column: string }>(
    sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as table, quote_ident(column_name) as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  const found = []
  for (const { table, column } of columns) {
    const [hit] = await database.run(
      sql`select 1 from ${sql.raw(table)} where ${sql.raw(column)}::text ilike ${`%${text}%`} limit 1`,
    )
    if (hit) found.push(`${table}.${column}`.replace('public.', ''))
  }
  return found
}

/** Works in all ways that record a name: in person, by token, by agent, as impersonator and impersonated. */
export async function workIn(server: TestServer, person: Person, owner: Person) {
  const { slug } = await person.call('projects.create', { name: 'Shared' })
  const ref = { project: slug }
  const mine = await person.call('tasks.create', { ...ref, title: 'Mine', assignee: person.user.username })
  await owner.call('tasks.create', { ...ref, title: 'For them', assignee: person.user.username })
  const trashed = await person.call('tasks.create', { ...ref, title: 'Trash' })
  await person.call('tasks.delete', { task: trashed.id })
  const returned = await person.call('tasks.create', { ...ref, title: 'There and back' })
  await person.call('tasks.delete', { task: returned.id })
  await person.call('trash.restore', { kind: 'task', item: returned.id })
  const own = await person.agent()
  await own.call('create_task', { ...ref, title: 'By a token' })
  await own.close()
  const { value, id } = await agentToken(server, person, owner, `Scout ${newId()}`)
  const scout = await connectAgent(server.url, value, id, 'http')
  await scout.call('create_task', { ...ref, title: 'By an agent' })
  await scout.close()
  for (const token of [await impersonate(server, person, owner), await impersonate(server, owner, person)])
    await server.client(token)('tasks.update', { task: mine.id, priority: 'high' })
  return { project: slug, task: mine.id }
}

/** Stores every kind of data about a user, with their name wherever possible. */
export async function storePersonalData(server: TestServer, { name, email, password, user, call }: Person) {
  const image = new File([Buffer.from(onePixel, 'base64')], 'a.png')
  await call('images.setAvatar', { image })
  await call('images.setCover', { image })
  await call('accounts.updateProfile', { bio: `I am ${name}.`, timezone: 'Europe/Berlin' })
  const link = `https://${name.toLowerCase()}.example`
  await call('profiles.updateOwn', { public: true, location: `Home of ${name}`, link })
  await call('preferences.update', { theme: 'dark' })
  await call('integrations.connectOwn', { provider: 'gitlab', secret: 'x'.repeat(30), label: name })
  await call('credentials.createApiKey', { name: `${name}'s key` }, { idempotencyKey: newId() })
  await assert.rejects(server.anonymous('accounts.logIn', { email, password: 'wrong' }))
  await server.anonymous('accounts.logIn', { email, password })
  for (const [table, columns] of Object.entries(signInRows)) {
    const values = Object.values(columns).map((value) => (value === some ? `'${newId()}'` : value))
    await server.app.database.run(
      sql`insert into ${sql.raw(table.split(' ')[0]!)} (${sql.raw(Object.keys(columns).join(', '))})
       select ${sql.raw(values.join(', '))} from users where id = ${user.id}`,
    )
  }
}

const some = Symbol('a value that nothing else has')
const expires_at = `now() + interval '10 minutes'`

// Rows that the sign-in methods leave. `id`, `email` and `name` are columns of the user.
const signInRows: Record<string, Record<string, string | symbol>> = {
  identities: {
    id: some,
    user_id: 'id',
    provider: `'github'`,
    issuer: `'i'`,
    subject: some,
    email: 'email',
    name: 'name',
  },
  email_codes: { id: some, request_hash: some, email: 'email', user_id: 'id', expires_at },
  'email_codes without a user': { id: some, request_hash: some, email: 'upper(email)', expires_at },
  mail_tokens: { hash: some, purpose: `'magic_link'`, user_id: 'id', email: 'email', expires_at },
  passkeys: {
    id: some,
    user_id: 'id',
    credential_id: some,
    public_key: `'x'`,
    counter: '0',
    synced: 'true',
    name: 'name',
  },
  passkey_challenges: { hash: some, user_id: 'id', expires_at },
  sign_in_tickets: { hash: some, browser_hash: `'x'`, user_id: 'id', method: `'github'`, expires_at },
  device_requests: {
    id: some,
    device_hash: some,
    user_code_mac: some,
    client: 'name',
    network: `'x'`,
    user_agent: 'name',
    claimed_by: 'id',
    expires_at,
  },
}

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=='

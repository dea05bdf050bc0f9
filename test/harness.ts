import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  Client as McpClient,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import routes from '../contract/routes.json' with { type: 'json' }
import type { Database } from '../server/database/connect.ts'
import { catchUp } from '../server/database/follow-journal.ts'
import { readMigrations } from '../server/database/migrate.ts'
import { tellPeople } from '../server/domains/notifications/tell-people.ts'
import { type Client, type InputOf, type OutputOf, createClient } from '../server/operations/client.ts'
import { evidenceLog } from './evidence.ts'
import { leaveUnsynced } from './unsynced.ts'
import { type RunningServer, type StartOptions, readConfig, startServer } from '../server/start.ts'

export type Engine = 'pglite' | 'pgsql'

/** Every story is told on the embedded database, and on PostgreSQL where `npm test` found one. */
export const engines: Engine[] = process.env.TEST_POSTGRES_URL ? ['pglite', 'pgsql'] : ['pglite']

/** For long tests of what the rules decide, and not the database: on PostgreSQL where there is one. */
export const oneEngine: Engine[] = engines.slice(-1)

export interface TestServer extends RunningServer {
  /** A person with an account and an organization of their own. */
  register(name: string): Promise<Person>
  /** A person without either. */
  anonymous: Client
  /** The same data on one more node (pgsql), or again after a stop. */
  environment: Record<string, string>
}

export interface Person {
  name: string
  email: string
  password: string
  token: string
  organization: NonNullable<OutputOf<'accounts.register'>['organization']>
  user: OutputOf<'accounts.register'>['user']
  call: Client
  /** A real MCP client with a token of this person's. */
  agent(
    options?: { transport?: 'sse' | 'http' } & Partial<InputOf<'credentials.createMcpToken'>>,
  ): Promise<Agent>
}

export interface Agent {
  client: McpClient
  token: string
  tokenId: string
  call(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>
  close(): Promise<void>
}

export interface ToolAnswer {
  isError: boolean
  /** Whatever came back, for a test to look into: any field may be compared with anything. */
  data: Record<string, never>
}

export async function startTestServer(
  engine: Engine = 'pglite',
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<TestServer> {
  const database = await freshDatabase(engine)
  leaveUnsynced(database.DATA_DIR!)
  const settings = { ...database, ...quietSettings, ...environment }
  return runTestServer(settings, options)
}

/** Starts a server on settings that another one had: a second node, or the same one after a stop. */
export async function runTestServer(
  settings: Record<string, string>,
  options: StartOptions = {},
): Promise<TestServer> {
  // Whoever is told where mails go sends them, and does not wait long before it tries again.
  const jobs = settings.SMTP_URL ? { retryDelay: 0, polling: 0.5 } : false
  const server = await startServer(readConfig(settings), {
    // What is to be found is indexed when a test asks for it (`indexed`), and who is to be told is told then (`notified`).
    ...{ jobs, checkOutput: true, search: false, followers: false, webhooks: { run: false } },
    ...{ log: evidenceLog, passwordCost: { memory: 64, passes: 1 } },
    ...options,
  })
  return {
    ...server,
    environment: settings,
    anonymous: clientFor(server.url, null),
    register: (name) => register(server, name),
  }
}

const quietSettings = {
  // One that nobody comes back from.
  ...{ GITHUB_CLIENT_ID: 'tests', GITHUB_CLIENT_SECRET: 'tests', GITHUB_URL: 'http://127.0.0.1:9' },
  // Repositories on this machine, and on no other.
  REPO_HOSTS: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_SIGN_IN: '1000000',
  RATE_LIMIT_INVITATIONS: '1000000',
  RATE_LIMIT_API: '1000000',
  RATE_LIMIT_MCP: '1000000',
}

export function clientFor(url: string, token: string | null): Client {
  return createClient({ baseUrl: url, routes, token: () => token })
}

async function register({ url, app }: RunningServer, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
  const password = `the password of ${name}`
  const { token, organization, user } = await clientFor(url, null)('accounts.register', {
    name,
    email,
    password,
  })
  const call = readingSettled(clientFor(url, token), app.database)
  return {
    ...{ name, email, password, token, user, call, organization: organization! },
    async agent({ transport = 'http', ...wanted } = {}) {
      const made = await call('credentials.createMcpToken', { name: `${name}'s agent`, ...wanted })
      return connectAgent(url, made.value, made.id, transport)
    },
  }
}

export async function connectAgent(
  url: string,
  token: string,
  tokenId: string,
  transport: 'sse' | 'http',
): Promise<Agent> {
  const client = new McpClient({ name: 'test', version: '1' })
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
  await client.connect(
    transport === 'sse'
      ? new SSEClientTransport(new URL('/mcp/sse', url), options)
      : new StreamableHTTPClientTransport(new URL('/mcp', url), options),
  )
  return {
    ...{ client, token, tokenId },
    async call(tool, input = {}) {
      const result = await client.callTool({ name: tool, arguments: input })
      const [content] = result.content as { text: string }[]
      return { isError: result.isError === true, data: JSON.parse(content!.text) as Record<string, never> }
    },
    close: () => client.close(),
  }
}

/**
 * The feed shows a change once every transaction that was running beside it has ended, those of other tests on the same
 * PostgreSQL included. Whoever reads what has just happened waits for that, and so does whoever reads from now on: else now
 * would be before it.
 */
function readingSettled(client: Client, database: Database): Client {
  return async (id, input, options) => {
    const { cursor, wait } = input as Partial<InputOf<'activity.listEvents'>>
    const readsFeed = id === 'activity.listEvents' || id === 'activity.list' || id === 'agents.get'
    if (readsFeed && (!wait || cursor === 'latest')) await settled(database)
    return client(id, input, options)
  }
}

export async function settled(database: Database): Promise<void> {
  const [now] = await database.run<{ xid: string }>('select pg_current_xact_id()::text as xid')
  let past = false
  while (!past) {
    const [row] = await database.run<{ past: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as past',
      [now!.xid],
    )
    past = row!.past
  }
}

/** Waits until all that has happened can be found: by its words, or with `embedded` by its meaning too. */
export async function indexed({ app }: RunningServer, { embedded = false } = {}): Promise<void> {
  await settled(app.database)
  await app.searchIndex.catchUp()
  if (embedded) await app.searchIndex.embedAll()
}

/** Waits until webhooks were told of all that has happened, as far as it is due. */
export async function told({ app }: RunningServer): Promise<void> {
  await settled(app.database)
  await app.webhooks.catchUp()
  await app.webhooks.sendDue()
}

/** Waits until everybody was told of what has happened. */
export async function notified({ app }: RunningServer): Promise<void> {
  await settled(app.database)
  await catchUp(app, tellPeople(app))
}

/** The settings of an empty database with its schema: a copy of a template, since making one takes seconds. */
export async function freshDatabase(engine: Engine): Promise<Record<string, string>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-test-'))
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  if (engine === 'pglite') {
    // The system's own command: Node takes five times as long for a thousand small files.
    execFileSync('cp', ['-R', await embeddedTemplate(), path.join(folder, 'database')])
    return { DATA_DIR: folder }
  }
  const { createDatabase, templateName } = await import('./postgres-template.ts')
  return {
    DATA_DIR: folder,
    DB_CONNECTION: 'pgsql',
    DATABASE_URL: await createDatabase(templateName),
    SECRET_KEY: 'a secret key that only the tests use',
  }
}

/** What a new instance is before anybody comes: a server was started on it once, and so nothing is left to be made. */
export async function makeTemplate(settings: Record<string, string>): Promise<void> {
  const server = await startServer(readConfig({ ...quietSettings, AUTO_MIGRATE: 'true', ...settings }), {
    jobs: false,
    search: false,
    webhooks: { run: false },
    followers: false,
  })
  await server.stop()
}

/** Made once for each state of what makes it, and kept; made beside its place and moved there, so it is always whole. */
export async function embeddedTemplate(): Promise<string> {
  const version = createHash('sha256')
  for (const { checksum } of readMigrations()) version.update(checksum)
  for (const file of madeBy) version.update(fs.readFileSync(new URL(file, import.meta.url)))
  const cache = new URL('../node_modules/.cache/baton/', import.meta.url).pathname
  const template = path.join(cache, `template-${version.digest('hex').slice(0, 16)}`)
  if (fs.existsSync(template)) return template
  fs.mkdirSync(cache, { recursive: true })
  const made = fs.mkdtempSync(path.join(cache, 'making-'))
  await makeTemplate({ DATA_DIR: made })
  try {
    fs.renameSync(path.join(made, 'database'), template)
  } catch (error) {
    // Another test file was quicker.
    if (!fs.existsSync(template)) throw error
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
  return template
}

const madeBy = [
  '../server/database/seed.ts',
  '../server/domains/jobs.ts',
  '../server/platform/jobs.ts',
  '../node_modules/pg-boss/package.json',
]

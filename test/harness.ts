import { randomUUID } from 'node:crypto'
import {
  Client as McpClient,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import routes from '../contract/routes.json' with { type: 'json' }
import type { Database } from '../server/database/connect.ts'
import { catchUp } from '../server/operations/follow-journal.ts'
import { sql } from '../server/database/sql.ts'
import { notifyPeople } from '../server/domains/notifications/notify-people.ts'
import {
  type CallOptions,
  type InputOf,
  type OperationId,
  type OutputOf,
  createClient,
} from '../server/assembly/client.ts'
import { type RunningServer, type StartOptions, readConfig, startServer } from '../server/start.ts'
import { evidenceLog } from './evidence.ts'
import { freshDatabase } from './fresh-database.ts'
import { writesAnswered } from './partners/pending-writes.ts'
import { type Engine, defaultEngine, quietSettings } from './settings.ts'
import { shared } from './shared.ts'
import { type SignedIn, signUp } from './sign-up.ts'

export { freshDatabase } from './fresh-database.ts'
export { type Engine, defaultEngine, engines, oneEngine, withoutPostgres } from './settings.ts'

export interface TestServer extends RunningServer {
  /** Registers a person with an account and their own organization. */
  register(name: string): Promise<Person>
  /** Client without an account. */
  anonymous: TestClient
  /** Returns a client with this credential. It reads the feed after the changes before it, unlike `clientFor`. */
  client(token: string | null): TestClient
  /** Settings to start another node (pgsql) on the same data, or this one again after a stop. */
  environment: Record<string, string>
}

/** Client whose sign-in returns a login: an account in a test has no second factor unless the test sets one up. */
export type TestClient = <Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  options?: CallOptions,
) => Promise<TestOutputOf<Id>>
export type TestOutputOf<Id extends OperationId> = Exclude<
  OutputOf<Id>,
  { secondFactor: { request: string } }
>

export interface Person {
  name: string
  email: string
  password: string
  token: string
  organization: NonNullable<SignedIn['organization']>
  user: SignedIn['user']
  call: TestClient
  /** Connects a real MCP client with a token of this person. */
  agent(
    options?: { transport?: 'sse' | 'http' } & Partial<InputOf<'credentials.createMcpToken'>>,
  ): Promise<Agent>
}

export interface Agent {
  client: McpClient
  token: string
  tokenId: string
  call(tool: string, input?: Record<string, unknown>): Promise<ToolResponse>
  close(): Promise<void>
}

export interface ToolResponse {
  isError: boolean
  /** The response. `never` lets a test compare any field with any value. */
  data: Record<string, never>
}

/**
 * Returns the server that all stories of this process share on an engine: each story registers its own people, and so
 * has its own organizations. `stop` only ends the story's MCP clients; the server stops when all tests of the process
 * are done. No story gets the account that administers the instance.
 *
 * Use `startOwnServer` for a story that stops its server or reads the whole instance. Settings start an own server,
 * too.
 */
export async function startTestServer(
  engine: Engine = defaultEngine,
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<TestServer> {
  if (Object.keys({ ...environment, ...options }).length > 0)
    return startOwnServer(engine, environment, options)
  return forStory(await shared(engine, () => startSharedServer(engine)))
}

/** Starts a server on a new instance. Its `stop` ends the server. The first account administers the instance. */
export async function startOwnServer(
  engine: Engine = defaultEngine,
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<TestServer> {
  const database = await freshDatabase(engine)
  const settings = { ...database, ...quietSettings, ...environment }
  return runTestServer(settings, options)
}

/** Starts a server and registers its administrator, so that no story depends on being the first. */
async function startSharedServer(engine: Engine): Promise<TestServer> {
  const server = await startOwnServer(engine)
  // A story with other settings starts its own server: a change here would affect all later stories.
  Object.freeze(server.app.config)
  await server.register('Administrator')
  return server
}

/**
 * Prepares a shared server for one story. Moves the cursors of search, notifications and webhooks to now, so that the
 * story doesn't process the events of earlier ones.
 */
export async function forStory<Server extends TestServer>(server: Server): Promise<Server> {
  const { database, epoch } = server.app
  await database.run(sql`delete from rate_limits`)
  await database.run(
    sql`update journal_followers set xid = pg_snapshot_xmin(pg_current_snapshot()), seq = 0, epoch = ${epoch}`,
  )
  const agents: Agent[] = []
  return {
    ...server,
    register: (name) => register(server, name, agents),
    async stop() {
      for (const agent of agents.splice(0)) await agent.close()
    },
  }
}

/** Starts a server with the settings of another one: a second node, or the same one after a stop. */
export async function runTestServer(
  settings: Record<string, string>,
  options: StartOptions = {},
): Promise<TestServer> {
  // A server with SMTP_URL sends emails, and retries quickly.
  const jobs = settings.SMTP_URL ? { retryDelay: 0, polling: 0.5 } : false
  const server = await startServer(readConfig(settings), {
    // Tests index with `indexed`, notify people with `notified` and call webhooks with `deliverWebhooks`.
    jobs,
    checkOutput: true,
    search: false,
    followers: false,
    webhooks: { run: false },
    log: evidenceLog,
    passwordCost: { memory: 64, passes: 1 },
    ...options,
  })
  return {
    ...server,
    environment: settings,
    anonymous: clientFor(server.url, null),
    client: (token) => afterPendingWrites(clientFor(server.url, token), server.app.database),
    register: (name) => register(server, name),
  }
}

/** Returns a client that never waits, for servers in other processes and for reads during open transactions. */
export function clientFor(url: string, token: string | null): TestClient {
  return createClient({ baseUrl: url, routes, token: () => token }) as TestClient
}

async function register({ url, app }: RunningServer, name: string, agents: Agent[] = []): Promise<Person> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
  const password = `the password of ${name}`
  const { token, organization, user } = await signUp(clientFor(url, null), { name, email, password })
  const call = afterPendingWrites(clientFor(url, token), app.database)
  return {
    name,
    email,
    password,
    token,
    user,
    call,
    organization: organization!,
    async agent({ transport = 'http', ...options } = {}) {
      const created = await call('credentials.createMcpToken', { name: `${name}'s agent`, ...options })
      const agent = await connectAgent(url, created.value, created.id, transport, app.database)
      agents.push(agent)
      return agent
    },
  }
}

const openClients = new Set<McpClient>()

function closeAll(clients: Iterable<McpClient>): Promise<unknown> {
  return Promise.allSettled([...clients].map((client) => client.close()))
}

export async function connectAgent(
  url: string,
  token: string,
  tokenId: string,
  transport: 'sse' | 'http',
  database?: Database,
): Promise<Agent> {
  const client = new McpClient({ name: 'test', version: '1' })
  // A failed test leaves its agents open, and a client that reconnects keeps the process alive.
  await shared('agents', async () => ({ stop: async () => void (await closeAll(openClients)) }))
  openClients.add(client)
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
  await client.connect(
    transport === 'sse'
      ? new SSEClientTransport(new URL('/mcp/sse', url), options)
      : new StreamableHTTPClientTransport(new URL('/mcp', url), options),
  )
  return {
    client,
    token,
    tokenId,
    async call(tool, input = {}) {
      await writesAnswered()
      if (database && feedTools.has(tool)) await settled(database)
      const result = await client.callTool({ name: tool, arguments: input })
      const [content] = result.content as { text: string }[]
      return { isError: result.isError === true, data: JSON.parse(content!.text) as Record<string, never> }
    },
    async close() {
      openClients.delete(client)
      await client.close()
    },
  }
}

/** Reads that return changes or a cursor of the feed. */
const feedReads = new Set<OperationId>([
  'activity.listEvents',
  'activity.list',
  'agents.get',
  'bootstrap.get',
  'sync.getStatus',
  'sync.pull',
])
const feedTools = new Set(['list_activities', 'get_agent'])

/**
 * Waits for the writes of open pages and, before a feed read, until earlier changes are visible. The feed shows a change
 * after all concurrent transactions have ended, including those of other tests on the same PostgreSQL. A read from
 * "latest" needs this too, or its cursor would be before the change.
 */
function afterPendingWrites(client: TestClient, database: Database): TestClient {
  return async (id, input, options) => {
    await writesAnswered()
    const { cursor, wait } = input as Partial<InputOf<'activity.listEvents'>>
    const readsFeed = feedReads.has(id)
    if (readsFeed && (!wait || cursor === 'latest')) await settled(database)
    return client(id, input, options)
  }
}

export async function settled(database: Database): Promise<void> {
  const [now] = await database.run<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`)
  let past = false
  while (!past) {
    const [row] = await database.run<{ past: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) > ${now!.xid}::text::xid8 as past`,
    )
    past = row!.past
  }
}

/** Indexes all changes for search by words and, with `embedded`, by meaning. */
export async function indexed({ app }: RunningServer, { embedded = false } = {}): Promise<void> {
  await settled(app.database)
  await app.searchIndex.catchUp()
  if (embedded) await app.searchIndex.embedAll()
}

/** Delivers all due webhooks. */
export async function deliverWebhooks({ app }: RunningServer): Promise<void> {
  await settled(app.database)
  await app.webhooks.catchUp()
  await app.webhooks.sendDue()
}

/** Creates the notifications for all changes. */
export async function notified({ app }: RunningServer): Promise<void> {
  await settled(app.database)
  await catchUp(app, notifyPeople(app))
}

import { clientFor } from '../../test/harness.ts'
import { signUp } from '../../test/sign-up.ts'
import type { ServerProcess } from '../../test/partners/server-process.ts'
import { openClients } from '../hub/clients.ts'
import type { Instance } from '../instance.ts'
import { load, send } from '../load.ts'
import { connectSession } from '../mcp/clients.ts'
import { floorOn } from '../tasks.ts'
import { description, onBacklog } from './backlog.ts'
import { comparePeer } from './compare.ts'

const tasks = 1000
const subscribers = 200

/** The instance with a project of 1,000 tasks, and a person in it. */
export interface TaskWorld {
  instance: Instance
  server: ServerProcess
  token: string
  organizationId: string
  project: { id: string; slug: string }
}

export async function buildTaskWorld(instance: Instance): Promise<TaskWorld> {
  const server = await instance.start(undefined, { ...instance.settings, LIVE_CONNECTIONS: '1000000' })
  const { token, organization } = await signUp(clientFor(server.url, null), {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const project = await clientFor(server.url, token)('projects.create', { name: 'Website', key: 'WEB' })
  const world = { instance, server, token, organizationId: organization!.id, project }
  await load(server.url, createRequest(world), tasks, 10)
  return world
}

function createRequest({ token, project }: Pick<TaskWorld, 'token' | 'project'>) {
  const body = JSON.stringify({ project: project.slug, title: 'Another task', description, labels: [] })
  const headers = { Authorization: `Bearer ${token}` }
  return { method: 'POST' as const, path: '/api/tasks', headers, body: () => body }
}

export async function compareFastify(world: TaskWorld): Promise<void> {
  const { instance, server } = world
  const floor = await instance.start(
    new URL('../floor.ts', import.meta.url),
    await floorOn(instance.settings.DATABASE_URL, world),
  )
  const { postgres } = instance
  const requests = {
    'list 50 tasks over HTTP': {
      method: 'GET' as const,
      path: '/api/tasks?limit=50',
      headers: { Authorization: `Bearer ${world.token}` },
    },
    'create a task over HTTP': createRequest(world),
  }
  for (const [what, request] of Object.entries(requests))
    await comparePeer(what, 'Fastify and one query', {
      theirs: { measured: { server: floor.pid, postgres }, request: () => send(floor.url, request) },
      ours: { measured: { server: server.pid, postgres }, request: () => send(server.url, request) },
    })
  await floor.stop()
}

export async function compareEcho({ instance, server, token }: TaskWorld): Promise<void> {
  const echo = await instance.start(new URL('../mcp/echo.ts', import.meta.url), {})
  const { value } = await clientFor(server.url, token)('credentials.createMcpToken', { name: 'echo' })
  const [theirs, ours] = [await connectSession(echo.url, value), await connectSession(server.url, value)]
  const { postgres } = instance
  await comparePeer('get a task over MCP', 'echo of the SDK', {
    theirs: { measured: { server: echo.pid }, request: () => theirs.call('get_task', { task: 'WEB-1' }) },
    ours: {
      measured: { server: server.pid, postgres },
      request: () => ours.call('get_task', { task: 'WEB-1' }),
    },
  })
  for (const client of [theirs, ours]) client.close()
  await echo.stop()
}

export function compareBacklog({ instance, server, token, project }: TaskWorld): Promise<void> {
  return onBacklog(tasks, async (backlog) => {
    const { value } = await clientFor(server.url, token)('credentials.createMcpToken', { name: 'backlog' })
    const client = await connectSession(server.url, value)
    const ours = (tool: string, input: object) => ({
      measured: { server: server.pid, postgres: instance.postgres },
      request: () => client.call(tool, input),
    })
    const theirs = (tool: string, input: Record<string, unknown>) => ({
      measured: { server: backlog.pid },
      request: () => backlog.call(tool, input),
    })
    const peer = `backlog.md ${backlog.version}`
    const { slug } = project
    // The other program returns the titles of all tasks, which is more than a page of Baton.
    await comparePeer('list tasks over MCP', peer, {
      theirs: theirs('task_list', {}),
      ours: ours('list_tasks', { project: slug }),
    })
    await comparePeer('search tasks over MCP', peer, {
      theirs: theirs('task_search', { query: 'number 77', limit: 20 }),
      ours: ours('list_tasks', { project: slug, search: 'number 77', limit: 20 }),
    })
    await comparePeer('create a task over MCP', peer, {
      theirs: theirs('task_create', { title: 'Another task', description }),
      ours: ours('create_task', { project: slug, title: 'Another task', description }),
    })
    client.close()
  })
}

/** One node keeps the connections, while tasks are written on another. */
export async function compareWs(world: TaskWorld): Promise<void> {
  const { instance, server, token } = world
  const [bare, elsewhere] = [
    await instance.start(new URL('../hub/bare.ts', import.meta.url), {}),
    await instance.start(),
  ]
  const { items } = await clientFor(server.url, token)('activity.listEvents', { limit: 1 })
  const event = JSON.stringify({ type: 'event', event: items[0] })
  const toBare = { method: 'POST' as const, path: '/', body: () => event }
  const options = { token, count: subscribers }
  const [atBare, atOurs] = [
    await openClients({ url: bare.url, ...options }),
    await openClients({ url: server.url, ...options }),
  ]
  const received = { theirs: 0, ours: 0 }
  await comparePeer(`send an event to ${subscribers} subscribers`, 'ws', {
    theirs: {
      measured: { server: bare.pid },
      async request() {
        await send(bare.url, toBare)
        await atBare.got(++received.theirs)
      },
    },
    ours: {
      measured: { server: server.pid },
      async request() {
        await send(elsewhere.url, createRequest(world))
        await atOurs.got(++received.ours)
      },
    },
  })
  await Promise.all([atBare.close(), atOurs.close()])
}

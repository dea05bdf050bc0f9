import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { ServerProcess } from '../test/partners/server-process.ts'
import { type TestClient, clientFor } from '../test/harness.ts'
import { measureConcurrentCreates } from './concurrent-creates.ts'
import { partsPerPiece } from './costs.ts'
import { type Contender, cpuOf, cpuPerPiece } from './cpu.ts'
import { onInstance } from './instance.ts'
import { type Request, load, send } from './load.ts'
import { type Line, printTable } from './report.ts'
import { signUp } from '../test/sign-up.ts'

const clients = 10
const rounds = 5
const storedTasks = 1000

/** Measures the server's CPU time for listing and creating tasks, and concurrent creates in one project. */
export async function run(): Promise<void> {
  await measureConcurrentCreates()
  await onInstance(async ({ settings, postgres, start }) => {
    const ours = await start()
    const person = await prepare(ours.url)
    const floor = await start(
      new URL('floor.ts', import.meta.url),
      await floorOn(settings.DATABASE_URL, person),
    )
    const parts = (request: Request) =>
      partsPerPiece({ server: ours.pid, postgres }, contender(ours, request).work, 2000)
    const lines = [
      {
        ...(await measureList(floor, ours, person)),
        parts: await parts(listRequest(person.authorization)),
      },
      {
        ...(await measureCreate(floor, ours, person)),
        parts: await parts(createRequest(person.project.slug, person.authorization)),
      },
    ]
    printTable(`Tasks: server CPU for one request, ${clients} clients, median of ${rounds} rounds`, lines)
  })
}

/** Waits until all tasks have a vector. Embedding them would count as the cost of the lists. */
async function untilEmbedded(call: TestClient): Promise<void> {
  for (;;) {
    const { following, entries, embedded } = await call('search.getStatus', {})
    if (following && embedded === entries) return
    await pause(100)
  }
}

type Person = Awaited<ReturnType<typeof prepare>>

async function prepare(url: string) {
  const { token, organization } = await signUp(clientFor(url, null), {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  const project = await call('projects.create', { name: 'Website', key: 'WEB' })
  const authorization = { Authorization: `Bearer ${token}` }
  await load(url, createRequest(project.slug, authorization), storedTasks, clients)
  await untilEmbedded(call)
  return { authorization, organizationId: organization!.id, project }
}

const listRequest = (headers: Record<string, string> = {}): Request => {
  return { method: 'GET', path: '/api/tasks?limit=50', headers }
}

let title = 0
const createRequest = (project: string, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  path: '/api/tasks',
  headers,
  body: () =>
    JSON.stringify({
      project,
      title: `Task ${++title}: a summary in one line`,
      description: 'Everything else there is to know. '.repeat(6),
      labels: ['backend', 'speed'],
    }),
})

/** Creates a table like `tasks`, and returns the environment of the minimal program. */
export async function floorOn(
  url: string,
  person: Pick<Person, 'organizationId'> & { project: { id: string } },
): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table floor_tasks (like tasks including all); create sequence floor_numbers')
  // Gives both programs the same table statistics.
  await client.query('analyze')
  await client.end()
  return { DATABASE_URL: url, ORGANIZATION_ID: person.organizationId, PROJECT_ID: person.project.id }
}

async function measureList(floor: ServerProcess, ours: ServerProcess, person: Person): Promise<Line> {
  const floorResponse = await send(floor.url, listRequest())
  const ourResponse = await send(ours.url, listRequest(person.authorization))
  assert.equal(ourResponse.text, floorResponse.text, 'both respond with the same bytes')
  const contenders = [contender(floor, listRequest()), contender(ours, listRequest(person.authorization))]
  const [floorCost, ourCost] = await cpuPerPiece(contenders, 3000, rounds)
  return { what: 'list 50 tasks', floor: floorCost!, ours: ourCost!, goal: { times: 1.1 } }
}

async function measureCreate(floor: ServerProcess, ours: ServerProcess, person: Person): Promise<Line> {
  const onFloor = createRequest(person.project.slug)
  const onOurs = createRequest(person.project.slug, person.authorization)
  const [floorResponse, ourResponse] = [await send(floor.url, onFloor), await send(ours.url, onOurs)]
  assert.deepEqual(namesOf(ourResponse), namesOf(floorResponse), 'both respond with the same fields')
  const contenders = [contender(floor, onFloor), contender(ours, onOurs)]
  const [floorCost, ourCost] = await cpuPerPiece(contenders, 2000, rounds)
  return { what: 'create a task', floor: floorCost!, ours: ourCost!, goal: { times: 3.5 } }
}

function namesOf({ text }: { text: string }): string[] {
  const body: unknown = JSON.parse(text)
  return Object.keys(body ?? {})
}

function contender(server: ServerProcess, request: Request): Contender {
  return { cpu: () => cpuOf(server.pid), work: (count) => load(server.url, request, count, clients) }
}

import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrate.ts'
import { seed } from '../server/database/seed.ts'
import { authenticateForHttp } from '../server/domains/credentials/authenticate.ts'
import { noCookies } from '../server/operations/context.ts'
import { readConfig, startServer } from '../server/start.ts'
import { type ServerProcess, startServerProcess } from '../test/partners/server-process.ts'
import { clientFor } from '../test/harness.ts'
import { startPostgres } from '../test/partners/postgres.ts'
import { type Contender, cpuOf, cpuPerPiece } from './cpu.ts'
import { type Request, load, send } from './load.ts'
import { type Line, printTable } from './report.ts'

const clients = 10
const rounds = 5
const storedTasks = 1000

/** Listing and creating tasks, and the check of a credential: CPU of the server process for each request. */
export async function run(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const postgres = await startPostgres()
  const started: ServerProcess[] = []
  try {
    const settings = await settingsOf(postgres.url(await postgres.createDatabase()), folder)
    const ours = await startServerProcess(settings, { output: path.join(folder, 'ours.log') })
    started.push(ours)
    const person = await prepare(ours.url)
    const floor = await startFloor(settings.DATABASE_URL, person, path.join(folder, 'floor.log'))
    started.push(floor)
    const lines = [
      await measureList(floor, ours, person),
      await measureCreate(floor, ours, person),
      ...(await measureCredentials(settings, person)),
    ]
    printTable(`Tasks: server CPU for one request, ${clients} clients, median of ${rounds} rounds`, lines)
  } finally {
    for (const server of started) await server.stop()
    postgres.stop('immediate')
    postgres.remove()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function settingsOf(url: string, folder: string) {
  const database = openDatabase({ engine: 'pgsql', url, pool: 2 })
  await migrate(database)
  await seed(database)
  await database.close()
  return {
    DB_CONNECTION: 'pgsql',
    DATABASE_URL: url,
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that only the benchmarks use',
    RATE_LIMIT_SIGN_IN: '1000000',
    RATE_LIMIT_API: '1000000',
    RATE_LIMIT_MCP: '1000000',
  }
}

type Person = Awaited<ReturnType<typeof prepare>>

async function prepare(url: string) {
  const { token, organization } = await clientFor(url, null)('accounts.register', {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  const project = await call('projects.create', { name: 'Website', key: 'WEB' })
  const authorization = { Authorization: `Bearer ${token}` }
  await load(url, createRequest(project.slug, authorization), storedTasks, clients)
  const apiKey = await call('credentials.createApiKey', { name: 'bench' })
  return { token, authorization, apiKey: apiKey.value, organizationId: organization!.id, project }
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
      title: `Task ${++title}: what is to be done in one line`,
      description: 'Everything else there is to know. '.repeat(6),
      labels: ['backend', 'speed'],
    }),
})

async function startFloor(url: string, person: Person, output: string): Promise<ServerProcess> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table floor_tasks (like tasks including all); create sequence floor_numbers')
  // Both are planned with the same knowledge of the tables.
  await client.query('analyze')
  await client.end()
  const environment = {
    DATABASE_URL: url,
    ORGANIZATION_ID: person.organizationId,
    PROJECT_ID: person.project.id,
  }
  return startServerProcess(environment, { program: new URL('floor.ts', import.meta.url), output })
}

async function measureList(floor: ServerProcess, ours: ServerProcess, person: Person): Promise<Line> {
  const least = await send(floor.url, listRequest())
  const answer = await send(ours.url, listRequest(person.authorization))
  assert.equal(answer.text, least.text, 'both answer the very same bytes')
  const contenders = [asked(floor, listRequest()), asked(ours, listRequest(person.authorization))]
  const [floorCost, ourCost] = await cpuPerPiece(contenders, 3000, rounds)
  return { what: 'list 50 tasks', floor: floorCost!, ours: ourCost!, goal: { times: 1.6 } }
}

async function measureCreate(floor: ServerProcess, ours: ServerProcess, person: Person): Promise<Line> {
  const onFloor = createRequest(person.project.slug)
  const onOurs = createRequest(person.project.slug, person.authorization)
  const [least, answer] = [await send(floor.url, onFloor), await send(ours.url, onOurs)]
  assert.deepEqual(namesOf(answer), namesOf(least), 'both answer the same shape')
  const [floorCost, ourCost] = await cpuPerPiece([asked(floor, onFloor), asked(ours, onOurs)], 2000, rounds)
  return { what: 'create a task', floor: floorCost!, ours: ourCost!, goal: { times: 3 } }
}

function namesOf({ text }: { text: string }): string[] {
  const answer: unknown = JSON.parse(text)
  return Object.keys(answer ?? {})
}

function asked(server: ServerProcess, request: Request): Contender {
  return { cpu: () => cpuOf(server.pid), work: (count) => load(server.url, request, count, clients) }
}

const nobody = () => ({ id: 'bench', network: '', userAgent: '', cookies: noCookies })

/** The check alone, without a door around it, in this process. */
async function measureCredentials(settings: Record<string, string>, person: Person): Promise<Line[]> {
  const server = await startServer(readConfig({ ...settings, PORT: '0', LOG_LEVEL: 'silent' }), {
    jobs: false,
  })
  const checking = (bearer: string): Contender => ({
    cpu() {
      const { user, system } = process.cpuUsage()
      return user + system
    },
    async work(count) {
      let left = count
      const client = async () => {
        while (left-- > 0) await authenticateForHttp(server.app, bearer, undefined, nobody)
      }
      await Promise.all(Array.from({ length: clients }, client))
    },
  })
  try {
    const costs = await cpuPerPiece([checking(person.token), checking(person.apiKey)], 10_000, rounds)
    return ['check of a login', 'check of an API key'].map((what, index) => {
      return { what, ours: costs[index]!, goal: { microseconds: 80 } }
    })
  } finally {
    await server.stop()
  }
}

import assert from 'node:assert/strict'
import { type TestContext, after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createHttpDoor } from '../../server/doors/http/http-door.ts'
import { type Operation, httpParts } from '../../server/operations/operation.ts'
import { sql } from '../../server/database/sql.ts'
import { operations } from '../../server/assembly/registry.ts'
import { send } from '../both-doors.ts'
import { type Person, type TestServer, startOwnServer } from '../harness.ts'
import { type LargeBody, largeBodies, unparsedBodies } from '../large-input.ts'
import { sampleInput } from '../sample-input.ts'
import { type Things, buildThings } from '../things.ts'

/*
 * Sends requests of 1 MiB to every operation that takes a body. Measures the CPU time of this thread, which other
 * processes don't change. Repeats a request that exceeds its limit up to five times and takes the lowest time, to
 * exclude garbage collection and code that isn't compiled yet.
 */
const maxMsBeforeAuthentication = 50
const maxMsAfter = 250
const repetitions = 5
const entryWords = Array.from({ length: 3000 }, (_, index) =>
  index % 2 === 0 ? `word${index.toString(36)}` : String(index),
)

const withBody = operations
  .map(({ operation }) => operation)
  .filter(({ http }) => http && !/^(GET|DELETE)/.test(http))

describe('the CPU time of a request', () => {
  let server: TestServer
  let door: FastifyInstance
  let ada: Person
  let things: Things
  before(async () => {
    server = await startOwnServer(undefined, {}, { checkOutput: false })
    door = await createHttpDoor(server.app)
    await door.ready()
    await signUp()
  })
  after(async () => {
    await door.close()
    await server.stop()
  })

  for (const isOpen of [true, false]) {
    const limit = isOpen ? maxMsBeforeAuthentication : maxMsAfter
    it(`stays below ${limit} ms for 1 MiB, ${isOpen ? 'before' : 'after'} authentication`, async (t) => {
      const measured: Measured[] = []
      for (const [index, operation] of withBody.filter(({ access }) => access.open === isOpen).entries())
        for (const large of [...largeBodies(operation, things), ...(index === 0 ? unparsedBodies : [])])
          measured.push({
            request: `${operation.id}: ${large.story}`,
            ms: await lowestCost(limit, () => measure(operation, large)),
          })
      report(t, measured, limit)
    })
  }

  it(`stays below ${maxMsAfter} ms for an MCP tool call of 1 MiB`, async (t) => {
    const token = (await ada.call('credentials.createMcpToken', { name: 'large', profile: 'full' })).value
    const measured: Measured[] = []
    for (const operation of withBody.filter(({ tool }) => tool))
      for (const { story, type, body } of largeBodies(operation, things).filter(isJson))
        measured.push({
          request: `${operation.tool!.name}: ${story}`,
          ms: await lowestCost(maxMsAfter, () => measureCall(operation.tool!.name, { type, body, token })),
        })
    report(t, measured, maxMsAfter)
  })

  it(`stays below ${maxMsAfter} ms for a search that compares 50 long entries with each other`, async (t) => {
    await storeSimilarEntries(50)
    const query = { query: entryWords.slice(0, 20).join(' '), project: 'long', limit: 50, maxTokens: 50_000 }
    const search = async () => {
      const before = process.threadCpuUsage()
      await ada.call('memories.search', query)
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    report(t, [{ request: 'memories.search', ms: await lowestCost(maxMsAfter, search) }], maxMsAfter)
  })

  /** Stores entries with the same vector, in which every fifth word and number differs. */
  async function storeSimilarEntries(count: number): Promise<void> {
    const { database, embedder } = server.app
    const { id: project } = await ada.call('projects.create', { name: 'Long', slug: 'long' })
    const contents = Array.from({ length: count }, (_, entry) =>
      entryWords.map((word, index) => ((index * 7 + entry) % 5 === 0 ? `${word}${entry}` : word)).join(' '),
    )
    const [vector] = await embedder.embed([contents[0]!])
    await database.run(
      sql`with entry as (
         insert into memories (id, organization_id, scope, project_id, content, created_by)
         select gen_random_uuid(), ${ada.organization.id}, 'project', ${project}, content, '{}'
           from unnest(${contents}::text[]) as content returning *)
       insert into search_entries (subject_id, subject_kind, organization_id, project_id, body, created_at, updated_at, model, embedding)
       select id, 'memory', organization_id, project_id, content, now(), now(), ${embedder.model}, ${JSON.stringify([...vector!])}::halfvec
         from entry`,
    )
  }

  async function measureCall(tool: string, { type, body, token }: ToolCall): Promise<number> {
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${body}}}`
    const headers = {
      'Content-Type': type,
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
    }
    const before = process.threadCpuUsage()
    const { status, text } = await send(`${server.url}/mcp`, { method: 'POST', headers, body: call })
    const { user, system } = process.threadCpuUsage(before)
    assert.notEqual(status, 500, `${tool}: ${text}`)
    return (user + system) / 1000
  }

  async function measure(operation: Operation, { story, type, body }: LargeBody): Promise<number> {
    const { method, path } = httpParts(operation.http!)
    const named = sampleInput(operation, things)
    const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(named[name])))
    const authorization = operation.access.open ? undefined : `Bearer ${ada.token}`
    const headers = { 'content-type': type, ...(authorization && { authorization }) }
    const before = process.threadCpuUsage()
    const { statusCode, body: response } = await door.inject({ method, url, headers, payload: body })
    const { user, system } = process.threadCpuUsage(before)
    assert.notEqual(statusCode, 500, `${operation.id}: ${story}: ${response}`)
    // The operation ended its own login.
    if (authorization && statusCode === 401) await signUp()
    return (user + system) / 1000
  }

  async function signUp(): Promise<void> {
    ada = await server.register('Ada')
    things = await buildThings(server, ada)
  }
})

interface Measured {
  request: string
  ms: number
}

interface ToolCall extends Pick<LargeBody, 'type' | 'body'> {
  token: string
}

function isJson({ type }: LargeBody): boolean {
  return type === 'application/json'
}

async function lowestCost(limit: number, measure: () => Promise<number>): Promise<number> {
  let lowest = Infinity
  for (let time = 0; time < repetitions && lowest > limit; time++) lowest = Math.min(lowest, await measure())
  return Math.round(lowest)
}

function report(t: TestContext, measured: Measured[], limit: number): void {
  const highest = measured.toSorted((a, b) => b.ms - a.ms).slice(0, 12)
  t.diagnostic(`${measured.length} requests, the most expensive: ${JSON.stringify(highest)}`)
  assert.deepEqual(
    measured.filter(({ ms }) => ms > limit),
    [],
  )
}

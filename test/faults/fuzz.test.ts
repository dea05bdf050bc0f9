import { sql } from '../../server/database/sql.ts'
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Operation } from '../../server/operations/operation.ts'
import { operations } from '../../server/assembly/registry.ts'
import { type DoorResponse, overHttp, overMcp } from '../both-doors.ts'
import { fuzzedHeaders, fuzzedInput } from '../fuzzed-input.ts'
import { type Agent, type Person, type TestServer, startOwnServer } from '../harness.ts'
import { type Things, buildThings } from '../things.ts'

/*
 * Sends generated requests to every operation, over HTTP and MCP. No request makes the server fail. FUZZ_REQUESTS
 * sets how many, and FUZZ_SEED repeats a run.
 */
const requests = Number(process.env.FUZZ_REQUESTS ?? 3000)
// Every run sends the same requests, one at a time, so that a failure is caused by the tested change.
const seed =
  process.env.FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 378740748)
const perRound = 600
const parallel = Number(process.env.FUZZ_PARALLEL ?? 1)
const notSent = 0

const all = operations.map(({ operation }) => operation)

describe('the server under generated requests', { timeout: 3_600_000 }, () => {
  let server: TestServer
  before(async () => {
    server = await startOwnServer()
  })
  after(() => server.stop())

  it(`never returns a 500 (FUZZ_REQUESTS=${requests} FUZZ_SEED=${seed})`, async (t) => {
    const found = new Map<string, string>()
    const statuses = new Map<number, number>()
    for (let sent = 0, round = 0; sent < requests; round++) {
      const user = await newUser()
      const batch = requestsOf(user.things, round)
      for (let at = 0; at < batch.length && sent < requests && !user.isLost; at += parallel) {
        const together = batch.slice(at, at + parallel)
        const responses = await Promise.all(together.map((each) => send(user, each)))
        for (const [index, response] of responses.entries()) {
          const { operation, input, headers } = together[index]!
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          if (response.status === 500)
            found.set(
              `${operation.id} ${found.size}`,
              JSON.stringify({ response: response.text, input, headers }).slice(0, 2000),
            )
          user.isLost ||= response.code === 'invalid_credential' || response.code === 'suspended'
        }
        sent += responses.filter(({ status }) => status !== notSent).length
      }
      await user.agent.close()
    }
    t.diagnostic(`statuses: ${JSON.stringify(Object.fromEntries(statuses))}`)
    assert.deepEqual(Object.fromEntries(found), {})
  })

  /**
   * Registers an administrator who owns one thing of each kind. Some requests end their login, so each round has a
   * new one.
   */
  async function newUser() {
    const person = await server.register('Ada')
    await server.app.database.run(sql`update users set role = 'admin' where id = ${person.user.id}`)
    const things = await buildThings(server, person)
    return {
      person,
      things,
      agent: await person.agent({ scopes: ['read', 'write', 'admin'] }),
      isLost: false,
    }
  }
  type User = { person: Person; things: Things; agent: Agent; isLost: boolean }

  interface Request {
    operation: Operation
    input: Record<string, unknown>
    headers: Record<string, string>
    isTool: boolean
    isAnonymous: boolean
  }

  function requestsOf(things: Things, round: number): Request[] {
    const inputs = new Map(all.map((operation) => [operation, fuzzedInput(operation, things)]))
    const sometimes = fc.integer({ max: 9, min: 0 }).map((number) => number === 0)
    const each = fc.constantFrom(...all).chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        input: inputs.get(operation)!,
        headers: fuzzedHeaders,
        isTool: operation.tool === undefined ? fc.constant(false) : fc.boolean(),
        isAnonymous: sometimes,
      }),
    )
    return fc.sample(each, { seed: seed + round, numRuns: perRound })
  }

  async function send({ person, agent }: User, request: Request): Promise<DoorResponse> {
    const { operation, input, headers, isTool, isAnonymous } = request
    const token = isAnonymous ? null : person.token
    try {
      return await (operation.http && !isTool
        ? overHttp(server, operation, token, input, headers)
        : overMcp(operation, agent, input))
    } catch (error) {
      const text = String(error)
      // A URL can't contain half a surrogate pair or an object without toString, so the client never sends them.
      if (error instanceof URIError || /object to primitive value/.test(text))
        return { status: notSent, code: undefined, text }
      // The MCP client throws when it receives a problem instead of a result. Any other error, such as a lost
      // connection, is a fault.
      const [, status, code] = /"status":(\d{3}),.*"code":"(\w+)"/s.exec(text) ?? []
      if (status) return { status: Number(status), code, text }
      // A concurrent request ended the session or revoked its token.
      if (/"code":-32001/.test(text)) return { status: 404, code: 'session_ended', text }
      return { status: 500, code: 'thrown', text }
    }
  }
})

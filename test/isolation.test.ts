import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Scope } from '../server/operations/caller.ts'
import type { Operation } from '../server/operations/operation.ts'
import { passes } from '../server/operations/permission-table.ts'
import { operations } from '../server/operations/registry.ts'
import { type DoorResponse, overHttp, overMcp } from './both-doors.ts'
import { eachOf } from './each-of.ts'
import { endings, givenFor } from './given.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { type Rows, changed, rowsOf } from './rows.ts'
import {
  type Reference,
  neededKinds,
  refer,
  referencesOf,
  refersToThings,
  sampleInput,
  withOnly,
} from './sample-input.ts'
import { type Things, buildThings, marker, personalKinds, randomThings, removedThings } from './things.ts'
import {
  type TestCaller,
  type World,
  addMember,
  buildWorld,
  callersOf,
  join,
  withoutMembership,
} from './world.ts'

/*
 * Every operation, through both doors, as every kind of caller, with ids of others, of what is gone, of what never was,
 * and of others' things mixed with one's own. The expectation is computed from the declaration; an operation that is
 * added to all.ts is tried here without another line. What each role may do with what it sees is tried in
 * role-matrix.test.ts, and what strangers' ids do in every other field in foreign-ids-in-fields.test.ts.
 */
// One alone, where somebody wants to know of that: add-operation.test.ts does.
const { ISOLATE: alone } = process.env
const closed = operations
  .map(({ operation }) => operation)
  .filter(({ id, access }) => !access.open && (alone === undefined || id === alone))
// What cannot be done ends nothing.
const lasting = closed.filter((operation) => !endings.includes(operation.id) || refersToThings(operation))
const mixed = lasting.filter((operation) => referencesOf(operation).length > 1)
const byDomain = (all: Operation[]) => Map.groupBy(all, ({ id }) => id.split('.')[0]!)
let cases = 0

for (const engine of oneEngine) {
  describe(`isolation, on ${engine}`, () => {
    let server: TestServer
    let world: World
    let callers: TestCaller[]
    /** What is asked for and must not be found: theirs, ours that is gone, and nobody's. */
    let missing: [what: string, things: Things][]
    /** What the people of the other organization can name of their own. */
    const own = new Map<Person, Things>()
    let untouched: Rows
    before(async () => {
      server = await startOwnServer(engine)
      world = await buildWorld(server)
      callers = await callersOf(server, world)
      const gone = await removedThings(server, world.of('owner'))
      missing = Object.entries({ foreign: world.secrets, deleted: gone, random: randomThings() })
      for (const { person } of callers)
        if (!own.has(person)) own.set(person, await buildThings(server, world.of('owner'), { person }))
      untouched = await rowsOf(server, world.victim.organization.id)
    })
    after(async () => {
      await server.stop()
      console.log(`# isolation: ${cases} cases so far`)
    })

    describe('whoever has no standing gets nothing, whatever they ask for', () => {
      for (const { who, token: makeToken, expectedError: refusal } of withoutMembership) {
        it(who, async () => {
          // Of the organization that owns what they ask for.
          const token = await makeToken(server, world.victim)
          untouched = await rowsOf(server, world.victim.organization.id)
          for (const operation of closed) {
            for (const [what, things] of refersToThings(operation) ? missing : missing.slice(0, 1)) {
              const input = sampleInput(operation, things)
              const answer = await overHttp(server, operation, token, input)
              if (answer.status !== 0) expectRefusal(answer, refusal, operation, `${who}, ${what}`)
            }
          }
          const response = await fetch(`${server.url}/mcp`, {
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              ...(token && { Authorization: `Bearer ${token}` }),
            },
            body: '{}',
          })
          assert.ok([401, 403].includes(response.status), `${who} at the MCP door`)
          await expectUntouched()
        })
      }
    })

    for (const [domain, members] of byDomain(lasting)) {
      it(`another organization's people find nothing in ${domain} that is not theirs, whoever they are`, async () => {
        await eachOf(callers, async (caller) => {
          for (const operation of members) {
            // What is about oneself alone is the same in every role.
            const personal = !operation.access.leastRole && referencesOf(operation).length === 0
            if (personal && caller.role !== 'owner') continue
            for (const { what, input } of inputsOf(operation)) {
              const answer = await caller.ask(operation, input)
              if (answer.status === 0) break
              const said = `${caller.who}, ${what}`
              if (refersToThings(operation)) expectNotFound(answer, operation, caller, said)
              else expectNoLeak(answer, operation, said)
            }
          }
        })
        await expectUntouched()
      })
    }

    it('not even by naming the organization', async () => {
      const headers = { 'X-Organization': world.victim.organization.slug }
      for (const caller of callers.filter(({ session }) => session)) {
        for (const operation of closed) {
          const input = sampleInput(operation, world.secrets)
          const answer = await overHttp(server, operation, caller.person.token, input, headers)
          if (answer.status !== 0)
            expectRefusal(answer, '404 no_organization', operation, `${caller.who}, naming it`)
        }
      }
      await expectUntouched()
    })

    for (const [domain, members] of byDomain(mixed)) {
      it(`another's thing named beside one's own is refused in ${domain}, and neither is touched`, async () => {
        const owner = world.of('owner')
        const home = owner.organization.id
        const given = new Map<Operation, Record<string, unknown>>()
        for (const operation of members)
          given.set(operation, await givenFor(operation.id, owner, server, own.get(owner)!))
        const before = await rowsOf(server, home)
        await eachOf(callers, async (caller) => {
          for (const operation of members) {
            for (const { named, foreign } of mixtures(referencesOf(operation))) {
              const mine = {
                ...sampleInput(operation, own.get(caller.person)!, true),
                ...given.get(operation),
              }
              const input = withOnly(operation, named, mine)
              for (const reference of foreign) refer(input, reference, world.secrets[reference.kind])
              const answer = await caller.ask(operation, input)
              if (answer.status === 0) continue
              const said = `${caller.who}, foreign ${foreign.map(({ field }) => field).join(' and ')}`
              expectNoLeak(answer, operation, said)
              const expected = caller.role === 'owner' && caller.session ? [400, 404] : [400, 403, 404]
              assert.ok(expected.includes(answer.status), `${operation.id} as ${said}: ${brief(answer)}`)
            }
          }
        })
        assert.deepEqual(changed(before, await rowsOf(server, home)), [])
        await expectUntouched()

        for (const operation of members) {
          const only = referencesOf(operation).map(({ kind }) => kind)
          const things = await buildThings(server, owner, { only })
          const special = await givenFor(operation.id, owner, server, things)
          const input = { ...sampleInput(operation, things, true), ...special }
          const answer = await overHttp(server, operation, owner.token, input)
          assert.notEqual(answer.status, 404, `their own is found: ${operation.id}: ${brief(answer)}`)
        }
      })
    }

    it("what is somebody's own is nobody else's, not even in one organization", async () => {
      const owner = world.of('owner')
      const colleague = await addMember(server, owner, 'owner')
      const theirs = await buildThings(server, owner, { person: colleague, only: personalKinds })
      const things = { ...(await buildThings(server, owner)), ...theirs }
      const personal = lasting.filter((operation) =>
        neededKinds(operation).some((kind) => personalKinds.includes(kind)),
      )
      const before = await rowsOf(server, owner.organization.id)
      for (const caller of callers) {
        for (const operation of personal) {
          const answer = await caller.ask(operation, sampleInput(operation, things))
          if (answer.status !== 0) expectNotFound(answer, operation, caller, `${caller.who}, a colleague's`)
        }
      }
      assert.deepEqual(changed(before, await rowsOf(server, owner.organization.id)), [])
    })

    it('a key of one organization does not reach another that its person is in', async () => {
      const { person, key, agent } = await inBoth()
      untouched = await rowsOf(server, world.victim.organization.id)
      const caller = { who: 'member of both', person, role: 'member', session: false } as const
      // What is about themselves may name every organization that they are in.
      for (const operation of lasting.filter(({ access }) => access.leastRole)) {
        for (const optional of [false, true]) {
          const input = sampleInput(operation, world.secrets, optional)
          const answers = [
            await overHttp(server, operation, key, input),
            await overMcp(operation, agent, input),
          ]
          for (const answer of answers.filter(({ status }) => status !== 0)) {
            if (refersToThings(operation)) expectNotFound(answer, operation, caller, caller.who)
            else expectNoLeak(answer, operation, caller.who)
          }
        }
      }
      await expectUntouched()
    })

    /** Every way to ask for what must not be found: with what it needs alone, and with all that it may name. */
    function inputsOf(operation: Operation): { what: string; input: Record<string, unknown> }[] {
      const references = referencesOf(operation)
      const fills = [
        ...(references.every(({ required }) => !required) ? [] : [false]),
        ...(references.every(({ required }) => required) ? [] : [true]),
      ]
      if (fills.length === 0) return [{ what: 'nothing', input: sampleInput(operation, {}) }]
      return missing.flatMap(([what, things]) =>
        fills.map((optional) => ({ what, input: sampleInput(operation, things, optional) })),
      )
    }

    /** Somebody who is in both organizations, with credentials of the one that is not the victim's. */
    async function inBoth() {
      const person = await server.register('Both')
      await join(server, person, world.victim, 'owner')
      await join(server, person, world.of('owner'), 'member')
      const scopes: Scope[] = ['read', 'write', 'admin']
      const key = await person.call('credentials.createApiKey', { name: 'here', scopes })
      return { person, key: key.value, agent: await person.agent({ scopes }) }
    }

    function expectNotFound(
      answer: DoorResponse,
      operation: Operation,
      caller: Standing,
      said: string,
    ): void {
      expectNoLeak(answer, operation, said)
      const found = `${answer.status} ${answer.code}`
      const { access } = operation
      if (access.sessionOnly && !caller.session)
        assert.equal(found, '403 session_needed', `${operation.id} as ${said}`)
      else if (mayPass(operation, caller))
        assert.equal(found, '404 not_found', `${operation.id} as ${said}: ${brief(answer)}`)
      else assert.ok([403, 404].includes(answer.status), `${operation.id} as ${said}: ${brief(answer)}`)
    }

    function expectNoLeak(answer: DoorResponse, { id }: Operation, said: string): void {
      cases++
      assert.ok(!answer.text.includes(marker), `${id} leaked to ${said}: ${brief(answer)}`)
      assert.ok(answer.status < 500, `${id} as ${said}: ${brief(answer)}`)
    }

    function expectRefusal(answer: DoorResponse, refusal: string, { id }: Operation, said: string): void {
      cases++
      assert.equal(`${answer.status} ${answer.code}`, refusal, `${id} as ${said}: ${brief(answer)}`)
      assert.ok(!answer.text.includes(marker), `${id} leaked to ${said}`)
    }

    async function expectUntouched(): Promise<void> {
      const now = await rowsOf(server, world.victim.organization.id)
      assert.deepEqual(changed(untouched, now), [])
    }
  })
}

/** What was answered, short enough to be read: about the marker, if it is there. */
function brief({ text }: DoorResponse): string {
  const start = Math.max(0, text.indexOf(marker) - 300)
  return text.slice(start, start + 600)
}

type Standing = Pick<TestCaller, 'role' | 'session'>

function mayPass({ access }: Operation, { role, session }: Standing): boolean {
  return passes(access, { role }) && (session || !access.sessionOnly)
}

/**
 * What is named, and what of it is somebody else's: all that must be named, with each that may be and with all of them;
 * and of these every choice but all and none; of many, each alone and all but each, since every choice would be hundreds.
 */
function mixtures(references: Reference[]): { named: Reference[]; foreign: Reference[] }[] {
  const needed = references.filter(({ required }) => required)
  const optional = references.filter(({ required }) => !required)
  const choices = [needed, ...optional.map((each) => [...needed, each]), references]
  return choices.flatMap((named) => {
    const all = 2 ** named.length - 1
    const each = named.map((_, place) => 2 ** place)
    const chosen =
      named.length > 5
        ? [...each, ...each.map((alone) => all - alone)]
        : Array.from({ length: Math.max(0, all - 1) }, (_, index) => index + 1)
    return chosen.map((bits) => ({
      named,
      foreign: named.filter((_reference, place) => bits & (2 ** place)),
    }))
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Scope } from '../server/operations/caller.ts'
import type { Operation } from '../server/operations/operation.ts'
import { passes } from '../server/assembly/permission-table.ts'
import { operations } from '../server/assembly/registry.ts'
import { type DoorResponse, overHttp, overMcp } from './both-doors.ts'
import { eachInBatches, eachOf } from './each-of.ts'
import { endings, givenFor } from './given.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { isInPart } from './part.ts'
import { mixtures } from './mixtures.ts'
import { personalKinds } from './personal-kinds.ts'
import { type Rows, changed, rowsOf } from './rows.ts'
import { neededKinds, refer, referencesOf, refersToThings, sampleInput, withOnly } from './sample-input.ts'
import { type Things, buildThings, marker, randomThings, removedThings } from './things.ts'
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
 * Calls every operation through both doors, as every kind of caller, with foreign, deleted and random ids, and with
 * foreign ids beside the caller's own. Expectations come from the declarations, so new operations need no line here.
 * role-matrix.test.ts covers the roles, and foreign-ids-in-fields.test.ts covers foreign ids in other fields.
 */
// Restricts the test to one operation, for add-operation.test.ts.
const { ISOLATE: isolatedId } = process.env
const closed = operations
  .map(({ operation }) => operation)
  .filter(({ id, access }) => !access.open && (isolatedId === undefined || id === isolatedId))
  .filter(isInPart)
// An operation that needs a thing fails here without one, and so ends nothing.
const lasting = closed.filter((operation) => !endings.includes(operation.id) || refersToThings(operation))
const mixed = lasting.filter((operation) => referencesOf(operation).length > 1)
const byDomain = (all: Operation[]) => Map.groupBy(all, ({ id }) => id.split('.')[0]!)
let cases = 0

for (const engine of oneEngine) {
  describe(`isolation, on ${engine}`, () => {
    let server: TestServer
    let world: World
    let callers: TestCaller[]
    /** Ids that must not be found: foreign, deleted and random ones. */
    let missing: [ids: string, things: Things][]
    /** The callers' own things. */
    const own = new Map<Person, Things>()
    let untouched: Rows
    before(async () => {
      server = await startOwnServer(engine)
      world = await buildWorld(server)
      callers = await callersOf(server, world)
      const deleted = await removedThings(server, world.of('owner'))
      missing = Object.entries({ foreign: world.secrets, deleted, random: randomThings() })
      for (const { person } of callers)
        if (!own.has(person)) own.set(person, await buildThings(server, world.of('owner'), { person }))
      untouched = await rowsOf(server, world.victim.organization.id)
    })
    after(async () => {
      await server.stop()
      console.log(`# isolation: ${cases} cases so far`)
    })

    describe('a caller without a membership', () => {
      for (const { who, token: createToken, expectedError: refusal } of withoutMembership) {
        it(`rejects every request of a caller: ${who}`, async () => {
          const token = await createToken(server, world.victim)
          untouched = await rowsOf(server, world.victim.organization.id)
          await eachInBatches(closed, async (operation) => {
            // The ids don't matter before authentication, so one caller tries them all.
            const isAnonymous = token === null && refersToThings(operation)
            for (const [ids, things] of isAnonymous ? missing : missing.slice(0, 1)) {
              const input = sampleInput(operation, things)
              const response = await overHttp(server, operation, token, input)
              if (response.status !== 0) expectError(response, refusal, operation, `${who}, ${ids} ids`)
            }
          })
          const headers = {
            'Content-Type': 'application/json',
            ...(token && { Authorization: `Bearer ${token}` }),
          }
          const mcp = await fetch(`${server.url}/mcp`, { method: 'POST', headers, body: '{}' })
          assert.ok([401, 403].includes(mcp.status), `${who} at the MCP door`)
          await expectUntouched()
        })
      }
    })

    for (const [domain, members] of byDomain(lasting)) {
      it(`returns nothing of another organization in ${domain}, to any caller`, async () => {
        await eachOf(callers, async (caller) => {
          for (const operation of members) {
            // Operations on the caller's own account are the same for every role.
            const personal = !operation.access.leastRole && referencesOf(operation).length === 0
            if (personal && caller.role !== 'owner') continue
            for (const { ids, input } of inputsOf(operation, caller)) {
              const response = await caller.ask(operation, input)
              if (response.status === 0) break
              const label = `${caller.who}, ${ids} ids`
              if (refersToThings(operation)) expectNotFound(response, operation, caller, label)
              else expectNoLeak(response, operation, label)
            }
          }
        })
        await expectUntouched()
      })
    }

    it('rejects another organization in X-Organization', async () => {
      const headers = { 'X-Organization': world.victim.organization.slug }
      for (const caller of callers.filter(({ session }) => session)) {
        await eachInBatches(closed, async (operation) => {
          const input = sampleInput(operation, world.secrets)
          const response = await overHttp(server, operation, caller.person.token, input, headers)
          if (response.status !== 0)
            expectError(response, '404 no_organization', operation, `${caller.who}, X-Organization`)
        })
      }
      await expectUntouched()
    })

    for (const [domain, members] of byDomain(mixed)) {
      it(`rejects foreign ids beside the caller's own in ${domain}, and changes neither thing`, async () => {
        const owner = world.of('owner')
        const home = owner.organization.id
        const given = new Map<Operation, Record<string, unknown>>()
        for (const operation of members)
          given.set(operation, await givenFor(operation.id, owner, server, own.get(owner)!))
        const before = await rowsOf(server, home)
        await eachOf(callers, async (caller) => {
          for (const operation of members) {
            for (const { named, foreign } of mixtures(referencesOf(operation))) {
              const ownInput = {
                ...sampleInput(operation, own.get(caller.person)!, true),
                ...given.get(operation),
              }
              const input = withOnly(operation, named, ownInput)
              for (const reference of foreign) refer(input, reference, world.secrets[reference.kind])
              const response = await caller.ask(operation, input)
              if (response.status === 0) continue
              const label = `${caller.who}, foreign ${foreign.map(({ field }) => field).join(' and ')}`
              expectNoLeak(response, operation, label)
              // An owner can do everything but administer the instance.
              const canAll = caller.role === 'owner' && caller.session && !operation.access.platformAdmin
              const expected = canAll ? [400, 404] : [400, 403, 404]
              assert.ok(expected.includes(response.status), `${operation.id} as ${label}: ${brief(response)}`)
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
          const response = await overHttp(server, operation, owner.token, input)
          assert.notEqual(response.status, 404, `${operation.id} with own ids: ${brief(response)}`)
        }
      })
    }

    it('hides personal things from other members of the same organization', async () => {
      const owner = world.of('owner')
      const colleague = await addMember(server, owner, 'owner')
      const foreign = await buildThings(server, owner, { person: colleague, only: personalKinds })
      const things = { ...(await buildThings(server, owner)), ...foreign }
      const personal = lasting.filter((operation) =>
        neededKinds(operation).some((kind) => personalKinds.includes(kind)),
      )
      const before = await rowsOf(server, owner.organization.id)
      for (const caller of callers) {
        for (const operation of personal) {
          const response = await caller.ask(operation, sampleInput(operation, things))
          if (response.status !== 0)
            expectNotFound(response, operation, caller, `${caller.who}, ids of a colleague`)
        }
      }
      assert.deepEqual(changed(before, await rowsOf(server, owner.organization.id)), [])
    })

    it('limits a key to its organization even if its user is a member of others', async () => {
      const { person, key, agent } = await addMemberOfBoth()
      untouched = await rowsOf(server, world.victim.organization.id)
      const caller = { who: 'member of both', person, role: 'member', session: false } as const
      // Operations on the caller's own account can name all of their organizations.
      for (const operation of lasting.filter(({ access }) => access.leastRole)) {
        for (const optional of [false, true]) {
          const input = sampleInput(operation, world.secrets, optional)
          const overKey = await overHttp(server, operation, key, input)
          const overToken = await overMcp(operation, agent, input)
          for (const response of [overKey, overToken].filter(({ status }) => status !== 0)) {
            if (refersToThings(operation)) expectNotFound(response, operation, caller, caller.who)
            else expectNoLeak(response, operation, caller.who)
          }
        }
      }
      await expectUntouched()
    })

    /**
     * Returns inputs with ids that must not be found: required references only, and all references. An owner sees the
     * most, so only owners try deleted and random ids.
     */
    function inputsOf(
      operation: Operation,
      { role }: TestCaller,
    ): { ids: string; input: Record<string, unknown> }[] {
      const references = referencesOf(operation)
      const fills = [
        ...(references.every(({ required }) => !required) ? [] : [false]),
        ...(references.every(({ required }) => required) ? [] : [true]),
      ]
      if (fills.length === 0) return [{ ids: 'no', input: sampleInput(operation, {}) }]
      return (role === 'owner' ? missing : missing.slice(0, 1)).flatMap(([ids, things]) =>
        fills.map((optional) => ({ ids, input: sampleInput(operation, things, optional) })),
      )
    }

    /** Registers a member of both organizations, with credentials of the one that is not the victim's. */
    async function addMemberOfBoth() {
      const person = await server.register('Both')
      await join(server, person, world.victim, 'owner')
      await join(server, person, world.of('owner'), 'member')
      const scopes: Scope[] = ['read', 'write', 'admin']
      const key = await person.call('credentials.createApiKey', { name: 'here', scopes })
      return { person, key: key.value, agent: await person.agent({ scopes }) }
    }

    function expectNotFound(
      response: DoorResponse,
      operation: Operation,
      caller: CallerRights,
      label: string,
    ): void {
      expectNoLeak(response, operation, label)
      const found = `${response.status} ${response.code}`
      if (operation.access.sessionOnly && !caller.session)
        assert.equal(found, '403 session_needed', `${operation.id} as ${label}`)
      else if (isAllowed(operation, caller))
        assert.equal(found, '404 not_found', `${operation.id} as ${label}: ${brief(response)}`)
      else assert.ok([403, 404].includes(response.status), `${operation.id} as ${label}: ${brief(response)}`)
    }

    function expectNoLeak(response: DoorResponse, { id }: Operation, label: string): void {
      cases++
      assert.ok(!response.text.includes(marker), `${id} leaked to ${label}: ${brief(response)}`)
      assert.ok(response.status < 500, `${id} as ${label}: ${brief(response)}`)
    }

    function expectError(response: DoorResponse, expected: string, { id }: Operation, label: string): void {
      cases++
      assert.equal(`${response.status} ${response.code}`, expected, `${id} as ${label}: ${brief(response)}`)
      assert.ok(!response.text.includes(marker), `${id} leaked to ${label}`)
    }

    async function expectUntouched(): Promise<void> {
      const now = await rowsOf(server, world.victim.organization.id)
      assert.deepEqual(changed(untouched, now), [])
    }
  })
}

/** Returns a short part of the response, around the marker if it has one. */
function brief({ text }: DoorResponse): string {
  const start = Math.max(0, text.indexOf(marker) - 300)
  return text.slice(start, start + 600)
}

type CallerRights = Pick<TestCaller, 'role' | 'session'>

function isAllowed({ access }: Operation, { role, session }: CallerRights): boolean {
  return passes(access, { role }) && (session || !access.sessionOnly)
}

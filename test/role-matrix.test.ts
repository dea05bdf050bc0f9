import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Operation } from '../server/operations/operation.ts'
import { passes, permissionTable } from '../server/assembly/permission-table.ts'
import { type DoorClient, isSuccess, overHttp, overMcp } from './both-doors.ts'
import { browser, endings, givenFor } from './given.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { isInPart } from './part.ts'
import { neededKinds, refer, referencesOf, sampleInput } from './sample-input.ts'
import { type TestMembership, expectedOf, settingFor, memberships, withMembership } from './memberships.ts'
import { type Things, buildThings } from './things.ts'
import { addMember, verifyEmail } from './world.ts'

/*
 * Checks every cell of the permission table through both doors: exactly the callers that it lists can run each
 * operation. credential-matrix.test.ts covers the scopes of keys and tokens.
 */
const table = permissionTable().filter(({ operation }) => isInPart(operation))
const all = table.map(({ operation }) => operation)
const lasting = all.filter(({ id }) => !endings.includes(id))
let cells = 0

for (const engine of oneEngine) {
  describe(`the permission table, on ${engine}`, () => {
    let server: TestServer
    let owner: Person
    const checked = new Set<string>()
    before(async () => {
      server = await startOwnServer(engine)
      // The first account administers the instance, so the owner must not be the first.
      await server.register('Operator')
      owner = await server.register('Owner')
    })
    after(async () => {
      await server.stop()
      console.log(`# role matrix: ${cells} cells so far`)
    })

    it('rejects calls without a credential, except to public operations', async () => {
      const person = await server.register('Someone')
      await verifyEmail(server, person)
      for (const { operation, anonymous } of table.filter((row) => row.operation.http)) {
        const given = anonymous ? await givenFor(operation.id, person, server, {}) : {}
        const input = { ...sampleInput(operation, {}), ...given }
        const response = await overHttp(server, operation, null, input, anonymous ? browser : {})
        const { status, text } = response
        const message = `${operation.id}, anonymously: ${status} ${text.slice(0, 600)}`
        assert.ok(anonymous ? isSuccess(operation, response) : status === 401, message)
        cells++
      }
    })

    for (const membership of memberships) {
      it(`enforces the table for ${membership.who}`, async () => {
        // A new organization, because each request takes longer in one with thousands of items.
        owner = await server.register('Owner')
        const person = await registerUser(membership)
        await checkAll('http', membership, person, (operation, input) =>
          overHttp(server, operation, person.token, input, browser),
        )
        // A user without an organization can't have a token.
        if (membership.role === null) return
        const agent = await person.agent()
        await checkAll('tool', membership, person, (operation, input) => overMcp(operation, agent, input))
        await agent.close()
      })
    }

    it('covers every relation that an access rule names', () => {
      const named = table.flatMap(({ operation, also }) =>
        also.map((relation) => `${operation.id}: ${relation}`),
      )
      assert.deepEqual(
        named.filter((each) => !checked.has(each)),
        [],
        'add how to set up this relation to test/relations.ts',
      )
    })

    it('enforces the table for operations that end an account, session or organization', async () => {
      const alone = memberships.filter(
        ({ relation, hidden, role }) => !relation && !(hidden && role === 'member'),
      )
      for (const membership of alone) {
        let person = await registerUser(membership)
        for (const operation of all.filter(({ id }) => endings.includes(id))) {
          await checkOperation(operation, membership, person, (_, input) =>
            overHttp(server, operation, person.token, input),
          )
          if (!passes(operation.access, membership)) continue
          if (membership.role === 'owner') owner = await server.register('Owner')
          person = await registerUser(membership)
        }
      }
    })

    /** Registers a user with only this role. */
    async function registerUser({ role }: TestMembership): Promise<Person> {
      if (role) {
        const member = await addMember(server, owner, role)
        await verifyEmail(server, member)
        return member
      }
      const person = await server.register('Administrator')
      await server.app.database.run(sql`update users set role = 'admin' where id = ${person.user.id}`)
      await server.app.database.run(sql`delete from memberships where user_id = ${person.user.id}`)
      return person
    }

    async function checkAll(
      door: 'http' | 'tool',
      membership: TestMembership,
      person: Person,
      call: DoorClient,
    ) {
      const built = new Map<string, Things>()
      for (const operation of lasting.filter((candidate) => candidate[door]))
        await checkOperation(operation, membership, person, call, built)
    }

    async function checkOperation(
      operation: Operation,
      membership: TestMembership,
      person: Person,
      call: DoorClient,
      built = new Map<string, Things>(),
    ): Promise<void> {
      const setting = settingFor(operation, membership)
      if (!setting) return
      const { kinds, bearer } = setting
      const expected = expectedOf(operation, setting, membership)
      const key = [expected, bearer, ...kinds].join()
      if (!built.has(key)) {
        // Expecting an error, uses the owner's personal items: the caller's own ones would be allowed.
        const options = { person: expected === 'passes' ? person : owner, only: kinds }
        built.set(key, await buildThings(server, owner, options))
        await withMembership(server, built.get(key)!, setting, membership, person)
      }
      const things = built.get(key)!
      const given = expected === 'passes' ? await givenFor(operation.id, person, server, things) : {}
      const input = inputFor(operation, things, given, membership)
      const { status, code, text } = await call(operation, input)
      cells++
      checked.add(`${operation.id}: ${membership.relation}`)
      const message = `${operation.id}, ${membership.who}: ${status} ${text.slice(0, 600)}`
      if (expected === 'passes') assert.ok(isSuccess(operation, { status, code }), message)
      else assert.equal(status, expected, message)
      // A write changes its items, so the next operation gets new ones.
      if (expected === 'passes' && !operation.reads) built.delete(key)
    }
  })
}

function inputFor(
  operation: Operation,
  things: Things,
  given: Record<string, unknown>,
  { relation }: TestMembership,
): Record<string, unknown> {
  const input = sampleInput(operation, things)
  // Required references are enough: another one of the same kind, such as a second parent, would conflict.
  const needed = neededKinds(operation)
  const named = referencesOf(operation).filter(
    ({ kind, required }) => things[kind] !== undefined && (required || !needed.includes(kind)),
  )
  for (const reference of named) refer(input, reference, things[reference.kind])
  // The user has the relation to these items only, so the prepared values must not replace them.
  if (relation && named.some(({ field }) => field in given)) return input
  return { ...input, ...given }
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Operation } from '../server/operations/operation.ts'
import { passes, permissionTable } from '../server/operations/permission-table.ts'
import { type DoorClient, isSuccess, overHttp, overMcp } from './both-doors.ts'
import { browser, endings, givenFor } from './given.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { neededKinds, refer, referencesOf, sampleInput } from './sample-input.ts'
import { type TriedMembership, expectedOf, settingFor, memberships, withMembership } from './memberships.ts'
import { type Things, buildThings } from './things.ts'
import { addMember } from './world.ts'

/*
 * The permission table, taken at its word: whoever it says may do a thing can, through both doors, and nobody else. What
 * keys and tokens need is tried in credential-matrix.test.ts.
 */
const table = permissionTable()
const all = table.map(({ operation }) => operation)
const lasting = all.filter(({ id }) => !endings.includes(id))
let cells = 0

for (const engine of oneEngine) {
  describe(`who may do what, on ${engine}`, () => {
    let server: TestServer
    let owner: Person
    const tried = new Set<string>()
    before(async () => {
      server = await startOwnServer(engine)
      // The first account of an instance administers it.
      await server.register('Operator')
      owner = await server.register('Owner')
    })
    after(async () => {
      await server.stop()
      console.log(`# who may do what: ${cells} cells so far`)
    })

    it('nobody, without a credential', async () => {
      const person = await server.register('Somebody')
      // Whoever proves an address for the first time ends the logins from before.
      await server.app.database.run('update users set email_verified_at = now() where id = $1', [
        person.user.id,
      ])
      for (const { operation, anonymous } of table.filter((row) => row.operation.http)) {
        const given = anonymous ? await givenFor(operation.id, person, server, {}) : {}
        const input = { ...sampleInput(operation, {}), ...given }
        const answer = await overHttp(server, operation, null, input, anonymous ? browser : {})
        const { status, text } = answer
        const said = `${operation.id}, anonymously: ${status} ${text.slice(0, 600)}`
        assert.ok(anonymous ? isSuccess(operation, answer) : status === 401, said)
        cells++
      }
    })

    for (const standing of memberships) {
      it(standing.who, async () => {
        const person = await somebody(standing)
        await tryAll('http', standing, person, (operation, input) =>
          overHttp(server, operation, person.token, input, browser),
        )
        // Whoever is in no organization has no token.
        if (standing.role === null) return
        const agent = await person.agent()
        await tryAll('tool', standing, person, (operation, input) => overMcp(operation, agent, input))
        await agent.close()
      })
    }

    it('and everybody whom a rule names has been tried', () => {
      const named = table.flatMap(({ operation, also }) =>
        also.map((relation) => `${operation.id}: ${relation}`),
      )
      assert.deepEqual(
        named.filter((each) => !tried.has(each)),
        [],
        'add to test/relations.ts how somebody comes to be that',
      )
    })

    it('and what ends it for everybody else is for whom the table says, too', async () => {
      const alone = memberships.filter(
        ({ relation, hidden, role }) => !relation && !(hidden && role === 'member'),
      )
      for (const standing of alone) {
        let person = await somebody(standing)
        for (const operation of all.filter(({ id }) => endings.includes(id))) {
          await tryIt(operation, standing, person, (_, input) =>
            overHttp(server, operation, person.token, input),
          )
          if (!passes(operation.access, standing)) continue
          if (standing.role === 'owner') owner = await server.register('Owner')
          person = await somebody(standing)
        }
      }
    })

    /** Somebody of whom nothing is known but the role. */
    async function somebody({ role }: TriedMembership): Promise<Person> {
      if (role) return addMember(server, owner, role)
      const person = await server.register('Administrator')
      await server.app.database.run(`update users set role = 'admin' where id = $1`, [person.user.id])
      await server.app.database.run('delete from memberships where user_id = $1', [person.user.id])
      return person
    }

    async function tryAll(door: 'http' | 'tool', standing: TriedMembership, person: Person, ask: DoorClient) {
      const made = new Map<string, Things>()
      for (const operation of lasting.filter((candidate) => candidate[door]))
        await tryIt(operation, standing, person, ask, made)
    }

    async function tryIt(
      operation: Operation,
      standing: TriedMembership,
      person: Person,
      ask: DoorClient,
      made = new Map<string, Things>(),
    ): Promise<void> {
      const setting = settingFor(operation, standing)
      if (!setting) return
      const { kinds, bearer } = setting
      const expected = expectedOf(operation, setting, standing)
      const asked = [expected, bearer, ...kinds].join()
      if (!made.has(asked)) {
        // Whoever may not do it may not have one of their own either.
        const wanted = { person: expected === 'passes' ? person : owner, only: kinds }
        made.set(asked, await buildThings(server, owner, wanted))
        await withMembership(server, made.get(asked)!, setting, standing, person)
      }
      const things = made.get(asked)!
      const given = expected === 'passes' ? await givenFor(operation.id, person, server, things) : {}
      const input = inputFor(operation, things, given, standing)
      const { status, code, text } = await ask(operation, input)
      cells++
      tried.add(`${operation.id}: ${standing.relation}`)
      const said = `${operation.id}, ${standing.who}: ${status} ${text.slice(0, 600)}`
      if (expected === 'passes') assert.ok(isSuccess(operation, { status, code }), said)
      else assert.equal(status, expected, said)
      // What was done to a thing is done: the next deed gets another.
      if (expected === 'passes' && !operation.reads) made.delete(asked)
    }
  })
}

function inputFor(
  operation: Operation,
  things: Things,
  given: Record<string, unknown>,
  { relation }: TriedMembership,
): Record<string, unknown> {
  const input = sampleInput(operation, things)
  // What must be named is enough of its kind: beside it, another place or another parent would only be in the way.
  const needed = neededKinds(operation)
  const named = referencesOf(operation).filter(
    ({ kind, required }) => things[kind] !== undefined && (required || !needed.includes(kind)),
  )
  for (const reference of named) refer(input, reference, things[reference.kind])
  // Somebody is what they are to these things, and not to others.
  if (relation && named.some(({ field }) => field in given)) return input
  return { ...input, ...given }
}

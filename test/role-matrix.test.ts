import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Role } from '../server/operations/caller.ts'
import { permissionTable } from '../server/operations/permission-table.ts'
import { type Ask, overHttp, overMcp } from './both-doors.ts'
import { browser, endings, givenFor } from './given.ts'
import { type Agent, type Person, type TestServer, engines, startTestServer } from './harness.ts'
import { refer, referencesOf, sampleInput } from './sample-input.ts'
import { type Outcome, type TriedStanding, expectedOf, kindsFor, standings, take } from './standings.ts'
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

for (const engine of engines) {
  describe(`who may do what, on ${engine}`, () => {
    let server: TestServer
    let owner: Person
    let people: Map<Role | null, Person>
    const tried = new Set<string>()
    before(async () => {
      server = await startTestServer(engine)
      // The first account of an instance administers it.
      const admin = await server.register('Operator')
      await server.app.database.run('delete from memberships where user_id = $1', [admin.user.id])
      owner = await server.register('Owner')
      people = new Map([
        [null, admin],
        ['owner', await addMember(server, owner, 'owner')],
      ])
      for (const role of ['admin', 'member', 'guest'] as const)
        people.set(role, await addMember(server, owner, role))
    })
    after(async () => {
      await server.stop()
      console.log(`# who may do what: ${cells} cells so far`)
    })

    it('nobody, without a credential', async () => {
      for (const { operation, anonymous } of table.filter((row) => row.operation.http)) {
        const given = anonymous ? await givenFor(operation.id, await server.register('Somebody'), server) : {}
        const input = { ...sampleInput(operation, {}), ...given }
        const { status, text } = await overHttp(server, operation, null, input, anonymous ? browser : {})
        const said = `${operation.id}, anonymously: ${status} ${text.slice(0, 600)}`
        assert.ok(anonymous ? status < 400 : status === 401, said)
        cells++
      }
    })

    for (const standing of standings) {
      it(`${standing.who}, over HTTP`, () => {
        const person = people.get(standing.role)!
        return tryAll('http', standing, (operation, input) =>
          overHttp(server, operation, person.token, input, browser),
        )
      })

      // Whoever is in no organization has no token.
      if (standing.role === null) continue
      it(`${standing.who}, over MCP`, async () => {
        const agent: Agent = await people.get(standing.role)!.agent()
        await tryAll('tool', standing, (operation, input) => overMcp(operation, agent, input))
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
        'add to test/standings.ts how somebody comes to be that',
      )
    })

    it('and everybody may end their own login and account', async () => {
      for (const operation of all.filter(({ id }) => endings.includes(id))) {
        for (const person of people.values()) {
          const { token } = await server.anonymous('accounts.logIn', {
            email: person.email,
            password: person.password,
          })
          const input = await givenFor(operation.id, person, server)
          const { status, text } = await overHttp(server, operation, token, input)
          assert.ok(status < 400, `${operation.id}: ${status} ${text}`)
          cells++
        }
      }
    })

    async function tryAll(door: 'http' | 'tool', standing: TriedStanding, ask: Ask): Promise<void> {
      const person = people.get(standing.role)!
      const made = new Map<string, Things>()
      for (const operation of lasting.filter((candidate) => candidate[door])) {
        const kinds = kindsFor(operation, standing)
        if (!kinds) continue
        const expected = expectedOf(operation, kinds, standing)
        const asked = [expected, ...kinds].join()
        const things = made.get(asked) ?? (await thingsFor(standing, kinds, expected))
        made.set(asked, things)
        const input = sampleInput(operation, things)
        for (const reference of referencesOf(operation))
          if (kinds.includes(reference.kind)) refer(input, reference, things[reference.kind])
        if (expected === 'passes') Object.assign(input, await givenFor(operation.id, person, server))
        const { status, text } = await ask(operation, input)
        cells++
        tried.add(`${operation.id}: ${standing.relation}`)
        const said = `${operation.id}, ${standing.who}: ${status} ${text.slice(0, 600)}`
        if (expected === 'passes') assert.ok(status < 400, said)
        else assert.equal(status, expected, said)
        // What was done to a thing is done: the next deed gets another.
        if (expected === 'passes' && !operation.reads) made.delete(asked)
      }
    }

    async function thingsFor(standing: TriedStanding, only: string[], expected: Outcome): Promise<Things> {
      const person = people.get(standing.role)!
      // Whoever may not do it may not have one of their own either.
      const things = await buildThings(server, owner, {
        person: expected === 'passes' ? person : owner,
        only,
      })
      await take(server, things, standing, person)
      return things
    }
  })
}

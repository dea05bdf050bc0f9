import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Operation } from '../server/operations/operation.ts'
import { passes } from '../server/operations/permission-table.ts'
import { operations } from '../server/operations/registry.ts'
import { type DoorResponse, type DoorClient, overHttp, overMcp } from './both-doors.ts'
import { eachOf } from './each-of.ts'
import { browser, endings, workingInput } from './given.ts'
import { type Agent, type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { changed, idsIn, namesOf, pointersOf, rowsOf } from './rows.ts'
import { neededKinds, referencesOf, sampleInput, stringFields, withOnly } from './sample-input.ts'
import { buildThings, marker } from './things.ts'
import { buildWorld } from './world.ts'

/*
 * The ids and names of everything that another organization has, in every field of every operation that takes a text,
 * through both doors: nothing of it is shown, nothing of it changes, and nothing of one's own points to it afterwards.
 */
const domains = Map.groupBy(
  operations.map(({ operation }) => operation),
  ({ id }) => id.split('.')[0]!,
)
let cases = 0
let turn = 0

for (const engine of oneEngine) {
  describe(`another organization's ids in every field, on ${engine}`, () => {
    let server: TestServer
    let victim: Person
    let owner: Person
    let agent: Agent
    /** What the other organization's things are called. */
    let baits: string[]
    /** What else it has: it was never sent, so no answer can repeat it. */
    let secrets: Set<string>
    before(async () => {
      server = await startOwnServer(engine)
      const world = await buildWorld(server)
      victim = world.victim
      owner = world.of('owner')
      baits = await namesOf(server, victim.organization.id)
      await buildThings(server, victim, { text: marker })
      const rows = await rowsOf(server, victim.organization.id)
      const sent = baits.flatMap(idsIn)
      secrets = new Set(idsIn(Object.values(rows).join()).filter((id) => !sent.includes(id)))
      agent = await owner.agent({ scopes: ['read', 'write', 'admin'] })
    })
    after(async () => {
      await agent.close()
      // Of all that was made on the way: looked at once, since it is much.
      const theirs = await pointersOf(server, victim.organization.id)
      const across = [...(await pointersOf(server, owner.organization.id))].filter((id) => theirs.has(id))
      assert.deepEqual(across, [])
      await server.stop()
      console.log(`# another organization's ids in every field: ${cases} cases so far`)
    })

    const overHttpDoor: DoorClient = (operation, input) =>
      operation.access.open
        ? overHttp(server, operation, null, input, browser)
        : overHttp(server, operation, owner.token, input)
    const overMcpDoor: DoorClient = (operation, input) => overMcp(operation, agent, input)

    for (const [domain, members] of domains) {
      it(`in ${domain}, over HTTP`, () => tryAll(members, 'http', overHttpDoor))
      it(`in ${domain}, over MCP`, () => tryAll(members, 'tool', overMcpDoor))
    }

    async function tryAll(tried: Operation[], door: 'http' | 'tool', ask: DoorClient): Promise<void> {
      const before = await rowsOf(server, victim.organization.id)
      for (const operation of tried.filter((candidate) => candidate[door])) {
        let input = await createInput(operation)
        for (const { field, names, fill } of stringFields(operation)) {
          // Some take one of several names, and not two.
          const named = referencesOf(operation).filter((each) => each.required || each.field === field)
          const filled = (text: string) => ({
            ...(names ? withOnly(operation, named, input) : input),
            [field]: fill(text),
          })
          // A text that may say anything looks for nothing; and what looks is the same behind both doors.
          const few = !names && (door === 'tool' || (await ask(operation, filled(randomUUID()))).status < 400)
          const tryOne = async (bait: string) => {
            const answer = await ask(operation, filled(bait))
            expectNothing(answer, `${operation.id}, "${bait}" as ${field}`)
            if (operation.destructive && answer.status < 400) input = await createInput(operation)
          }
          const baits = chooseBaits(operation, filled, few)
          if (operation.destructive) for (const bait of baits) await tryOne(bait)
          else await eachOf(baits, tryOne)
        }
      }
      assert.deepEqual(changed(before, await rowsOf(server, victim.organization.id)), [])
    }

    function expectNothing({ status, text }: DoorResponse, said: string): void {
      cases++
      const answered = `${said}: ${status} ${text.slice(0, 600)}`
      assert.ok(status < 500, answered)
      assert.ok(!text.includes(marker), answered)
      const leaked = idsIn(text).filter((id) => secrets.has(id))
      assert.deepEqual(leaked, [], answered)
    }

    /** With which it works, if the caller may do it and it ends nothing. */
    async function createInput(operation: Operation): Promise<Record<string, unknown>> {
      const { database } = server.app
      const home = [owner.organization.id, owner.user.id]
      await database.run('update users set last_organization_id = $1 where id = $2', home)
      if (passes(operation.access, { role: 'owner' }) && !endings.includes(operation.id))
        return workingInput(operation, { owner, server })
      return sampleInput(operation, await buildThings(server, owner, { only: neededKinds(operation) }))
    }

    /** All that the schema takes, and one that it does not, to see that it is refused. */
    function chooseBaits(
      operation: Operation,
      filled: (text: string) => Record<string, unknown>,
      few: boolean,
    ): string[] {
      const fits = (bait: string) => operation.input.safeParse(filled(bait)).success
      // One of several, and each time others. `isolation.test.ts` tries the ids of the kind that a field names.
      const every = process.env.FOREIGN_IDS === 'all' ? 1 : few ? 10 : 3
      const offered = baits.filter((_, index) => index % every === turn % every)
      turn++
      const taken = offered.filter(fits)
      const refused = offered.find((bait) => !fits(bait))
      // A password is hashed slowly on purpose, and a repository is read by programs. Neither looks for anything.
      if ('password' in operation.input.shape || (few && operation.id.startsWith('repos.'))) taken.splice(2)
      return [...taken, ...(refused ? [refused] : [])]
    }
  })
}

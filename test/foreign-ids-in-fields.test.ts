import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from '../server/database/sql.ts'
import type { Operation } from '../server/operations/operation.ts'
import { passes } from '../server/assembly/permission-table.ts'
import { operations } from '../server/assembly/registry.ts'
import { type DoorResponse, type DoorClient, overHttp, overMcp } from './both-doors.ts'
import { eachOf } from './each-of.ts'
import { browser, endings, workingInput } from './given.ts'
import { type Agent, type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { isInPart } from './part.ts'
import { changed, idsIn, namesOf, pointersOf, rowsOf } from './rows.ts'
import { neededKinds, referencesOf, sampleInput, stringFields, withOnly } from './sample-input.ts'
import { buildThings, marker } from './things.ts'
import { buildWorld, verifyEmail } from './world.ts'

/*
 * Sends the ids and names of another organization's things in every text field of every operation, through both
 * doors. No response shows any of them, none of them changes, and no row of the caller's organization refers to one
 * afterwards.
 */
const domains = Map.groupBy(
  operations.map(({ operation }) => operation).filter(isInPart),
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
    /** Ids and names of the other organization's things. */
    let baits: string[]
    /** Its other ids. They are never sent, so no response can echo one. */
    let secrets: Set<string>
    before(async () => {
      server = await startOwnServer(engine)
      const world = await buildWorld(server)
      victim = world.victim
      owner = world.of('owner')
      await verifyEmail(server, owner)
      baits = await namesOf(server, victim.organization.id)
      await buildThings(server, victim, { text: marker })
      const rows = await rowsOf(server, victim.organization.id)
      const sent = baits.flatMap(idsIn)
      secrets = new Set(idsIn(Object.values(rows).join()).filter((id) => !sent.includes(id)))
      agent = await owner.agent({ scopes: ['read', 'write', 'admin'] })
    })
    after(async () => {
      await agent.close()
      // Checks all references once at the end, because there are many.
      const victimIds = await pointersOf(server, victim.organization.id)
      // The requester of a run chooses its id, also one that is in use elsewhere. It refers to nothing.
      const runs = await server.app.database.run<{ id: string }>(sql`select id from tunnel_runs`)
      for (const { id } of runs) victimIds.delete(id)
      const across = [...(await pointersOf(server, owner.organization.id))].filter((id) => victimIds.has(id))
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
      it(`reveals and changes nothing in ${domain}, over HTTP`, () => tryAll(members, 'http', overHttpDoor))
      it(`reveals and changes nothing in ${domain}, over MCP`, () => tryAll(members, 'tool', overMcpDoor))
    }

    async function tryAll(tried: Operation[], door: 'http' | 'tool', call: DoorClient): Promise<void> {
      const before = await rowsOf(server, victim.organization.id)
      for (const operation of tried.filter((candidate) => candidate[door])) {
        let input = await createInput(operation)
        for (const { field, names, fill } of stringFields(operation)) {
          // Some operations take only one of several references.
          const named = referencesOf(operation).filter((each) => each.required || each.field === field)
          const filled = (text: string) => ({
            ...(names ? withOnly(operation, named, input) : input),
            [field]: fill(text),
          })
          // Free text refers to nothing, and lookups are the same behind both doors. So fewer baits suffice there.
          const few =
            !names && (door === 'tool' || (await call(operation, filled(randomUUID()))).status < 400)
          const tryOne = async (bait: string) => {
            const response = await call(operation, filled(bait))
            expectNoLeak(response, `${operation.id}, "${bait}" as ${field}`)
            if (operation.destructive && response.status < 400) input = await createInput(operation)
          }
          const baits = chooseBaits(operation, filled, few)
          if (operation.destructive) for (const bait of baits) await tryOne(bait)
          else await eachOf(baits, tryOne)
        }
      }
      assert.deepEqual(changed(before, await rowsOf(server, victim.organization.id)), [])
    }

    function expectNoLeak({ status, text }: DoorResponse, request: string): void {
      cases++
      const message = `${request}: ${status} ${text.slice(0, 600)}`
      assert.ok(status < 500, message)
      assert.ok(!text.includes(marker), message)
      const leaked = idsIn(text).filter((id) => secrets.has(id))
      assert.deepEqual(leaked, [], message)
    }

    /** Creates an input with which the operation succeeds, if the caller is allowed to and it ends nothing. */
    async function createInput(operation: Operation): Promise<Record<string, unknown>> {
      const { database } = server.app
      await database.run(
        sql`update users set last_organization_id = ${owner.organization.id} where id = ${owner.user.id}`,
      )
      if (passes(operation.access, { role: 'owner' }) && !endings.includes(operation.id))
        return workingInput(operation, { owner, server })
      return sampleInput(operation, await buildThings(server, owner, { only: neededKinds(operation) }))
    }

    /** Returns the baits that the schema accepts, and one that it rejects. */
    function chooseBaits(
      operation: Operation,
      filled: (text: string) => Record<string, unknown>,
      few: boolean,
    ): string[] {
      const fits = (bait: string) => operation.input.safeParse(filled(bait)).success
      // Takes every tenth or fortieth bait, others each time. `isolation.test.ts` tries the ids of the kind that a field
      // names.
      const every = process.env.FOREIGN_IDS === 'all' ? 1 : few ? 40 : 10
      const offered = baits.filter((_, index) => index % every === turn % every)
      turn++
      const accepted = offered.filter(fits)
      const rejected = offered.find((bait) => !fits(bait))
      // Passwords are hashed slowly and repositories are read by external programs. Neither looks anything up.
      if ('password' in operation.input.shape || (few && operation.id.startsWith('repos.')))
        accepted.splice(2)
      return [...accepted, ...(rejected ? [rejected] : [])]
    }
  })
}

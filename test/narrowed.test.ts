import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Sql, sql } from '../server/database/sql.ts'
import type { Operation } from '../server/operations/operation.ts'
import { operations } from '../server/assembly/registry.ts'
import { type DoorResponse, overHttp, overMcp } from './both-doors.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { isInPart } from './part.ts'
import { allRows, changed } from './rows.ts'
import { neededKinds, sampleInput } from './sample-input.ts'
import { type Things, buildThings, marker } from './things.ts'

/*
 * Runs every operation through both doors with credentials that are narrower than their owner: test mode and one
 * project. Like the isolation test it is generated, so it covers each operation that is added to all.ts.
 */
const closed = operations
  .map(({ operation }) => operation)
  .filter((operation) => !operation.access.open && isInPart(operation))
const everyScope = { scopes: ['read', 'write', 'admin'] as ('read' | 'write' | 'admin')[] }
let cases = 0

for (const engine of oneEngine) {
  describe(`narrowed credentials, on ${engine}`, () => {
    let server: TestServer
    let owner: Person
    before(async () => {
      server = await startOwnServer(engine)
      owner = await server.register('Owner')
    })
    after(async () => {
      await server.stop()
      console.log(`# narrowed: ${cases} cases so far`)
    })

    it('hides live data from a test key and a test token, and protects it from their changes', async () => {
      const mode = { name: 'test', mode: 'test', ...everyScope } as const
      const key = await owner.call('credentials.createApiKey', mode)
      const agent = await owner.agent(mode)
      const things = await buildThings(server, owner, { text: marker })
      const before = await allRows(server, isLive)
      const closedError = ({ access }: Operation) => access.liveOnly && '403 sandbox_only'
      // A sandbox has the same members and devices.
      const secret = { things, text: marker, closedError, shared: ['member', 'device'] }
      await tryEverything(secret, (operation, input) => overHttp(server, operation, key.value, input))
      await tryEverything(secret, (operation, input) => overMcp(operation, agent, input))
      await agent.close()
      assert.deepEqual(changed(before, await allRows(server, isLive)), [])

      await owner.call('tasks.complete', { task: things.task! })
      assert.notDeepEqual(
        changed(before, await allRows(server, isLive)),
        [],
        'the comparison notices a change',
      )
    })

    it('hides other projects from a key and a token of one project, and protects them from their changes', async () => {
      const here = await owner.call('projects.create', { name: 'Here' })
      const bound = { name: 'bound', project: here.slug, ...everyScope }
      const key = await owner.call('credentials.createApiKey', bound)
      const agent = await owner.agent(bound)
      const text = 'OF-ANOTHER-PROJECT-c41d'
      const things = await buildThings(server, owner, { text })
      const elsewhere = (table: string, columns: string[]) =>
        columns.includes('project_id')
          ? sql`(project_id = ${here.id}) is not true`
          : (ofOtherProjects(here.id)[table] ?? sql`true`)
      const before = await allRows(server, elsewhere)
      const closedError = ({ access }: Operation) => access.wholeOrganization && '403 project_only'
      const secret = { things, text, closedError, shared: [] }
      await tryEverything(secret, (operation, input) => overHttp(server, operation, key.value, input))
      await tryEverything(secret, (operation, input) => overMcp(operation, agent, input))
      await agent.close()
      assert.deepEqual(changed(before, await allRows(server, elsewhere)), [])
    })

    interface Secret {
      things: Things
      /** A marker in all text that the credential must not see. */
      text: string
      /** The kinds of item that the credential can see anyway. */
      shared: string[]
      /** The expected error of an operation that is closed to such a credential. */
      closedError(operation: Operation): string | undefined
    }

    async function tryEverything(
      { things, text, closedError, shared }: Secret,
      call: (operation: Operation, input: Record<string, unknown>) => Promise<DoorResponse>,
    ): Promise<void> {
      const isSecret = (kind: string) => !shared.includes(kind)
      for (const operation of closed) {
        const { access, id } = operation
        const expected = access.sessionOnly
          ? '403 session_needed'
          : (closedError(operation) ?? (neededKinds(operation).some(isSecret) && '404 not_found'))
        for (const optional of [false, true]) {
          const response = await call(operation, sampleInput(operation, things, optional))
          if (response.status === 0) continue
          cases++
          assert.ok(!response.text.includes(text), `${id} leaked: ${response.text}`)
          if (expected)
            assert.equal(`${response.status} ${response.code}`, expected, `${id}: ${response.text}`)
          else assert.ok(response.status < 500, `${id}: ${response.text}`)
        }
      }
    }
  })
}

/** Returns conditions for rows of other projects, in tables without a `project_id` column. */
function ofOtherProjects(projectId: string): Record<string, Sql> {
  return {
    projects: sql`id <> ${projectId}`,
    // Tickets of the credentials under test, which carry no more access than the credential.
    live_tickets: sql`(credential_id in (select id from credentials where project_id = ${projectId})) is not true`,
    revisions: sql`(subject_id in (select id from notes where project_id = ${projectId})) is not true`,
    note_links: sql`(note_id in (select id from notes where project_id = ${projectId})) is not true`,
    question_recipients: sql`(question_id in (select id from questions where project_id = ${projectId})) is not true`,
    remarks: sql`(decision_id in (select id from decisions where project_id = ${projectId})) is not true`,
  }
}

/** SQL condition for rows outside a sandbox. */
function isLive(table: string, columns: string[]): Sql {
  if (table === 'organizations') return sql`sandbox_of is null`
  // Wiping a sandbox and connecting an agent are recorded in the live organization.
  if (table === 'journal') return sql`type not in ('sandbox.wiped', 'mcp_token.connected') and ${ofNoSandbox}`
  if (table === 'images') return sql`(team_id in (select id from teams where not ${ofNoSandbox})) is not true`
  return columns.includes('organization_id') ? ofNoSandbox : sql`true`
}

const ofNoSandbox = sql`(organization_id in (select id from organizations where sandbox_of is not null)) is not true`

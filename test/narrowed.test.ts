import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Operation } from '../server/operations/operation.ts'
import { operations } from '../server/operations/registry.ts'
import { type DoorResponse, overHttp, overMcp } from './both-doors.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { allRows, changed } from './rows.ts'
import { neededKinds, sampleInput } from './sample-input.ts'
import { type Things, buildThings, marker } from './things.ts'

/*
 * Every operation, through both doors, with credentials that reach less than the owner who made them: those of test
 * mode, and those of one project. Like the isolation test, it is generated: what is added to all.ts is tried here.
 */
const closed = operations.map(({ operation }) => operation).filter(({ access }) => !access.open)
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

    it('a test key and a test token see nothing that is live, and nothing they do touches it', async () => {
      const mode = { name: 'test', mode: 'test', ...everyScope } as const
      const key = await owner.call('credentials.createApiKey', mode)
      const agent = await owner.agent(mode)
      const things = await buildThings(server, owner, { text: marker })
      const before = await allRows(server, isLive)
      const refusal = ({ access }: Operation) => access.liveOnly && '403 sandbox_only'
      // A sandbox has the same people, with the same devices.
      const secret = { things, text: marker, refusal, shared: ['member', 'device'] }
      await tryEverything(secret, (operation, input) => overHttp(server, operation, key.value, input))
      await tryEverything(secret, (operation, input) => overMcp(operation, agent, input))
      await agent.close()
      assert.deepEqual(changed(before, await allRows(server, isLive)), [])

      await owner.call('tasks.complete', { task: things.task! })
      assert.notDeepEqual(
        changed(before, await allRows(server, isLive)),
        [],
        'and it would have been noticed',
      )
    })

    it('a key and a token of one project see and change nothing of another', async () => {
      const here = await owner.call('projects.create', { name: 'Here' })
      const bound = { name: 'bound', project: here.slug, ...everyScope }
      const key = await owner.call('credentials.createApiKey', bound)
      const agent = await owner.agent(bound)
      const text = 'OF-ANOTHER-PROJECT-c41d'
      const things = await buildThings(server, owner, { text })
      const elsewhere = (table: string, columns: string[]) =>
        columns.includes('project_id') ? '(project_id = $1) is not true' : (ofOtherProjects[table] ?? 'true')
      const before = await allRows(server, elsewhere, here.id)
      const refusal = ({ access }: Operation) => access.wholeOrganization && '403 project_only'
      const secret = { things, text, refusal, shared: [] }
      await tryEverything(secret, (operation, input) => overHttp(server, operation, key.value, input))
      await tryEverything(secret, (operation, input) => overMcp(operation, agent, input))
      await agent.close()
      assert.deepEqual(changed(before, await allRows(server, elsewhere, here.id)), [])
    })

    interface Secret {
      things: Things
      /** Stands in all that must not be seen. */
      text: string
      /** The kinds of thing that they may see all the same. */
      shared: string[]
      /** How an operation answers that such a credential never reaches. */
      refusal(operation: Operation): string | undefined
    }

    async function tryEverything(
      { things, text, refusal, shared }: Secret,
      ask: (operation: Operation, input: Record<string, unknown>) => Promise<DoorResponse>,
    ): Promise<void> {
      const isSecret = (kind: string) => !shared.includes(kind)
      for (const operation of closed) {
        const { access, id } = operation
        const expected = access.sessionOnly
          ? '403 session_needed'
          : (refusal(operation) ?? (neededKinds(operation).some(isSecret) && '404 not_found'))
        for (const optional of [false, true]) {
          const answer = await ask(operation, sampleInput(operation, things, optional))
          if (answer.status === 0) continue
          cases++
          assert.ok(!answer.text.includes(text), `${id} leaked: ${answer.text}`)
          if (expected) assert.equal(`${answer.status} ${answer.code}`, expected, `${id}: ${answer.text}`)
          else assert.ok(answer.status < 500, `${id}: ${answer.text}`)
        }
      }
    }
  })
}

/** Of tables that do not name the project of their rows themselves, those of other projects than `$1`. */
const ofOtherProjects: Record<string, string> = {
  projects: 'id <> $1',
  // Of those who ask here, and good for no more than they are.
  live_tickets: '(credential_id in (select id from credentials where project_id = $1)) is not true',
  revisions: '(subject_id in (select id from notes where project_id = $1)) is not true',
  note_links: '(note_id in (select id from notes where project_id = $1)) is not true',
  remarks: '(decision_id in (select id from decisions where project_id = $1)) is not true',
}

/** Every row that is not the sandbox's. */
function isLive(table: string, columns: string[]): string {
  if (table === 'organizations') return 'sandbox_of is null'
  // That a sandbox was emptied, or an agent connected, is told where its people look.
  if (table === 'journal') return `type not in ('sandbox.wiped', 'mcp_token.connected') and ${ofNoSandbox}`
  if (table === 'images') return `(team_id in (select id from teams where not ${ofNoSandbox})) is not true`
  return columns.includes('organization_id') ? ofNoSandbox : 'true'
}

const ofNoSandbox = `(organization_id in (select id from organizations where sandbox_of is not null)) is not true`

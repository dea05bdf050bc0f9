import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Operation } from '../server/operations/operation.ts'
import { operations } from '../server/operations/registry.ts'
import { type Answer, overHttp, overMcp } from './both-doors.ts'
import { type TestServer, engines, startTestServer } from './harness.ts'
import { refersToThings, sampleInput } from './sample-input.ts'
import { type World, buildThings, buildWorld, marker, snapshot } from './world.ts'

/*
 * Every operation, through both doors, with credentials that reach less than the owner who made them: those of test
 * mode, and those of one project. Like the isolation test, it is generated: what is added to all.ts is tried here.
 */
const closed = operations.map(({ operation }) => operation).filter(({ access }) => !access.open)
const everyScope = { scopes: ['read', 'write', 'admin'] as ('read' | 'write' | 'admin')[] }

for (const engine of engines) {
  describe(`narrowed credentials, on ${engine}`, () => {
    let server: TestServer
    let world: World
    before(async () => {
      server = await startTestServer(engine)
      world = await buildWorld(server)
    })
    after(() => server.stop())

    it('a test key and a test token see nothing that is live, and nothing they do touches it', async () => {
      const { owner, outsider } = world
      const mode = { name: 'test', mode: 'test', ...everyScope } as const
      const key = await owner.call('credentials.createApiKey', mode)
      const agent = await owner.agent(mode)
      const things = await buildThings(owner)
      things.credential = (await owner.call('credentials.createApiKey', { name: marker })).id
      things.user = outsider.user.id
      // The sandbox is called after its organization, whose name is the marker here.
      await server.app.database.run(`update organizations set name = 'Sandbox' where sandbox_of is not null`)
      const before = await liveData()
      const secret = { things, text: marker, ownAccount: 'sandbox_only' }
      await tryEverything(secret, (operation, input) => overHttp(server, operation, key.value, input))
      await tryEverything(secret, (operation, input) => overMcp(operation, agent, input))
      await agent.close()
      assert.deepEqual(await liveData(), before)

      await owner.call('tasks.complete', { task: things.task! })
      assert.notDeepEqual(await liveData(), before, 'and it would have been noticed')
    })

    it('a key and a token of one project see and change nothing of another', async () => {
      const { owner } = world
      const here = await owner.call('projects.create', { name: 'Here' })
      const bound = { name: 'bound', project: here.slug, ...everyScope }
      const key = await owner.call('credentials.createApiKey', bound)
      const agent = await owner.agent(bound)
      const text = 'OF-ANOTHER-PROJECT-c41d'
      const things = await buildThings(owner, text)
      things.credential = (await owner.call('credentials.createApiKey', { name: text })).id
      const untouched = await snapshot(server, things)
      const secret = { things, text, ownAccount: 'project_only', wholeOrganization: 'project_only' }
      await tryEverything(secret, (operation, input) => overHttp(server, operation, key.value, input))
      await tryEverything(secret, (operation, input) => overMcp(operation, agent, input))
      await agent.close()
      assert.equal(await snapshot(server, things), untouched)
    })

    interface Secret {
      things: Record<string, string>
      /** Stands in all that must not be seen. */
      text: string
      ownAccount: string
      wholeOrganization?: string
    }

    async function tryEverything(
      { things, text, ...codes }: Secret,
      ask: (operation: Operation, input: Record<string, unknown>) => Promise<Answer>,
    ): Promise<void> {
      for (const operation of closed) {
        const { access, id } = operation
        const expected = access.sessionOnly
          ? '403 session_needed'
          : access.liveOnly
            ? `403 ${codes.ownAccount}`
            : access.wholeOrganization && codes.wholeOrganization
              ? `403 ${codes.wholeOrganization}`
              : refersToThings(operation) && '404 not_found'
        for (const optional of [false, true]) {
          const answer = await ask(operation, sampleInput(operation, things, optional))
          if (answer.status === 0) continue
          assert.ok(!answer.text.includes(text), `${id} leaked: ${answer.text}`)
          if (expected) assert.equal(`${answer.status} ${answer.code}`, expected, `${id}: ${answer.text}`)
          else assert.ok(answer.status < 500, `${id}: ${answer.text}`)
        }
      }
    }

    /** Every row of every table that is not the sandbox's, as text. */
    async function liveData(): Promise<Record<string, string>> {
      const { database } = server.app
      const tables = await database.run<{ name: string; columns: string[] }>(
        `select c.table_name as name, array_agg(c.column_name::text) as columns
           from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
          where table_schema = 'public' and t.table_type = 'BASE TABLE'
            and table_name not in ('rate_limits', 'idempotency_keys')
          group by c.table_name`,
      )
      const entries = tables.map(async ({ name, columns }) => {
        const kept = columns.filter((column) => !['last_used_at', 'last_seen_at'].includes(column))
        const [rows] = await database.run<{ text: string }>(
          `select coalesce(string_agg(r::text, e'\\n' order by r::text), '') as text
             from (select ${kept.map((column) => `"${column}"`).join(', ')} from ${name} where ${isLive(name, columns)}) r`,
        )
        return [name, rows!.text] as const
      })
      return Object.fromEntries(await Promise.all(entries))
    }
  })
}

function isLive(table: string, columns: string[]): string {
  if (table === 'organizations') return 'sandbox_of is null'
  // That a sandbox was emptied is told where its owners look.
  if (table === 'journal') return `type <> 'sandbox.wiped' and ${ofNoSandbox}`
  return columns.includes('organization_id') ? ofNoSandbox : 'true'
}

const ofNoSandbox = `(organization_id in (select id from organizations where sandbox_of is not null)) is not true`

import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Scope, scopes } from '../server/operations/caller.ts'
import { type Permission, permissionTable } from '../server/assembly/permission-table.ts'
import { type DoorClient, isSuccess, overHttp, overMcp } from './both-doors.ts'
import { eachInBatches } from './each-of.ts'
import { endings } from './given.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { isInPart } from './part.ts'
import { sampleInput } from './sample-input.ts'
import { type Things, buildThings, randomThings } from './things.ts'
import { impersonate } from './world.ts'

/*
 * Tries what the permission table says about credentials: a session, a recent session, or a scope. Allowed calls name
 * things that don't exist, so that they change nothing. narrowed.test.ts covers test credentials and those of one
 * project.
 */
const closed = permissionTable().filter(({ anonymous, operation }) => !anonymous && isInPart(operation))
let cells = 0

for (const engine of oneEngine) {
  describe(`the credentials that operations need, on ${engine}`, () => {
    let server: TestServer
    let owner: Person
    let things: Things
    before(async () => {
      server = await startOwnServer(engine)
      owner = await server.register('Owner')
      things = await buildThings(server, owner)
    })
    after(async () => {
      await server.stop()
      console.log(`# credential matrix: ${cells} cells so far`)
    })

    it('rejects a key and a token without the needed scope, and names the scope', async () => {
      for (const scope of scopes) {
        const rows = closed.filter((row) => row.scope === scope)
        const others = { name: 'others', scopes: scopes.filter((other) => other !== scope) }
        for (const call of await keyAndToken(others)) await expectEach(rows, call, `403 scope_missing`)
      }
    })

    it('accepts a key and a token with only the needed scope', async () => {
      for (const scope of scopes) {
        const rows = closed.filter((row) => row.scope === scope && !ends(row))
        const needed: Scope[] = scope === 'admin' ? ['read', 'write', 'admin'] : [scope]
        for (const call of await keyAndToken({ name: 'needed', scopes: needed }))
          await expectNone(rows, call, ['scope_missing', 'session_needed'])
      }
    })

    it('rejects keys, tokens and impersonation where a session is needed', async () => {
      const rows = closed.filter(({ session }) => session)
      const impersonated = await impersonate(server, await server.register('Operator'), owner)
      const doors = [...(await keyAndToken({ name: 'all', scopes: [...scopes] })), over(impersonated)]
      for (const call of doors) await expectEach(rows, call, '403 session_needed')
    })

    it('asks to sign in again after an hour only where a recent session is needed', async () => {
      const { token } = await server.anonymous('accounts.logIn', {
        email: owner.email,
        password: owner.password,
      })
      await server.app.database.run(
        sql`update login_sessions set created_at = created_at - interval '61 minutes'
          where user_id = ${owner.user.id}`,
      )
      await expectEach(
        closed.filter(({ session }) => session === 'recent'),
        over(token),
        '403 sign_in_again',
      )
      const rest = closed.filter((row) => row.session !== 'recent' && !ends(row))
      await expectNone(rest, over(token), ['sign_in_again'])
    })

    async function keyAndToken(options: { name: string; scopes: Scope[] }): Promise<DoorClient[]> {
      const key = await owner.call('credentials.createApiKey', options)
      const agent = await owner.agent(options)
      return [over(key.value), (operation, input) => overMcp(operation, agent, input)]
    }

    function over(token: string): DoorClient {
      return (operation, input) => overHttp(server, operation, token, input)
    }

    async function expectEach(rows: Permission[], call: DoorClient, expected: string): Promise<void> {
      await eachInBatches(rows, async ({ operation }) => {
        const { status, code, text } = await call(operation, sampleInput(operation, things))
        if (status === 0) return
        cells++
        assert.equal(`${status} ${code}`, expected, `${operation.id}: ${text}`)
      })
    }

    async function expectNone(rows: Permission[], call: DoorClient, codes: string[]): Promise<void> {
      for (const { operation } of rows) {
        const { status, code, text } = await call(operation, sampleInput(operation, randomThings()))
        if (status === 0) continue
        cells++
        const isServed = status < 500 || isSuccess(operation, { status, code })
        assert.ok(isServed && !codes.includes(String(code)), `${operation.id}: ${text}`)
      }
    }
  })
}

/** Returns whether the credential stops working after this operation. */
function ends({ operation }: Permission): boolean {
  return endings.includes(operation.id)
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Scope, scopes } from '../server/operations/caller.ts'
import { type Permission, permissionTable } from '../server/operations/permission-table.ts'
import { type DoorClient, overHttp, overMcp } from './both-doors.ts'
import { endings } from './given.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from './harness.ts'
import { sampleInput } from './sample-input.ts'
import { type Things, buildThings, randomThings } from './things.ts'
import { impersonate } from './world.ts'

/*
 * What the permission table says that a credential needs: a session, a recent one, or a scope. Whoever is let through is
 * asked for what is not there, so that nothing happens. What test credentials and those of one project reach is tried in
 * narrowed.test.ts.
 */
const closed = permissionTable().filter(({ anonymous }) => !anonymous)
let cells = 0

for (const engine of oneEngine) {
  describe(`what a credential needs, on ${engine}`, () => {
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
      console.log(`# what a credential needs: ${cells} cells so far`)
    })

    it('a key and a token without the scope that it needs are refused, and told which', async () => {
      for (const scope of scopes) {
        const rows = closed.filter((row) => row.scope === scope)
        const others = { name: 'others', scopes: scopes.filter((other) => other !== scope) }
        for (const ask of await keyAndToken(others)) await expectEach(rows, ask, `403 scope_missing`)
      }
    })

    it('a key and a token with it are let through, and with no other', async () => {
      for (const scope of scopes) {
        const rows = closed.filter((row) => row.scope === scope && !ends(row))
        const needed: Scope[] = scope === 'admin' ? ['read', 'write', 'admin'] : [scope]
        for (const ask of await keyAndToken({ name: 'needed', scopes: needed }))
          await expectNone(rows, ask, ['scope_missing', 'session_needed'])
      }
    })

    it('what needs a session is reached with no key, no token and by nobody who acts for another', async () => {
      const rows = closed.filter(({ session }) => session)
      const acting = await impersonate(server, await server.register('Operator'), owner)
      const asks = [...(await keyAndToken({ name: 'all', scopes: [...scopes] })), over(acting)]
      for (const ask of asks) await expectEach(rows, ask, '403 session_needed')
    })

    it('what needs a recent session asks to sign in again after an hour, and nothing else does', async () => {
      const { token } = await server.anonymous('accounts.logIn', {
        email: owner.email,
        password: owner.password,
      })
      await server.app.database.run(
        `update login_sessions set created_at = created_at - interval '61 minutes' where user_id = $1`,
        [owner.user.id],
      )
      await expectEach(
        closed.filter(({ session }) => session === 'recent'),
        over(token),
        '403 sign_in_again',
      )
      const rest = closed.filter((row) => row.session !== 'recent' && !ends(row))
      await expectNone(rest, over(token), ['sign_in_again'])
    })

    async function keyAndToken(wanted: { name: string; scopes: Scope[] }): Promise<DoorClient[]> {
      const key = await owner.call('credentials.createApiKey', wanted)
      const agent = await owner.agent(wanted)
      return [over(key.value), (operation, input) => overMcp(operation, agent, input)]
    }

    function over(token: string): DoorClient {
      return (operation, input) => overHttp(server, operation, token, input)
    }

    async function expectEach(rows: Permission[], ask: DoorClient, refusal: string): Promise<void> {
      for (const { operation } of rows) {
        const { status, code, text } = await ask(operation, sampleInput(operation, things))
        if (status === 0) continue
        cells++
        assert.equal(`${status} ${code}`, refusal, `${operation.id}: ${text}`)
      }
    }

    async function expectNone(rows: Permission[], ask: DoorClient, codes: string[]): Promise<void> {
      for (const { operation } of rows) {
        const { status, code, text } = await ask(operation, sampleInput(operation, randomThings()))
        if (status === 0) continue
        cells++
        assert.ok(status < 500 && !codes.includes(String(code)), `${operation.id}: ${text}`)
      }
    }
  })
}

/** After which the credential works no longer, or no longer there. */
function ends({ operation }: Permission): boolean {
  return endings.includes(operation.id)
}

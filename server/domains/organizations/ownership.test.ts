import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  runTestServer,
  startTestServer,
} from '../../../test/harness.ts'
import { buildThings } from '../../../test/things.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`ownership of an organization, on ${engine}`, () => {
    let server: TestServer
    /** A second node on engines that support several nodes. */
    let node: TestServer
    before(async () => {
      server = await startTestServer(engine)
      node = engine === 'pgsql' ? await runTestServer(server.environment) : server
    })
    after(async () => {
      if (node !== server) await node.stop()
      await server.stop()
    })

    const ageLoginSession = ({ user }: Person) =>
      server.app.database.run(
        sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${user.id}`,
      )
    const roleOf = async ({ call }: Person) => (await call('organizations.get', {})).role

    it('transfers ownership to a member and makes the previous owner an admin', async () => {
      const ada = await server.register('Ada')
      const grace = await addMember(server, ada, 'member')
      const after = await ada.call('organizations.transfer', { to: grace.user.username })
      assert.deepEqual([after.role, after.may.transfer, after.may.update], ['admin', false, true])
      assert.deepEqual([await roleOf(ada), await roleOf(grace)], ['admin', 'owner'])
      const { items } = await grace.call('activity.listEvents', { limit: 500 })
      const event = items.find(({ type }) => type === 'organization.transferred')!
      assert.deepEqual(event.data, {
        from: { id: ada.user.id, name: 'Ada' },
        to: { id: grace.user.id, name: 'member' },
      })
      assert.equal(items.filter(({ type }) => type === 'member.updated').length, 2)
      const again = ada.call('organizations.transfer', { to: grace.user.id })
      await assert.rejects(again, { status: 403, code: 'role_too_low' })
    })

    it('rejects a transfer to non-members, suspended members and the caller', async () => {
      const ada = await server.register('Ada')
      const stranger = await server.register('Stranger')
      const grace = await addMember(server, ada, 'admin')
      await assert.rejects(ada.call('organizations.transfer', { to: stranger.user.id }), { status: 404 })
      await assert.rejects(ada.call('organizations.transfer', { to: ada.user.id }), { code: 'invalid_input' })
      await server.app.database.run(sql`update users set suspended_at = now() where id = ${grace.user.id}`)
      await assert.rejects(ada.call('organizations.transfer', { to: grace.user.id }), {
        code: 'invalid_input',
        status: 400,
      })
      assert.equal(await roleOf(ada), 'owner')
    })

    it('requires an owner with a recent sign-in for transfer and deletion', async () => {
      const ada = await server.register('Ada')
      const admin = await addMember(server, ada, 'admin')
      const confirm = ada.organization.slug
      await assert.rejects(admin.call('organizations.transfer', { to: admin.user.id }), {
        code: 'role_too_low',
      })
      await assert.rejects(admin.call('organizations.delete', { confirm }), { code: 'role_too_low' })
      const key = await ada.call('credentials.createApiKey', {
        name: 'all',
        scopes: ['read', 'write', 'admin'],
      })
      const program = server.client(key.value)
      await assert.rejects(program('organizations.delete', { confirm }), { code: 'session_needed' })
      await ageLoginSession(ada)
      const late = { status: 403, code: 'sign_in_again' }
      await assert.rejects(ada.call('organizations.transfer', { to: admin.user.id }), late)
      await assert.rejects(ada.call('organizations.delete', { confirm }), late)
    })

    it('rejects deletion while other members exist or without the slug as confirmation', async () => {
      const ada = await server.register('Ada')
      await addMember(server, ada, 'guest')
      const others = ada.call('organizations.delete', { confirm: ada.organization.slug })
      await assert.rejects(others, { status: 422, code: 'others_left', message: /"Ada's organization"/ })
      const wrong = ada.call('organizations.delete', { confirm: ada.organization.name })
      await assert.rejects(wrong, { status: 400, code: 'invalid_input' })
    })

    it('deletes all data, the sandbox, the journal and keys, and closes streams on every node', async () => {
      const ada = await server.register('Ada')
      const { id, slug } = ada.organization
      const home = await ada.call('organizations.create', { name: 'Elsewhere' })
      await ada.call('organizations.switch', { organization: id })
      await buildThings(server, ada)
      for (const { user } of (await ada.call('members.list', {})).items)
        if (user.id !== ada.user.id) await ada.call('members.remove', { member: user.id })
      const key = await ada.call('credentials.createApiKey', { name: 'live' })
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      await server.client(test.value)('projects.create', { name: 'Trial' })
      const [sandbox] = await server.app.database.run<{ id: string }>(
        sql`select id from organizations where sandbox_of = ${id}`,
      )
      const token = await ada.call('credentials.createMcpToken', { name: 'stream' })
      const stream = await fetch(`${node.url}/mcp/sse`, {
        headers: { Authorization: `Bearer ${token.value}` },
      })
      const reader = stream.body!.getReader()
      await reader.read()

      const deleted = await ada.call('organizations.delete', { confirm: slug })
      assert.deepEqual([deleted.id, deleted.organization!.id], [id, home.id])
      assert.equal((await reader.read()).done, true)
      for (const value of [key.value, test.value])
        await assert.rejects(clientFor(node.url, value)('accounts.getMe', {}), { code: 'invalid_credential' })
      assert.equal((await ada.call('accounts.getMe', {})).organization!.id, home.id)
      assert.deepEqual(await tablesWith([id, sandbox!.id]), [])
    })

    it('lets a user without organizations create a new one', async () => {
      const ada = await server.register('Ada')
      const { organization } = await ada.call('organizations.delete', { confirm: ada.organization.slug })
      assert.equal(organization, null)
      await assert.rejects(ada.call('projects.list', {}), { status: 404, code: 'no_organization' })
      assert.deepEqual((await ada.call('organizations.list', {})).items, [])
      const { email, password } = ada
      assert.equal((await server.anonymous('accounts.logIn', { email, password })).organization, null)
      const created = await ada.call('organizations.create', { name: 'Anew' })
      assert.equal((await ada.call('accounts.getMe', {})).organization!.id, created.id)
      await ada.call('projects.create', { name: 'Begin' })
    })

    it('leaves no rows of concurrent writers after deletion', async () => {
      const ada = await server.register('Ada')
      const { slug } = await ada.call('projects.create', { name: 'Busy' })
      const { id } = ada.organization
      await Promise.allSettled([
        ...Array.from({ length: 10 }, (_, n) => ada.call('tasks.create', { project: slug, title: `${n}` })),
        ada.call('organizations.delete', { confirm: ada.organization.slug }),
        ...Array.from({ length: 10 }, (_, n) => ada.call('projects.create', { name: `${n}` })),
      ])
      assert.deepEqual(await tablesWith([id]), [])
    })

    /** Returns the tables that contain a row of one of these organizations. */
    async function tablesWith(ids: string[]): Promise<string[]> {
      const tables = await server.app.database.run<{ name: string }>(
        sql`select c.table_name as name from information_schema.columns c
           join information_schema.tables t using (table_schema, table_name)
          where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'organization_id'`,
      )
      const found = []
      for (const { name } of tables) {
        const [row] = await server.app.database.run(
          sql`select 1 from ${sql.raw(name)} where organization_id = any(${ids}) limit 1`,
        )
        if (row) found.push(name)
      }
      return found
    }
  })
}

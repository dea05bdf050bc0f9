import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../../../../test/both-doors.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { LiveClient, addressOf, rejectionOf } from '../../../../test/live-client.ts'
import { setUpTotp } from '../../../../test/second-factor.ts'
import { join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

const required = { code: 'second_factor_required', status: 403 }

for (const engine of oneEngine) {
  describe(`required second factor, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Admin')
    })
    after(() => server.stop())

    const listToolsStatus = async (token: string) => {
      const { status } = await send(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
      return status
    }

    it('closes an organization to members without a second factor on HTTP, MCP and the live hub', async () => {
      const [owner, member] = [await server.register('Owner'), await server.register('Member')]
      await join(server, member, owner, 'member')
      const inOrganization = { organization: owner.organization.slug }
      const key = await member.call('credentials.createApiKey', { name: 'key' }, inOrganization)
      const token = await member.call('credentials.createMcpToken', { name: 'token' }, inOrganization)
      const test = await member.call(
        'credentials.createApiKey',
        { name: 'test', mode: 'test' },
        inOrganization,
      )
      const { ticket } = await member.call('live.createTicket', {}, inOrganization)
      const hub = await LiveClient.open(server, member.token, inOrganization)
      const change = { requireSecondFactor: true }
      await assert.rejects(owner.call('organizations.update', change), { code: 'own_second_factor_first' })
      await assert.rejects(member.call('organizations.update', change, inOrganization), {
        code: 'role_too_low',
      })
      await setUpTotp(server, owner)
      assert.equal((await owner.call('organizations.update', change)).requireSecondFactor, true)

      // HTTP with a login and with keys, MCP, and the live hub with a token, a ticket and an open connection.
      await assert.rejects(member.call('projects.list', {}, inOrganization), required)
      await assert.rejects(member.call('organizations.get', {}, inOrganization), required)
      await assert.rejects(member.call('credentials.listApiKeys', {}, inOrganization), required)
      await assert.rejects(member.call('live.createTicket', {}, inOrganization), required)
      for (const { value } of [key, test])
        await assert.rejects(server.client(value)('projects.list', {}), required)
      assert.equal(await listToolsStatus(token.value), 403)
      assert.deepEqual(await rejectionOf(addressOf(server, { ticket })), required)
      assert.deepEqual(
        await rejectionOf(addressOf(server, { token: member.token, ...inOrganization })),
        required,
      )
      assert.equal((await hub.end()).code, 4410)
      // The export reads from every organization.
      await assert.rejects(member.call('accounts.export', {}), required)

      // Other organizations stay open, and the account shows what is missing.
      await member.call('projects.list', {}, { organization: member.organization.slug })
      const { secondFactor } = await member.call('accounts.getMe', {}, inOrganization)
      assert.deepEqual(secondFactor, { enabled: false, missing: 'organization' })
      await setUpTotp(server, member)
      await member.call('projects.list', {}, inOrganization)
      await server.client(key.value)('projects.list', {})
      assert.equal(await listToolsStatus(token.value), 200)

      // The second factor cannot be turned off while it is required.
      await assert.rejects(member.call('secondFactor.disable', {}), {
        code: 'second_factor_kept',
        status: 422,
      })
      await owner.call('organizations.update', { requireSecondFactor: false })
      await member.call('secondFactor.disable', {})
      await member.call('projects.list', {}, inOrganization)
    })

    it('allows only the setup operations when the instance requires a second factor', async () => {
      const setting = { key: 'second_factor.mode', value: 'required' }
      const ada = await server.register('Ada')
      const key = await ada.call('credentials.createApiKey', { name: 'key' })
      const hub = await LiveClient.open(server, ada.token)
      await assert.rejects(admin.call('admin.updateSetting', setting), { code: 'own_second_factor_first' })
      await setUpTotp(server, admin)
      await admin.call('admin.updateSetting', setting)
      await hub.end()
      for (const closed of [
        'projects.list',
        'accounts.export',
        'integrations.listOwn',
        'notifications.list',
      ] as const)
        await assert.rejects(ada.call(closed, {}), required)
      await assert.rejects(server.client(key.value)('projects.list', {}), required)
      assert.deepEqual((await ada.call('accounts.getMe', {})).secondFactor.missing, 'instance')
      assert.equal((await ada.call('secondFactor.get', {})).requiredBy, 'This instance')
      await ada.call('preferences.get', {})
      await ada.call('logins.list', {})
      await setUpTotp(server, ada)
      await ada.call('projects.list', {})
      await admin.call('admin.updateSetting', { ...setting, value: 'optional' })
    })

    it('lets only administrators reset the second factor of another user', async () => {
      const [ada, grace] = [await server.register('Ada'), await server.register('Grace')]
      await setUpTotp(server, ada)
      const input = { user: ada.email, reason: 'Lost her phone' }
      await assert.rejects(grace.call('admin.resetSecondFactor', input), { code: 'administrators_only' })
      await assert.rejects(admin.call('admin.resetSecondFactor', { user: admin.email }), {
        code: 'not_oneself',
      })
      await admin.call('admin.resetSecondFactor', input)
      await assert.rejects(ada.call('accounts.getMe', {}), { code: 'invalid_credential' })
      const { token } = await server.anonymous('accounts.logIn', { email: ada.email, password: ada.password })
      const { items } = await server.client(token)('activity.listEvents', { limit: 100 })
      assert.ok(token && items)
      const [row] = await server.app.database.run<{ data: unknown; actor: { name: string } }>(
        sql`select data, actor from journal where type = 'second_factor.reset' and private_to = ${ada.user.id}`,
      )
      assert.deepEqual([row!.data, row!.actor.name], [{ reason: 'Lost her phone' }, 'Admin'])
      await assert.rejects(admin.call('admin.resetSecondFactor', input), {
        code: 'user_without_second_factor',
      })
    })
  })

  describe(`SECOND_FACTOR variable, on ${engine}`, () => {
    it('overrides the second-factor setting and makes it read-only', async () => {
      const server = await startOwnServer(engine, { SECOND_FACTOR: 'required' })
      try {
        const admin = await server.register('Admin')
        await assert.rejects(admin.call('projects.list', {}), required)
        await setUpTotp(server, admin)
        await admin.call('projects.list', {})
        await assert.rejects(
          admin.call('admin.updateSetting', { key: 'second_factor.mode', value: 'optional' }),
          { code: 'fixed_setting' },
        )
      } finally {
        await server.stop()
      }
    })
  })
}

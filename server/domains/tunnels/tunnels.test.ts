import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, notified, oneEngine, startTestServer } from '../../../test/harness.ts'
import { exampleDeclaration } from '../../../test/tunnel-things.ts'
import { addMember, impersonate } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { endAbandoned, purgeUnclaimedTunnels } from './clean-up.ts'
import { refreshSeen } from './connection-state.ts'
import { findTunnelByToken } from './find-machine.ts'
import { TestMachine, machineFacts as machine } from './test-machine.ts'

const wrongNonce = { code: 'wrong_nonce', status: 401 }
const notFound = { code: 'not_found', status: 404 }

for (const engine of oneEngine) {
  describe(`machines, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    let admin: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
      admin = await addMember(server, ada, 'admin')
    })
    after(() => server.stop())

    const claim = (nonce: string) => server.anonymous('tunnels.claim', { nonce, machine })
    const database = () => server.app.database

    it('are claimed once with a code, in any spelling', async () => {
      const { tunnel, nonce, expiresAt } = await ada.call('tunnels.register', { name: 'Laptop' })
      assert.deepEqual(
        [tunnel.status, tunnel.machine, tunnel.isOwner, tunnel.canUse],
        ['pending', null, true, false],
      )
      assert.match(nonce, /^[A-Z]{4}(-[A-Z]{4}){3}$/)
      assert.ok(Date.parse(expiresAt) - Date.now() < 62_000)
      const spelled = ` ${nonce.toLowerCase().replaceAll('-', ' ')}`
      const attempts = await Promise.allSettled([claim(spelled), claim(nonce), claim(nonce)])
      const claimed = attempts.filter((each) => each.status === 'fulfilled')
      assert.equal(claimed.length, 1)
      await assert.rejects(claim(nonce), wrongNonce)
      const { token, tunnel: named } = claimed[0]!.value
      assert.deepEqual([named.id, named.name, named.owner.name], [tunnel.id, 'Laptop', 'Ada'])
      assert.match(token, /^tun_[0-9A-Za-z]{49}$/)
      assert.equal((await findTunnelByToken(database(), token))?.owner.email, ada.email)
      const shown = await ada.call('tunnels.get', { tunnel: tunnel.id })
      assert.deepEqual([shown.status, shown.machine], ['offline', machine])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const types = items.filter(({ subject }) => subject.id === tunnel.id).map(({ type }) => type)
      assert.deepEqual(types, ['tunnel.registered', 'tunnel.claimed'])
    })

    it('reject a late code, and a code that a newer one replaced', async () => {
      const { tunnel, nonce } = await ada.call('tunnels.register', { name: 'Late' })
      const again = await ada.call('tunnels.register', { name: 'Later', tunnel: tunnel.id })
      assert.equal(again.tunnel.name, 'Later')
      await assert.rejects(claim(nonce), wrongNonce)
      await database().run(sql`update tunnels set nonce_expires_at = now() where id = ${tunnel.id}`)
      await assert.rejects(claim(again.nonce), wrongNonce)
      await database().run(
        sql`update tunnels set nonce_expires_at = now() - interval '61 minutes' where id = ${tunnel.id}`,
      )
      await purgeUnclaimedTunnels(database())
      await assert.rejects(ada.call('tunnels.get', { tunnel: tunnel.id }), notFound)
    })

    it('accept only the token of their own tunnel, and the API accepts none', async () => {
      const own = await TestMachine.connect(server, ada)
      const changed = own.token.slice(0, -1) + (own.token.endsWith('x') ? 'y' : 'x')
      assert.equal(await findTunnelByToken(database(), changed), undefined)
      assert.equal(await findTunnelByToken(database(), ada.token), undefined)
      await assert.rejects(server.client(own.token)('tunnels.list', {}), { status: 401 })
      const other = await TestMachine.connect(server, bob)
      const { nonce } = await ada.call('tunnels.register', { name: 'Laptop', tunnel: own.id })
      await assert.rejects(ada.call('tunnels.register', { name: 'x', tunnel: other.id }), { status: 403 })
      const { token } = await claim(nonce)
      assert.equal(await own.takeWork(), undefined, 'the connection with the old token ends')
      assert.equal(await own.attach(), false)
      own.token = token
      assert.equal(await own.attach(), true)
      assert.deepEqual(
        await refreshSeen(database(), [own.connectionId, other.connectionId]).then((ids) => ids.length),
        2,
      )
    })

    it('are visible to their owner, to the people whom they name, and to admins without details', async () => {
      const laptop = await TestMachine.connect(server, ada, {
        requesters: { me: true, agents: false, people: [bob.user.email.toUpperCase()] },
      })
      const carol = await addMember(server, ada, 'member')
      const guest = await addMember(server, ada, 'guest')
      const stranger = await server.register('Stranger')
      const seenBy = async (person: Person) => {
        const { items } = await person.call('tunnels.list', { status: 'online' })
        const found = items.find(({ id }) => id === laptop.id)
        const actions =
          found && (await person.call('tunnels.listActions', { tunnel: laptop.id })).items.length
        return (
          found && [found.isOwner, found.canUse, found.servers.length, found.requesters !== null, actions]
        )
      }
      assert.deepEqual(await seenBy(ada), [true, true, 1, true, 2])
      assert.deepEqual(await seenBy(bob), [false, true, 1, false, 2])
      assert.deepEqual(await seenBy(admin), [false, false, 0, false, 0])
      assert.equal(await seenBy(carol), undefined)
      assert.equal(await seenBy(stranger), undefined)
      await assert.rejects(guest.call('tunnels.list', {}), { code: 'role_too_low' })
      for (const person of [carol, stranger])
        await assert.rejects(person.call('tunnels.getTunnelStatus', { tunnel: laptop.id }), notFound)
      for (const person of [bob, admin])
        await assert.rejects(person.call('tunnels.update', { tunnel: laptop.id, name: 'x' }), {
          code: 'forbidden',
        })
      const { servers, mcpUrl, version } = await bob.call('tunnels.get', { tunnel: laptop.id })
      assert.equal(servers[0]!.url, `${server.app.config.MCP_URL}/mcp/tunnels/${laptop.id}/browser`)
      assert.equal(mcpUrl, `${server.app.config.MCP_URL}/mcp/tunnels/${laptop.id}`)
      const renamed = await ada.call('tunnels.update', { tunnel: laptop.id, name: 'Desk' })
      assert.deepEqual([renamed.name, renamed.version], ['Desk', version + 1])
    })

    it('are resources for agents of the owner, if the permission file allows agents', async () => {
      const laptop = await TestMachine.connect(server, ada)
      const codex = await ada.agent({ agent: (await ada.call('agents.create', { name: 'Codex' })).name })
      const uri = `baton://machine/${laptop.id}`
      const listed = async () => (await codex.client.listResources()).resources.map((each) => each.uri)
      assert.ok((await listed()).includes(uri))
      const { contents } = await codex.client.readResource({ uri })
      const shown = JSON.parse((contents[0] as { text: string }).text) as { actions: { action: string }[] }
      assert.deepEqual(
        shown.actions.map(({ action }) => action),
        ['get_status', 'run_command'],
      )
      await laptop.declare({ requesters: { me: true, agents: false, people: [] } })
      assert.ok(!(await listed()).includes(uri))
      await assert.rejects(codex.client.readResource({ uri }))
    })

    it('reject a declaration that is too large or names a target unsafely', async () => {
      const laptop = await TestMachine.connect(server, ada)
      const [action] = exampleDeclaration('x').actions
      const rejected = { code: 'invalid_input' }
      await assert.rejects(laptop.declare({ actions: Array(201).fill(action) as never }), rejected)
      await assert.rejects(laptop.declare({ actions: [{ ...action!, target: '../etc' }] }), rejected)
      await assert.rejects(laptop.declare({ servers: [{ name: 'a/b' } as never] }), rejected)
      const large = { ...action!, description: 'x'.repeat(1999), title: 'x'.repeat(200) }
      const field = { type: 'string', description: 'x'.repeat(2000) }
      const input = { ...action!.input, properties: { a: field, b: field } }
      await assert.rejects(
        laptop.declare({ actions: Array.from({ length: 200 }, () => ({ ...large, input })) }),
        rejected,
      )
      assert.equal((await ada.call('tunnels.listActions', { tunnel: laptop.id })).items.length, 2)
    })

    it('are registered in person, by members, and never while impersonating', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'cli' })
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      await server.client(key.value)('tunnels.register', { name: 'By key' })
      const inSandbox = server.client(test.value)('tunnels.register', { name: 'x' })
      await assert.rejects(inSandbox, { code: 'sandbox_only' })
      const laptop = await TestMachine.connect(server, ada)
      const asAda = server.client(await impersonate(server, await server.register('Operator'), ada))
      assert.equal((await asAda('tunnels.get', { tunnel: laptop.id })).canUse, false)
      const refused = { code: 'not_while_impersonating', status: 403 }
      await assert.rejects(asAda('tunnels.register', { name: 'x' }), refused)
      await assert.rejects(asAda('tunnels.execute', { tunnel: laptop.id, action: 'get_status' }), refused)
      await assert.rejects(asAda('tunnels.delete', { tunnel: laptop.id }), refused)
    })

    it('go offline when their node stops without a goodbye', async () => {
      const laptop = await TestMachine.connect(server, ada)
      const status = async () => (await ada.call('tunnels.heartbeat', { tunnel: laptop.id })).status
      assert.equal(await status(), 'online')
      await database().run(
        sql`update tunnels set last_seen_at = now() - interval '61 seconds' where id = ${laptop.id}`,
      )
      assert.equal(await status(), 'offline')
      await endAbandoned(server.app)
      assert.equal(await laptop.takeWork(), undefined)
      await laptop.attach()
      assert.equal(await status(), 'online')
      await laptop.detach()
      assert.equal(await status(), 'offline')
    })

    it('are revoked by their owner or an admin, and the owner is notified', async () => {
      const laptop = await TestMachine.connect(server, bob)
      const { id: run } = await bob.call('tunnels.execute', { tunnel: laptop.id, action: 'get_status' })
      await laptop.takeWork()
      const { id: unsent } = await bob.call('tunnels.execute', { tunnel: laptop.id, action: 'get_status' })
      const { status } = await admin.call('tunnels.delete', { tunnel: laptop.id })
      assert.equal(status, 'revoked')
      assert.equal(await laptop.report(run, 'done'), 'replaced')
      assert.equal(await laptop.attach(), false)
      const { items } = await bob.call('tunnels.listRuns', { tunnel: laptop.id })
      assert.deepEqual(
        items.map(({ id, state }) => [id, state]),
        [
          [unsent, 'cancelled'],
          [run, 'lost'],
        ],
      )
      await notified(server)
      const notices = await bob.call('notifications.list', { kind: 'tunnel_state' })
      assert.deepEqual(
        notices.items.map(({ title, link }) => [title, link]),
        [['admin revoked your machine "Laptop".', `/machines/${laptop.id}`]],
      )
      await assert.rejects(bob.call('tunnels.register', { name: 'x', tunnel: laptop.id }), {
        code: 'tunnel_revoked',
      })
      const again = bob.call('tunnels.execute', { tunnel: laptop.id, action: 'get_status' })
      await assert.rejects(again, { code: 'tunnel_revoked', status: 409 })
    })

    it('end when their owner is suspended or leaves the organization', async () => {
      const carol = await addMember(server, ada, 'member')
      const laptop = await TestMachine.connect(server, carol)
      await database().run(sql`update users set suspended_at = now() where id = ${carol.user.id}`)
      assert.equal(await laptop.takeWork(), undefined)
      assert.deepEqual(await refreshSeen(database(), [laptop.connectionId]), [])
      assert.equal(await laptop.attach(), false)
      await database().run(sql`update users set suspended_at = null where id = ${carol.user.id}`)
      assert.equal(await laptop.attach(), true)
      await carol.call('members.leave', {})
      assert.equal(await laptop.attach(), false)
      const [revoked] = await database().run<{ revoked_at: string }>(
        sql`select revoked_at from tunnels where id = ${laptop.id}`,
      )
      assert.ok(revoked!.revoked_at)
      const exported = await ada.call('accounts.export', {})
      assert.ok(exported.tunnels.length > 0)
    })
  })
}

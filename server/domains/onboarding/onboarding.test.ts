import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  startTestServer,
} from '../../../test/harness.ts'
import { join } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`onboarding, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('begins with the organization, and nothing is set up by looking', async () => {
      const begin = await ada.call('onboarding.get', {})
      assert.deepEqual([begin.step, begin.begun, begin.version], ['organization', false, 0])
      assert.equal(begin.organization!.id, ada.organization.id)
    })

    it('names the organization and the first team, and is resumed where it was left', async () => {
      const names = { organization: { name: 'Engines', slug: `engines-${engine}` }, team: { name: 'Mill' } }
      const named = await ada.call('onboarding.advance', names)
      assert.deepEqual([named.step, named.organization!.id], ['people', ada.organization.id])
      assert.equal((await ada.call('organizations.get', {})).slug, `engines-${engine}`)
      const again = await ada.call('onboarding.get', {})
      assert.deepEqual([again.step, again.begun, again.team!.name], ['people', true, 'Mill'])
      assert.deepEqual(again, named)
    })

    it('done again, changes the same organization and team', async () => {
      const { team } = await ada.call('onboarding.get', {})
      const renamed = await ada.call('onboarding.advance', {
        organization: { name: 'Analytical Engines' },
        team: { name: 'Store' },
      })
      assert.deepEqual([renamed.team!.id, renamed.team!.name], [team!.id, 'Store'])
      assert.equal(renamed.organization!.name, 'Analytical Engines')
      assert.equal((await ada.call('teams.list', {})).items.length, 1)
      assert.equal((await ada.call('organizations.list', {})).items.length, 1)
    })

    it('invites people into the team, guests into none, and nobody twice', async () => {
      const [grace, guest] = [`grace-${engine}@example.com`, `guest-${engine}@example.com`]
      const invitations = [{ email: grace }, { email: guest, role: 'guest' as const }]
      for (let time = 0; time < 2; time++) {
        const { step, invited } = await ada.call('onboarding.advance', { invitations })
        assert.deepEqual([step, invited], ['connect', [grace, guest]])
      }
      const { items } = await ada.call('invitations.list', {})
      assert.deepEqual(
        items.map(({ email, role, team }) => [email, role, team?.name ?? null]),
        [
          [guest, 'guest', null],
          [grace, 'member', 'Store'],
        ],
      )
    })

    it('sets up all or nothing', async () => {
      const invitations = [{ email: 'x@example.com', role: 'guest' as const }, { email: 'not an address' }]
      await assert.rejects(ada.call('onboarding.advance', { invitations }), { code: 'invalid_input' })
      const taken = await server.register('Bob')
      await taken.call('onboarding.advance', { organization: { name: 'B', slug: `b-${engine}` } })
      const both = ada.call('onboarding.advance', {
        team: { name: 'Never' },
        organization: { name: 'C', slug: `b-${engine}` },
      })
      await assert.rejects(both, { code: 'already_taken', status: 409 })
      assert.equal((await ada.call('onboarding.get', {})).team!.name, 'Store')
    })

    it('makes a token, shows it once, and tells when the agent has called', async () => {
      const made = await ada.call('onboarding.advance', { token: { name: 'First agent' } })
      assert.match(made.token!.value!, /^svc_live_/)
      assert.deepEqual([made.step, made.token!.firstCallAt], ['connect', null])
      assert.equal((await ada.call('onboarding.get', {})).token!.value, null, 'never again')

      const anew = await ada.call('onboarding.advance', { token: { name: 'Again' } })
      const listed = (await ada.call('credentials.listMcpTokens', {})).items
      assert.deepEqual(
        listed.map(({ id }) => id),
        [anew.token!.id],
        'the one that was never used is gone',
      )

      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      const waiting = ada.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
      const agent = await connectAgent(server.url, anew.token!.value!, anew.token!.id, 'sse')
      await agent.call('list_projects')
      assert.ok((await waiting).items.some(({ type }) => type === 'mcp_token.connected'))
      const { token } = await ada.call('onboarding.get', {})
      assert.deepEqual([token!.client, token!.firstCallAt !== null], ['test 1', true])
      await agent.close()

      const third = await ada.call('onboarding.advance', { token: { name: 'Third' } })
      assert.equal((await ada.call('credentials.listMcpTokens', {})).items.length, 2, 'what works stays')
      assert.notEqual(third.token!.id, anew.token!.id)
    })

    it('is left out and ended as its person likes', async () => {
      assert.equal((await ada.call('onboarding.advance', { step: 'people' })).step, 'people')
      const done = await ada.call('onboarding.advance', { step: 'done' })
      assert.equal(done.step, 'done')
      await assert.rejects(
        ada.call('onboarding.advance', { step: 'people' }, { ifMatch: done.version - 1 }),
        {
          status: 412,
        },
      )
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.ok(items.some(({ type }) => type === 'onboarding.completed'))
    })

    it('for whoever came into the organization of others, begins with their agent', async () => {
      const member = await server.register('Member')
      await join(server, member, ada, 'member')
      assert.equal((await member.call('onboarding.get', {})).step, 'connect')
      const taken = member.call('onboarding.advance', { organization: { name: 'Mine now' } })
      await assert.rejects(taken, { code: 'role_too_low', status: 403 })
      const inviting = member.call('onboarding.advance', { invitations: [{ email: 'y@example.com' }] })
      await assert.rejects(inviting, { code: 'role_too_low', status: 403 })
      const { token } = await member.call('onboarding.advance', { token: { name: 'Mine' } })
      assert.ok(token!.value)
    })

    it('for whoever has no organization, makes one', async () => {
      const alone = await server.register('Alone')
      await server.app.database.run('delete from organizations where id = $1', [alone.organization.id])
      assert.equal((await alone.call('onboarding.get', {})).organization, null)
      const refused = alone.call('onboarding.advance', { team: { name: 'Nowhere' } })
      await assert.rejects(refused, { code: 'no_organization' })
      const made = await alone.call('onboarding.advance', {
        organization: { name: 'Anew' },
        team: { name: 'All' },
        token: { name: 'Agent' },
      })
      assert.deepEqual([made.organization!.role, made.step], ['owner', 'connect'])
      assert.equal((await alone.call('accounts.getMe', {})).organization!.id, made.organization!.id)
    })

    it('in parallel makes one team', async () => {
      const eve = await server.register('Eve')
      const setUp = { team: { name: 'Only one' } }
      await Promise.all(Array.from({ length: 5 }, () => eve.call('onboarding.advance', setUp)))
      assert.equal((await eve.call('teams.list', {})).items.length, 1)
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`onboarding, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('starts with the organization step and sets nothing up on read', async () => {
      const first = await ada.call('onboarding.get', {})
      assert.deepEqual([first.step, first.begun, first.version], ['organization', false, 0])
      assert.equal(first.organization!.id, ada.organization.id)
    })

    it('names the organization and first team, and resumes at the next step', async () => {
      const names = { organization: { name: 'Engines', slug: `engines-${engine}` }, team: { name: 'Mill' } }
      const named = await ada.call('onboarding.advance', names)
      assert.deepEqual([named.step, named.organization!.id], ['people', ada.organization.id])
      assert.equal((await ada.call('organizations.get', {})).slug, `engines-${engine}`)
      const again = await ada.call('onboarding.get', {})
      assert.deepEqual([again.step, again.begun, again.team!.name], ['people', true, 'Mill'])
      assert.deepEqual(again, named)
    })

    it('renames the same organization and team when a step is repeated', async () => {
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

    it('invites members into the team and guests into none, each only once', async () => {
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

    it('rolls back all changes when one fails', async () => {
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

    it('creates a token, shows it once and reports the first call of the agent', async () => {
      const created = await ada.call('onboarding.advance', {
        token: { name: 'First agent', agent: 'Builder', role: 'Builds' },
      })
      assert.match(created.token!.value!, /^svc_live_/)
      assert.deepEqual([created.step, created.token!.firstCallAt], ['connect', null])
      const { id, role } = await ada.call('agents.get', { agent: 'Builder' })
      assert.deepEqual([created.token!.agent, role], [{ id, name: 'Builder' }, 'Builds'])
      assert.equal((await ada.call('onboarding.get', {})).token!.value, null, 'the value is shown once')

      const replaced = await ada.call('onboarding.advance', { token: { name: 'Again' } })
      const listed = (await ada.call('credentials.listMcpTokens', {})).items
      assert.deepEqual(
        listed.map(({ id }) => id),
        [replaced.token!.id],
        'the unused token is revoked',
      )

      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      const poll = ada.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
      const agent = await connectAgent(server.url, replaced.token!.value!, replaced.token!.id, 'sse')
      await agent.call('list_projects')
      assert.ok((await poll).items.some(({ type }) => type === 'mcp_token.connected'))
      const { token } = await ada.call('onboarding.get', {})
      assert.deepEqual([token!.client, token!.firstCallAt !== null], ['test 1', true])
      await agent.close()

      const third = await ada.call('onboarding.advance', { token: { name: 'Third' } })
      assert.equal((await ada.call('credentials.listMcpTokens', {})).items.length, 2, 'a used token stays')
      assert.notEqual(third.token!.id, replaced.token!.id)
    })

    it('skips to any step and finishes on request', async () => {
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

    it('starts with the connect step for a member of an existing organization', async () => {
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

    it('creates an organization for a user without one', async () => {
      const alone = await server.register('Alone')
      await server.app.database.run(sql`delete from organizations where id = ${alone.organization.id}`)
      assert.equal((await alone.call('onboarding.get', {})).organization, null)
      const rejected = alone.call('onboarding.advance', { team: { name: 'Nowhere' } })
      await assert.rejects(rejected, { code: 'no_organization' })
      const created = await alone.call('onboarding.advance', {
        organization: { name: 'Anew' },
        team: { name: 'All' },
        token: { name: 'Agent' },
      })
      assert.deepEqual([created.organization!.role, created.step], ['owner', 'connect'])
      assert.equal((await alone.call('accounts.getMe', {})).organization!.id, created.organization!.id)
    })

    it('creates one team under parallel requests', async () => {
      const eve = await server.register('Eve')
      const setUp = { team: { name: 'Only one' } }
      await Promise.all(Array.from({ length: 5 }, () => eve.call('onboarding.advance', setUp)))
      assert.equal((await eve.call('teams.list', {})).items.length, 1)
    })
  })
}

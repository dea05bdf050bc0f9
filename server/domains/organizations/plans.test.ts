import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readConfig } from '../../config.ts'
import { type Person, type TestServer, clientFor, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { type Plan, plans } from './plans.ts'

const full = { status: 422, code: 'plan_limit' }

for (const engine of oneEngine) {
  describe(`plans, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Admin')
    })
    after(() => server.stop())

    async function personOn(plan: Plan): Promise<Person> {
      const person = await server.register('Ada')
      await admin.call('organizations.setPlan', { organization: person.organization.id, plan })
      return person
    }
    const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
      outcomes.filter(({ status }) => status === 'fulfilled').length

    it('of twenty projects that are made at the same moment, as many are made as there is room for', async () => {
      const ada = await personOn('free')
      await ada.call('projects.create', { name: 'First' })
      await ada.call('projects.create', { name: 'Second' })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => ada.call('projects.create', { name: `Project ${n}` })),
      )
      assert.equal(fulfilled(outcomes), 3)
      const codes = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
      assert.deepEqual(new Set(codes), new Set(['plan_limit']))
      assert.equal((await ada.call('projects.list', {})).items.length, 5)
      assert.equal((await ada.call('organizations.getPlan', {})).used.projects, 5)
    })

    it('a project that went to the trash makes room, and comes back only where there is some', async () => {
      const ada = await personOn('free')
      const made = []
      for (let n = 0; n < 5; n++) made.push(await ada.call('projects.create', { name: `Project ${n}` }))
      await assert.rejects(ada.call('projects.create', { name: 'Too many' }), {
        ...{ ...full, message: /plan "free" allows up to 5 projects/ },
      })
      const [first, second] = made.map(({ slug }) => slug) as [string, string]
      await ada.call('projects.delete', { project: first })
      await ada.call('projects.create', { name: 'In its place' })
      const restore = (item: string) => ada.call('trash.restore', { kind: 'project', item })
      await assert.rejects(restore(first), full)
      await ada.call('projects.delete', { project: second })
      const outcomes = await Promise.allSettled([restore(first), restore(second)])
      assert.equal(fulfilled(outcomes), 1)
    })

    it('keys and tokens of all members count together, and what ended makes room', async () => {
      const ada = await personOn('free')
      const grace = await addMember(server, ada, 'member')
      for (let n = 0; n < 18; n++) await ada.call('credentials.createApiKey', { name: `${n}` })
      const outcomes = await Promise.allSettled(
        [ada, grace, ada, grace].map((person, n) =>
          n < 2
            ? person.call('credentials.createApiKey', { name: 'key' })
            : person.call('credentials.createMcpToken', { name: 'token' }),
        ),
      )
      assert.equal(fulfilled(outcomes), 2)
      const { email, password } = ada
      const exchanged = server.anonymous('credentials.exchangeApiKey', { email, password, name: 'cli' })
      await assert.rejects(exchanged, full)
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      assert.ok(test.value, 'the sandbox has room of its own')
      const [key] = (await ada.call('credentials.listApiKeys', {})).items.filter(
        ({ mode }) => mode === 'live',
      )
      await ada.call('credentials.revokeApiKey', { apiKey: key!.id })
      await grace.call('credentials.createMcpToken', { name: 'in its place' })
    })

    it('an agent is made with its first token only where there is room, and one that is there is found', async () => {
      const ada = await personOn('free')
      const token = (agent: string) => ada.call('credentials.createMcpToken', { name: agent, agent })
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => token(`Agent ${n}`)))
      assert.equal(fulfilled(outcomes), 5)
      await assert.rejects(token('One more'), full)
      const [made] = (await ada.call('credentials.listMcpTokens', {})).items
      await token(made!.agent!.name.toUpperCase())
      assert.equal((await ada.call('organizations.getPlan', {})).used.agents, 5)
    })

    it('a sandbox has the room that its organization has', async () => {
      const ada = await personOn('free')
      const key = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const trial = clientFor(server.url, key.value)
      for (let n = 0; n < 5; n++) await trial('projects.create', { name: `Trial ${n}` })
      await assert.rejects(trial('projects.create', { name: 'Too many' }), full)
      await ada.call('projects.create', { name: 'Live' })
    })

    it('tell every member what there is room for and how much is used, and no guest', async () => {
      const ada = await personOn('team')
      const member = await addMember(server, ada, 'member')
      const { plan, limits, used, billing } = await member.call('organizations.getPlan', {})
      assert.deepEqual([plan, limits, used.members], ['team', plans.team, 2])
      assert.deepEqual(billing, { enabled: false, publishableKey: null })
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(guest.call('organizations.getPlan', {}), { status: 403, code: 'role_too_low' })
    })

    it('are set by administrators of the instance, and its members read who did it', async () => {
      const ada = await server.register('Ada')
      const wanted = { organization: ada.organization.slug, plan: 'free' as const }
      await assert.rejects(ada.call('organizations.setPlan', wanted), {
        ...{ status: 403, code: 'administrators_only' },
      })
      const answer = await admin.call('organizations.setPlan', wanted)
      assert.deepEqual(
        [answer.plan, answer.organization.id, answer.version],
        ['free', ada.organization.id, 2],
      )
      await admin.call('organizations.setPlan', wanted)
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const told = items.filter(({ type }) => type === 'organization.updated')
      assert.deepEqual(
        told.map(({ actor, data }) => [actor.name, data.changes]),
        [['Admin', { plan: { from: 'unlimited', to: 'free' } }]],
      )
      const nobody = admin.call('organizations.setPlan', { ...wanted, organization: 'no-such-thing' })
      await assert.rejects(nobody, { status: 404, code: 'not_found' })
      await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await ada.call('sandbox.get', {})
      const inSandbox = admin.call('organizations.setPlan', { ...wanted, organization: sandbox!.id })
      await assert.rejects(inSandbox, { status: 403, code: 'live_only' })
    })

    it('a smaller one takes nothing away, and lets nothing more in', async () => {
      const ada = await personOn('team')
      for (let n = 0; n < 6; n++) await ada.call('projects.create', { name: `Project ${n}` })
      await admin.call('organizations.setPlan', { organization: ada.organization.id, plan: 'free' })
      assert.equal((await ada.call('projects.list', {})).items.length, 6)
      await assert.rejects(ada.call('projects.create', { name: 'Seventh' }), full)
      await admin.call('organizations.setPlan', { organization: ada.organization.id, plan: 'unlimited' })
      await ada.call('projects.create', { name: 'Seventh' })
    })

    it('begin as the operator says, who can also switch the billing page on', async () => {
      const hosted = await startOwnServer(engine, { DEFAULT_PLAN: 'free', BILLING_KEY: 'pk_of_the_test' })
      const ada = await hosted.register('Ada')
      const { plan, billing } = await ada.call('organizations.getPlan', {})
      assert.deepEqual([plan, billing], ['free', { enabled: true, publishableKey: 'pk_of_the_test' }])
      assert.equal((await ada.call('organizations.create', { name: 'Second' })).plan, 'free')
      await hosted.stop()
    })
  })
}

describe('the variables of plans', () => {
  it('refuse a plan that is none, and a key that nobody may see', () => {
    assert.equal(readConfig({}).DEFAULT_PLAN, 'unlimited')
    assert.throws(
      () => readConfig({ DEFAULT_PLAN: 'gold' }),
      /DEFAULT_PLAN must be free, team, business or unlimited/,
    )
    for (const BILLING_KEY of ['sk_live_x', 'rk_live_x'])
      assert.throws(() => readConfig({ BILLING_KEY }), /BILLING_KEY must be the publishable key/)
  })
})

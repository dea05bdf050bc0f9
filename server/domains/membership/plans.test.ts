import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readFile } from 'node:fs/promises'
import { readConfig } from '../../config.ts'
import { sql } from '../../database/sql.ts'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { newAddress } from '../../../test/invited.ts'
import { addMember } from '../../../test/world.ts'
import { type Plan, plans } from './plans.ts'

const full = { status: 422, code: 'plan_limit' }

for (const engine of oneEngine) {
  describe(`plans, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine, { BILLING_KEY: 'pk_of_the_test' })
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
    const codesOf = (outcomes: PromiseSettledResult<unknown>[]) => [
      ...new Set(outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))),
    ]

    it('creates only as many of 100 concurrent projects as the plan allows', async () => {
      const ada = await personOn('free')
      await ada.call('projects.create', { name: 'First' })
      await ada.call('projects.create', { name: 'Second' })
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, n) => ada.call('projects.create', { name: `Project ${n}` })),
      )
      assert.equal(fulfilled(outcomes), 3)
      assert.deepEqual(codesOf(outcomes), ['plan_limit'])
      assert.equal((await ada.call('projects.list', {})).items.length, 5)
      assert.equal((await ada.call('organizations.getPlan', {})).used.projects, 5)
    })

    it('does not count deleted projects, and rejects restoring one beyond the limit', async () => {
      const ada = await personOn('free')
      const created = []
      for (let n = 0; n < 5; n++) created.push(await ada.call('projects.create', { name: `Project ${n}` }))
      await assert.rejects(ada.call('projects.create', { name: 'Too many' }), {
        ...full,
        message: /plan "free" allows up to 5 projects/,
      })
      const [first, second] = created.map(({ slug }) => slug) as [string, string]
      await ada.call('projects.delete', { project: first })
      await ada.call('projects.create', { name: 'In its place' })
      const restore = (item: string) => ada.call('trash.restore', { kind: 'project', item })
      await assert.rejects(restore(first), full)
      await ada.call('projects.delete', { project: second })
      const outcomes = await Promise.allSettled([restore(first), restore(second)])
      assert.equal(fulfilled(outcomes), 1)
    })

    it('counts the active keys and tokens of all members together', async () => {
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
      assert.ok(test.value, 'the sandbox has its own limit')
      const [key] = (await ada.call('credentials.listApiKeys', {})).items.filter(
        ({ mode }) => mode === 'live',
      )
      await ada.call('credentials.revokeApiKey', { apiKey: key!.id })
      await grace.call('credentials.createMcpToken', { name: 'in its place' })
    })

    it('creates an agent with its first token within the limit, and reuses an existing agent', async () => {
      const ada = await personOn('free')
      const token = (agent: string) => ada.call('credentials.createMcpToken', { name: agent, agent })
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => token(`Agent ${n}`)))
      assert.equal(fulfilled(outcomes), 5)
      await assert.rejects(token('One more'), full)
      const [created] = (await ada.call('credentials.listMcpTokens', {})).items
      await token(created!.agent!.name.toUpperCase())
      assert.equal((await ada.call('organizations.getPlan', {})).used.agents, 5)
    })

    it('creates only as many of 100 concurrent agents and invitations as the plan allows', async () => {
      const ada = await personOn('free')
      const hundred = Array.from({ length: 100 }, (_, n) => n)
      const agents = await Promise.allSettled(
        hundred.map((n) => ada.call('agents.create', { name: `Agent ${n}` })),
      )
      const invitations = await Promise.allSettled(
        hundred.map((n) => ada.call('invitations.create', { email: newAddress(`member-${n}`) })),
      )
      assert.deepEqual([fulfilled(agents), fulfilled(invitations)], [5, 4])
      assert.deepEqual(codesOf([...agents, ...invitations]), ['plan_limit'])
    })

    it('stores only as much of 100 concurrent uploads as the plan allows, and counts restored evidence', async () => {
      const ada = await personOn('free')
      const { slug: project } = await ada.call('projects.create', { name: 'Web' })
      const features: string[] = []
      for (let n = 0; n < 11; n++)
        features.push((await ada.call('features.create', { project, title: `Feature ${n}` })).id)
      await fillStorage(server, features[10]!, plans.free.storage - 3 * 1000)
      const note = 'x'.repeat(1000)
      const add = (n: number) =>
        ada.call('evidence.add', { feature: features[n % 10]!, kind: 'note', content: note })
      const outcomes = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => add(n)))
      assert.equal(fulfilled(outcomes), 3)
      assert.deepEqual(codesOf(outcomes), ['plan_limit'])
      await assert.rejects(add(0), {
        ...full,
        message: /allows up to 100 MiB of evidence, attachments and team images/,
      })
      const image = new File([await readFile('dashboard/public/preview-card.png')], 'team.png')
      await ada.call('teams.create', { name: 'Crew' })
      await assert.rejects(ada.call('teams.setTeamAvatar', { image }), full)
      const used = async () => (await ada.call('organizations.getPlan', {})).used.storage
      assert.equal(await used(), plans.free.storage)

      const [stored] = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
      await ada.call('evidence.delete', { evidence: stored! })
      assert.equal(await used(), plans.free.storage - 1000)
      await add(0)
      await assert.rejects(ada.call('trash.restore', { kind: 'evidence', item: stored! }), full)
    })

    it('applies the same limits to a sandbox as to its organization', async () => {
      const ada = await personOn('free')
      const key = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const trial = server.client(key.value)
      for (let n = 0; n < 5; n++) await trial('projects.create', { name: `Trial ${n}` })
      await assert.rejects(trial('projects.create', { name: 'Too many' }), full)
      await ada.call('projects.create', { name: 'Live' })
    })

    it('shows limits and usage to members and rejects guests', async () => {
      const ada = await personOn('team')
      const member = await addMember(server, ada, 'member')
      const { plan, limits, used, billing } = await member.call('organizations.getPlan', {})
      assert.deepEqual([plan, limits, used.members], ['team', plans.team, 2])
      assert.deepEqual(billing, { enabled: true, publishableKey: 'pk_of_the_test' })
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(guest.call('organizations.getPlan', {}), { status: 403, code: 'role_too_low' })
    })

    it('lets only instance administrators set a plan and records who did', async () => {
      const ada = await server.register('Ada')
      const input = { organization: ada.organization.slug, plan: 'team' as const }
      await assert.rejects(ada.call('organizations.setPlan', input), {
        status: 403,
        code: 'administrators_only',
      })
      const result = await admin.call('organizations.setPlan', input)
      assert.deepEqual(
        [result.plan, result.organization.id, result.version],
        ['team', ada.organization.id, 2],
      )
      await admin.call('organizations.setPlan', input)
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const events = items.filter(({ type }) => type === 'organization.updated')
      assert.deepEqual(
        events.map(({ actor, data }) => [actor.name, data.changes]),
        [['Admin', { plan: { from: 'free', to: 'team' } }]],
      )
      const unknown = admin.call('organizations.setPlan', { ...input, organization: 'no-such-thing' })
      await assert.rejects(unknown, { status: 404, code: 'not_found' })
      await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { sandbox } = await ada.call('sandbox.get', {})
      const inSandbox = admin.call('organizations.setPlan', { ...input, organization: sandbox!.id })
      await assert.rejects(inSandbox, { status: 403, code: 'live_only' })
    })

    it('keeps existing items on a smaller plan and rejects new ones', async () => {
      const ada = await personOn('team')
      for (let n = 0; n < 6; n++) await ada.call('projects.create', { name: `Project ${n}` })
      await admin.call('organizations.setPlan', { organization: ada.organization.id, plan: 'free' })
      assert.equal((await ada.call('projects.list', {})).items.length, 6)
      await assert.rejects(ada.call('projects.create', { name: 'Seventh' }), full)
      await admin.call('organizations.setPlan', { organization: ada.organization.id, plan: 'unlimited' })
      await ada.call('projects.create', { name: 'Seventh' })
    })
  })
}

describe('plan configuration', () => {
  it('rejects an unknown default plan and a secret billing key', () => {
    assert.equal(readConfig({}).DEFAULT_PLAN, 'free')
    assert.throws(
      () => readConfig({ DEFAULT_PLAN: 'gold' }),
      /DEFAULT_PLAN must be free, team, business or unlimited/,
    )
    for (const BILLING_KEY of ['sk_live_x', 'rk_live_x'])
      assert.throws(() => readConfig({ BILLING_KEY }), /BILLING_KEY must be the publishable key/)
  })
})

/** Adds evidence of this many bytes to a feature. */
async function fillStorage({ app }: TestServer, feature: string, bytes: number): Promise<void> {
  const piece = 10 * 1024 ** 2
  await app.database.run(
    sql`insert into evidence (id, organization_id, project_id, feature_id, feature_key, gate, round, kind, content, status,
         finding, created_by)
       select gen_random_uuid(), organization_id, project_id, id, key, 'design', 1, 'note', repeat('x', size), 'unverified',
         '', '{}'
         from features, unnest(array_append(array_fill(${piece}::int, array[${Math.floor(bytes / piece)}::int]), ${bytes % piece}::int)) size
        where id = ${feature}`,
  )
}

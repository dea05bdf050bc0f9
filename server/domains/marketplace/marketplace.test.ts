import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, notified, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

const gates = [{ name: 'draft', requirements: [{ kind: 'tasks' }] }] as never

for (const engine of oneEngine) {
  describe(`the marketplace on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Admin')
      ada = await server.register('Ada')
      grace = await server.register('Grace')
    })
    after(() => server.stop())

    const names = async (input: object = {}) =>
      (await server.anonymous('marketplace.list', input)).items.map(({ name }) => name)
    const installs = async (item: string) => (await server.anonymous('marketplace.get', { item })).installs
    const publish = (kind: 'skill' | 'agent' | 'workflow', item: string, more: object = {}) =>
      ada.call('marketplace.publish', { kind, item, category: 'development', ...more })
    const statusOf = (person: Person, kind: 'skill' | 'agent' | 'workflow', item: string) =>
      person.call('marketplace.getStatus', { kind, item })
    const readNotifications = async (person: Person) => {
      await notified(server)
      return (await person.call('notifications.list', { kind: 'marketplace' })).items
    }

    it('publishes a snapshot of a skill, and releases changes only on request', async () => {
      const skill = await ada.call('skills.create', {
        name: 'Mend a thread',
        description: 'When a thread breaks.',
        content: 'Stop the loom.',
        files: [{ path: 'knots.md', content: 'The weaver one.' }],
        tags: ['loom'],
      })
      const first = await publish('skill', skill.slug, { notes: 'The first.' })
      assert.deepEqual(
        [first.release, first.status, first.author, first.may.withdraw],
        [1, 'published', 'Ada', true],
      )
      await ada.call('skills.update', { skill: skill.id, content: 'A private draft.', name: 'Draft' })
      const shown = await server.anonymous('marketplace.get', { item: first.id })
      assert.deepEqual([shown.name, shown.release], ['Mend a thread', 1])
      assert.doesNotMatch(JSON.stringify(shown), /private draft|Draft/)
      assert.equal((await statusOf(ada, 'skill', skill.id)).changed, true)
      const second = await publish('skill', skill.id, { category: 'testing', notes: 'Shorter.' })
      assert.deepEqual([second.id, second.release, second.category], [first.id, 2, 'testing'])
      // Publishing again without a change is no release.
      assert.equal((await publish('skill', skill.id, { category: 'review' })).release, 2)
      const { releases, content } = await server.anonymous('marketplace.get', { item: first.id })
      assert.deepEqual(
        releases.map(({ number, notes }) => [number, notes]),
        [
          [2, 'Shorter.'],
          [1, 'The first.'],
        ],
      )
      assert.deepEqual(content, {
        kind: 'skill',
        content: 'A private draft.',
        files: [{ path: 'knots.md', content: 'The weaver one.' }],
        frontMatter: {},
      })
    })

    it('copies each kind with its origin, and without anything private', async () => {
      const secret = await ada.call('skills.create', { name: 'Secret skill', content: 'Private.' })
      const agent = await ada.call('agents.create', {
        name: 'Weaver',
        role: 'Weaves',
        instructions: 'Weave.',
        skills: [secret.id, 'write-a-spec'],
        dailyBudget: 7,
      })
      await ada.call('credentials.createMcpToken', { name: 'loom token', agent: agent.name })
      const workflow = await ada.call('workflows.create', { name: 'Print it', gates })
      const skill = await ada.call('skills.create', {
        name: 'Tie a knot',
        content: 'Tie it.',
        tags: ['knot'],
      })
      for (const [kind, id] of [
        ['skill', skill.id],
        ['agent', agent.id],
        ['workflow', workflow.id!],
      ] as const) {
        const item = await publish(kind, id)
        const shown = JSON.stringify(await server.anonymous('marketplace.get', { item: item.id }))
        assert.doesNotMatch(
          shown,
          new RegExp(`Secret skill|loom token|${ada.user.id}|${ada.organization.id}|${id}`),
        )
        const copy = await grace.call('marketplace.install', { item: item.id })
        assert.equal(copy.kind, kind)
        const { origin, published } = await statusOf(grace, kind, copy.id)
        assert.deepEqual(
          [origin?.itemId, origin?.release, origin?.author, origin?.organization, published],
          [item.id, 1, 'Ada', ada.organization.name, null],
        )
      }
      const [first] = (await grace.call('agents.list', {})).items
      assert.deepEqual(
        [
          first?.name,
          first?.role,
          first?.instructions,
          first?.dailyBudget,
          first?.skills.map(({ slug }) => slug),
        ],
        ['Weaver', 'Weaves', 'Weave.', null, ['write-a-spec']],
      )
      const copied = await grace.call('skills.get', { skill: 'tie-a-knot' })
      assert.deepEqual(
        [copied.scope, copied.content, copied.tags, copied.frontMatter['marketplace-author']],
        ['personal', 'Tie it.', ['knot'], `Ada, ${ada.organization.name}`],
      )
      const { items } = await grace.call('workflows.list', {})
      assert.deepEqual(items.find(({ slug }) => slug === 'print-it')?.gates[0]?.name, 'draft')
    })

    it('counts each organization once, under parallel requests too', async () => {
      const workflow = await ada.call('workflows.create', { name: 'Counted', gates })
      const { id: item } = await publish('workflow', workflow.slug)
      const copies = await Promise.all(
        Array.from({ length: 6 }, () => grace.call('marketplace.install', { item })),
      )
      assert.equal(new Set(copies.map(({ id }) => id)).size, 6)
      assert.equal(await installs(item), 1)
      await ada.call('marketplace.install', { item })
      assert.equal(await installs(item), 1, 'the publisher does not count')
      await admin.call('marketplace.install', { item })
      assert.equal(await installs(item), 2)
      const agent = await ada.call('agents.create', { name: 'Twice' })
      const published = await publish('agent', agent.id)
      await grace.call('marketplace.install', { item: published.id })
      assert.equal((await grace.call('marketplace.install', { item: published.id })).name, 'Twice 2')
    })

    it('finds items by words, kind and category, featured ones first, page by page', async () => {
      const make = async (name: string, category: string) => {
        const { id } = await ada.call('skills.create', { name, description: 'Zebra stripes', content: name })
        return ada.call('marketplace.publish', { kind: 'skill', item: id, category: category as 'data' })
      }
      const [one, two, three] = [
        await make('Zebra one', 'data'),
        await make('Zebra two', 'data'),
        await make('Zebra three', 'research'),
      ]
      await grace.call('marketplace.install', { item: two.id })
      const search = 'ZEBRA stripes'
      assert.deepEqual(await names({ search, category: 'data' }), ['Zebra two', 'Zebra one'])
      assert.deepEqual(await names({ search, kind: 'agent' }), [])
      await admin.call('marketplace.update', { item: one.id, featured: true })
      assert.deepEqual(await names({ search }), ['Zebra one', 'Zebra two', 'Zebra three'])
      assert.deepEqual(await names({ search, sort: 'newest' }), ['Zebra one', 'Zebra three', 'Zebra two'])
      for (const sort of ['installs', 'newest'] as const) {
        const found: string[] = []
        let cursor: string | undefined
        do {
          const page = await server.anonymous('marketplace.list', {
            search,
            sort,
            limit: 1,
            ...(cursor && { cursor }),
          })
          found.push(...page.items.map(({ id }) => id))
          cursor = page.nextCursor ?? undefined
        } while (cursor)
        assert.deepEqual(found.toSorted(), [one.id, two.id, three.id].toSorted(), sort)
      }
    })

    it('lets only the right people publish and withdraw', async () => {
      const member = await addMember(server, ada, 'member')
      const workflow = await ada.call('workflows.create', { name: 'Guarded', gates })
      const agent = await ada.call('agents.create', { name: 'Guarded' })
      for (const [kind, item] of [
        ['workflow', workflow.slug],
        ['agent', agent.name],
      ] as const)
        await assert.rejects(member.call('marketplace.publish', { kind, item, category: 'other' }), {
          status: 403,
          code: 'forbidden',
        })
      const { id: item } = await publish('workflow', workflow.slug)
      await assert.rejects(member.call('marketplace.withdraw', { item }), { code: 'forbidden' })
      await assert.rejects(grace.call('marketplace.withdraw', { item }), { code: 'not_found' })
      const colleague = await addMember(server, grace, 'member')
      await assert.rejects(colleague.call('marketplace.install', { item }), { code: 'role_too_low' })
      const builtIn = publish('skill', 'write-a-spec')
      await assert.rejects(builtIn, { code: 'built_in_skill' })
      const bound = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const inSandbox = await fetch(`${server.url}/api/skills`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bound.value}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Trial', content: 'Text' }),
      }).then((response) => response.json() as Promise<{ id: string }>)
      const rejected = await fetch(`${server.url}/api/marketplace`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bound.value}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ kind: 'skill', item: inSandbox.id, category: 'other' }),
      }).then((response) => response.json() as Promise<{ code: string }>)
      assert.equal(rejected.code, 'sandbox_not_public')
      await ada.call('marketplace.withdraw', { item })
      await assert.rejects(server.anonymous('marketplace.get', { item }), { code: 'not_found' })
      await assert.rejects(grace.call('marketplace.install', { item }), { code: 'not_found' })
      assert.equal((await publish('workflow', workflow.slug)).status, 'published')
    })

    it('removes an item everywhere with a reason, notifies its organization, and restores it', async () => {
      const skill = await ada.call('skills.create', { name: 'Spam a list', content: 'Buy.' })
      const { id: item } = await publish('skill', skill.id)
      await grace.call('marketplace.install', { item })
      await assert.rejects(ada.call('marketplace.remove', { item, reason: 'No.' }), {
        code: 'administrators_only',
      })
      const removed = await admin.call('marketplace.remove', { item, reason: 'It is advertising.' })
      assert.deepEqual([removed.status, removed.removalReason], ['removed', 'It is advertising.'])
      assert.deepEqual(await names({ search: 'spam list' }), [])
      await assert.rejects(server.anonymous('marketplace.get', { item }), { code: 'not_found' })
      await assert.rejects(grace.call('marketplace.install', { item }), { code: 'not_found' })
      await assert.rejects(publish('skill', skill.id), {
        code: 'marketplace_item_removed',
        message: /removed "Spam a list" from the marketplace: "It is advertising\."/,
      })
      const copy = await grace.call('skills.get', { skill: 'spam-a-list' })
      assert.equal((await statusOf(grace, 'skill', copy.id)).origin?.latestRelease, null)
      const [notification] = await readNotifications(ada)
      assert.deepEqual(
        [notification?.title, notification?.body],
        ['Admin removed "Spam a list" from the marketplace.', 'It is advertising.'],
      )
      assert.deepEqual(await readNotifications(grace), [])
      assert.match(JSON.stringify((await admin.call('marketplace.getAny', { item })).content), /Buy\./)
      const all = await admin.call('marketplace.listAll', { status: 'removed' })
      assert.deepEqual(
        all.items.map(({ id }) => id),
        [item],
      )
      await admin.call('marketplace.restore', { item })
      assert.deepEqual(await names({ search: 'spam list' }), ['Spam a list'])
      const journal = await server.app.database.run<{ type: string }>(
        sql`select type from journal where subject_id = ${item} order by seq`,
      )
      assert.deepEqual(
        journal.map(({ type }) => type.split('.')[1]),
        ['published', 'installed', 'removed', 'restored'],
      )
    })

    it('keeps the origin of a copy when the publisher deletes its organization', async () => {
      const shortLived = await server.register('Short-lived')
      const skill = await shortLived.call('skills.create', { name: 'Orphan', content: 'Text.' })
      const { id: item } = await shortLived.call('marketplace.publish', {
        kind: 'skill',
        item: skill.id,
        category: 'other',
      })
      const { id: copy } = await grace.call('marketplace.install', { item })
      const { name, slug } = shortLived.organization
      await shortLived.call('organizations.create', { name: 'Other' })
      await shortLived.call('organizations.switch', { organization: slug })
      await shortLived.call('organizations.delete', { confirm: slug })
      const { origin } = await statusOf(grace, 'skill', copy)
      assert.deepEqual(
        [origin?.itemId, origin?.name, origin?.author, origin?.organization],
        [null, 'Orphan', 'Short-lived', name],
      )
    })

    it('lists the own publications, and hides everything while the marketplace is off', async () => {
      const own = await ada.call('marketplace.listOwn', { search: 'tie knot' })
      assert.deepEqual(
        own.items.map(({ name, status }) => [name, status]),
        [['Tie a knot', 'published']],
      )
      await admin.call('admin.updateSetting', { key: 'features.marketplace', value: false })
      const off = { status: 404, code: 'marketplace_off' }
      const { id: item } = own.items[0]!
      await assert.rejects(server.anonymous('marketplace.list', {}), off)
      await assert.rejects(server.anonymous('marketplace.get', { item }), off)
      await assert.rejects(grace.call('marketplace.install', { item }), off)
      await assert.rejects(publish('skill', 'tie-a-knot'), off)
      assert.equal((await statusOf(ada, 'skill', 'tie-a-knot')).may.publish, false)
      assert.equal((await ada.call('marketplace.withdraw', { item })).status, 'withdrawn')
    })
  })
}

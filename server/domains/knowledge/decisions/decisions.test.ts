import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`decisions on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const log = (title: string, more: object = {}, person = ada) =>
      person.call('decisions.log', { title, ...more })

    it('lets agents and users propose, discuss and accept a decision', async () => {
      const agent = await ada.agent()
      const logged = await agent.call('log_decision', {
        title: 'Queue in PostgreSQL',
        context: 'Jobs get lost.',
        rationale: 'One thing less to run.',
        alternatives: [{ title: 'Redis', reason: 'Another server.' }],
        tags: ['Ops'],
        project: 'web',
        detail: 'full',
      })
      const { key, status, may }: { key: string; status: string; may: object } = logged.data as never
      assert.deepEqual([status, may], ['proposed', { edit: true, resolve: true, delete: true }])
      assert.match(key, /^D-\d+$/)
      await grace.call('decisions.discuss', { decision: key.toLowerCase(), body: 'How fast is it?' })
      await grace.call('decisions.update', { decision: key, rationale: 'Fast enough.', alternatives: [] })
      const resolved = await agent.call('resolve_decision', {
        decision: key,
        status: 'accepted',
        remark: 'Measured: fine.',
        outcome: 'Since May.',
      })
      assert.equal(resolved.data.status, 'accepted')
      const { discussion, ...decision } = await grace.call('decisions.get', { decision: key })
      assert.deepEqual(
        discussion.map(({ body, createdBy }) => [body, createdBy.name]),
        [
          ['How fast is it?', grace.user.name],
          ['Measured: fine.', 'Ada'],
        ],
      )
      assert.deepEqual(
        [decision.alternatives, decision.rationale, decision.outcome],
        [[], 'Fast enough.', 'Since May.'],
      )
      assert.deepEqual([decision.decidedBy!.name, decision.may.edit], ['Ada', false])
      const got = await agent.call('get_decision', { decision: key, detail: 'full' })
      assert.deepEqual(got.data.chain, [
        { id: decision.id, key, title: decision.title, status: 'accepted', decidedAt: decision.decidedAt },
      ])
      const listed = await agent.call('list_decisions', {
        status: ['accepted'],
        tag: ['ops'],
        project: 'web',
      })
      assert.equal((listed.data.items as never as { key: string }[])[0]!.key, key)
      await agent.close()
    })

    it('gives concurrent decisions consecutive unique numbers per organization', async () => {
      const created = await Promise.all(Array.from({ length: 12 }, (_, index) => log(`Parallel ${index}`)))
      const numbers = created.map(({ key }) => Number(key.slice(2))).toSorted((a, b) => a - b)
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => numbers[0]! + index),
      )
      const other = await server.register('Other')
      assert.equal((await log('First there', {}, other)).key, 'D-1')
      await assert.rejects(other.call('decisions.get', { decision: created[0]!.id }), { status: 404 })
    })

    it('rejects invalid status changes and names the allowed ones', async () => {
      const { key } = await log('To be rejected')
      const resolve = (more: object, decision = key) => ada.call('decisions.resolve', { decision, ...more })
      await assert.rejects(resolve({}), { code: 'invalid_input' })
      await assert.rejects(resolve({ status: 'superseded' }), { code: 'invalid_input' })
      await assert.rejects(resolve({ outcome: 'x' }), { code: 'invalid_input' })
      await assert.rejects(resolve({ status: 'proposed' }), {
        code: 'wrong_status',
        message: `${key} can't change from proposed to proposed. Allowed: accepted or rejected.`,
      })
      await resolve({ status: 'rejected', outcome: 'Too dear.' })
      await assert.rejects(resolve({ status: 'accepted' }), { code: 'wrong_status', status: 422 })
      await assert.rejects(ada.call('decisions.update', { decision: key, title: 'Other' }), {
        code: 'decision_fixed',
      })
      const again = await resolve({ status: 'proposed' })
      assert.deepEqual([again.decidedAt, again.decidedBy, again.outcome], [null, null, 'Too dear.'])
      await resolve({ status: 'accepted' })
      await assert.rejects(resolve({ status: 'rejected' }), { code: 'wrong_status' })
      await assert.rejects(ada.call('decisions.update', { decision: key, context: 'Other' }), {
        code: 'decision_fixed',
        message: `${key} is accepted, so only its tags can change. Log a new decision that supersedes it.`,
      })
      assert.deepEqual((await ada.call('decisions.update', { decision: key, tags: ['kept'] })).tags, ['kept'])
      assert.equal((await resolve({ outcome: 'It works.' })).outcome, 'It works.')
    })

    it('shows the supersede chain from every decision and rejects cycles', async () => {
      const first = await log('First', { status: 'accepted' })
      const second = await log('Second', { status: 'accepted', supersedes: first.key })
      assert.deepEqual(
        second.supersedes.map(({ key }) => key),
        [first.key],
      )
      const proposed = await log('Third')
      const bySecond = { decision: second.key, supersededBy: proposed.key }
      await assert.rejects(
        ada.call('decisions.resolve', bySecond),
        { code: 'invalid_input' },
        'not accepted yet',
      )
      await assert.rejects(log('Early', { supersedes: second.key }), { code: 'invalid_input' })
      await ada.call('decisions.resolve', { decision: proposed.key, status: 'accepted' })
      const old = await ada.call('decisions.resolve', bySecond)
      assert.deepEqual([old.status, old.supersededBy!.key], ['superseded', proposed.key])
      for (const decision of [first.key, second.key, proposed.key]) {
        const { chain } = await grace.call('decisions.get', { decision })
        assert.deepEqual(
          chain.map(({ key, status }) => [key, status]),
          [
            [first.key, 'superseded'],
            [second.key, 'superseded'],
            [proposed.key, 'accepted'],
          ],
        )
      }
      const cyclic = ada.call('decisions.resolve', { decision: proposed.key, supersededBy: first.key })
      await assert.rejects(cyclic, (error: Error & { code?: string }) => {
        assert.equal(error.code, 'decision_circle')
        assert.ok(error.message.includes(`${first.key} → ${second.key} → ${proposed.key}`), error.message)
        return true
      })
      const itself = ada.call('decisions.resolve', { decision: proposed.key, supersededBy: proposed.key })
      await assert.rejects(itself, { code: 'decision_circle' })
      await assert.rejects(ada.call('decisions.resolve', { decision: first.key, supersededBy: second.key }), {
        code: 'wrong_status',
      })
    })

    it('rejects one of two concurrent supersessions that would close a cycle', async () => {
      for (let times = 0; times < 2; times++) {
        const [one, other] = [
          await log('One', { status: 'accepted' }),
          await log('Other', { status: 'accepted' }),
        ]
        const done = await Promise.allSettled([
          ada.call('decisions.resolve', { decision: one.key, supersededBy: other.key }),
          grace.call('decisions.resolve', { decision: other.key, supersededBy: one.key }),
        ])
        assert.deepEqual(done.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
      }
    })

    it('shows organization-wide decisions to members only, not to guests or project-bound credentials', async () => {
      const all = await log('For all of us', {}, grace)
      assert.equal((await ada.call('decisions.get', { decision: all.key })).project, null)
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(guest.call('decisions.get', { decision: all.key }), { status: 404 })
      await assert.rejects(log('By a guest', {}, guest), { status: 403 })
      assert.deepEqual((await guest.call('decisions.list', {})).items, [])
      const { value } = await ada.call('credentials.createApiKey', { name: 'bound', project: 'web' })
      const key = server.client(value)
      await assert.rejects(key('decisions.get', { decision: all.id }), { status: 404 })
      assert.equal((await key('decisions.log', { title: 'There' })).project!.slug, 'web')
      assert.ok((await key('decisions.list', {})).items.every(({ project }) => project?.slug === 'web'))
      const everywhere = await ada.call('decisions.list', { organizationWide: true, limit: 1 })
      assert.equal(everywhere.items[0]!.key, all.key)
      assert.notEqual(everywhere.nextCursor, null)
      const hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const secret = await log('Secret', { project: hidden.slug, status: 'accepted' })
      await assert.rejects(grace.call('decisions.get', { decision: secret.key }), { status: 404 })
      const accepted = await log('Open', { status: 'accepted' })
      const unseen = grace.call('decisions.resolve', { decision: accepted.key, supersededBy: secret.key })
      await assert.rejects(unseen, { code: 'invalid_input' })
      await ada.call('decisions.resolve', { decision: accepted.key, supersededBy: secret.key })
      const seen = await grace.call('decisions.get', { decision: accepted.key })
      assert.deepEqual([seen.supersededBy, seen.chain.map(({ key: name }) => name)], [null, [accepted.key]])
    })

    it('restores a deleted decision and undoes changes to its text', async () => {
      const decision = await log('Before', {
        project: 'web',
        alternatives: [{ title: 'Else', reason: 'No.' }],
      })
      await ada.call('decisions.update', { decision: decision.key, title: 'After', alternatives: [] })
      const last = async (type: string) =>
        (await ada.call('activity.listEvents', { limit: 500 })).items.findLast(
          (event) => event.subject.id === decision.id && event.type === type,
        )!
      await ada.call('activity.undo', { event: (await last('decision.updated')).id })
      const back = await ada.call('decisions.get', { decision: decision.key })
      assert.deepEqual([back.title, back.alternatives], ['Before', decision.alternatives])
      await ada.call('activity.undo', { event: (await last('decision.updated')).id })
      assert.deepEqual((await ada.call('decisions.get', { decision: decision.key })).alternatives, [])

      await grace.call('decisions.delete', { decision: decision.key })
      await assert.rejects(ada.call('decisions.get', { decision: decision.key }), { status: 404 })
      const agent = await ada.agent()
      assert.equal((await agent.call('restore_item', { item: decision.key })).isError, false)
      await agent.close()
      assert.equal((await ada.call('decisions.get', { decision: decision.key })).title, 'After')
      const exported = (await ada.call('accounts.export', {})).decisions
      assert.ok(exported.some(({ key }) => key === decision.key))
    })
  })
}

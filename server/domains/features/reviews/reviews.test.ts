import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { oneEngine } from '../../../../test/harness.ts'
import { impersonate } from '../../../../test/world.ts'
import { type Company, namedAgent, startCompany, withKey } from '../test-company.ts'

for (const engine of oneEngine) {
  describe(`feature reviews on ${engine}`, () => {
    let company: Company
    before(async () => {
      company = await startCompany(engine)
      const { ada } = company
      const reviews = (count: number, by: 'anyone' | 'human') => ({ kind: 'reviews', count, by }) as const
      await ada.call('workflows.create', {
        name: 'Reviewed',
        gates: [
          { name: 'plan' },
          { name: 'make', requirements: [{ kind: 'tasks' }] },
          { name: 'both', requirements: [reviews(2, 'anyone'), reviews(1, 'human')] },
          { name: 'people', requirements: [reviews(1, 'human')] },
        ],
      })
    })
    after(() => company.stop())

    /** Creates a feature of Ada and moves it to the gate `both`. */
    const atBoth = async () => {
      const { ada } = company
      const { key } = await ada.call('features.create', {
        project: 'web',
        title: 'Judged',
        workflow: 'reviewed',
      })
      for (const _ of ['plan', 'make']) await ada.call('features.advance', { feature: key })
      return key
    }
    const approved = (feature: string) => ({ feature, verdict: 'approved' }) as const
    const missing = async (feature: string) =>
      (await company.ada.call('features.get', { feature })).missing.map(
        ({ needs, have, count }) => `${needs} ${have}/${count}`,
      )

    it('counts one approval per reviewer and only signed-in people for a human review', async () => {
      const { grace, lin } = company
      const key = await atBoth()
      const agent = await namedAgent(lin, 'Second')
      for (let turn = 0; turn < 2; turn++) await agent.call('submit_review', approved(key))
      assert.deepEqual(await missing(key), [
        '2 approvals by different reviewers. 1/2',
        'An approval by a signed-in person. 0/1',
      ])
      await grace.call('reviews.submit', approved(key))
      assert.deepEqual(await missing(key), [])
      await agent.close()
      const { items } = await lin.call('reviews.list', { feature: key })
      assert.deepEqual(
        items.map(({ human, createdBy }) => [human, createdBy.kind]),
        [
          [true, 'user'],
          [false, 'agent'],
          [false, 'agent'],
        ],
      )
    })

    it("keeps an approval after a comment or a verdict by the reviewer's key", async () => {
      const { grace, server } = company
      const key = await atBoth()
      await grace.call('reviews.submit', approved(key))
      await grace.call('reviews.submit', { feature: key, verdict: 'commented', body: 'By the way.' })
      const { value } = await grace.call('credentials.createApiKey', { name: 'key' })
      await withKey(server, value)('reviews.submit', approved(key))
      assert.deepEqual(await missing(key), ['2 approvals by different reviewers. 1/2'])
    })

    it('rejects reviews of your own work', async () => {
      const { ada, grace, lin, server } = company
      const ownWork = { status: 403, code: 'own_work' }
      const key = await atBoth()
      for (const verdict of ['approved', 'commented'] as const)
        await assert.rejects(ada.call('reviews.submit', { feature: key, verdict }), ownWork)
      // Also for an agent that acts for the creator, and for an impersonating administrator.
      const agent = await namedAgent(ada, 'Mine')
      assert.equal((await agent.call('submit_review', approved(key))).data.code, 'own_work')
      const asLin = withKey(server, await impersonate(server, ada, lin))
      await assert.rejects(asLin('reviews.submit', approved(key)), ownWork)
      // Also for a contributor of evidence to the gate, even if it was added after the approval.
      await lin.call('reviews.submit', approved(key))
      await lin.call('evidence.add', { feature: key, kind: 'note', content: 'I tried it.' })
      await assert.rejects(lin.call('reviews.submit', approved(key)), ownWork)
      await grace.call('reviews.submit', approved(key))
      assert.deepEqual(await missing(key), ['2 approvals by different reviewers. 1/2'])
      await agent.close()
    })

    it('lets the user behind an agent review its work, but not their key or the agent itself', async () => {
      const { ada, grace, server } = company
      const maker = await namedAgent(grace, 'Maker')
      const { data } = await maker.call('create_feature', {
        project: 'web',
        title: 'Made',
        workflow: 'reviewed',
      })
      const key = String(data.key)
      const same = await namedAgent(ada, 'Maker')
      for (const agent of [maker, same])
        assert.equal((await agent.call('submit_review', approved(key))).data.code, 'own_work')
      const { value } = await grace.call('credentials.createApiKey', { name: 'key' })
      await assert.rejects(withKey(server, value)('reviews.submit', approved(key)), { code: 'own_work' })
      const sibling = await namedAgent(grace, 'Another')
      assert.equal((await sibling.call('submit_review', approved(key))).isError, false)
      assert.equal((await grace.call('reviews.submit', approved(key))).review.human, true)
      for (const agent of [maker, same, sibling]) await agent.close()
    })

    it('returns a feature to the named gate or the last gate with tasks and starts a new round', async () => {
      const { ada, grace, lin } = company
      const key = await atBoth()
      await lin.call('reviews.submit', approved(key))
      const request = (backTo?: string) =>
        grace.call('reviews.submit', {
          feature: key,
          verdict: 'changes_requested',
          body: 'No.',
          ...(backTo && { backTo }),
        })
      for (const gate of ['people', 'nowhere']) await assert.rejects(request(gate), { status: 400 })
      const silent = grace.call('reviews.submit', { feature: key, verdict: 'changes_requested' })
      await assert.rejects(silent, { status: 400 })
      const aside = grace.call('reviews.submit', { ...approved(key), backTo: 'plan' })
      await assert.rejects(aside, { status: 400 })
      assert.deepEqual(
        [(await request()).feature.gate, (await request('plan')).feature.gate],
        ['make', 'plan'],
      )
      const back = await ada.call('features.get', { feature: key })
      assert.deepEqual(
        [back.status, back.round, back.progress.passed, back.gates.map(({ state }) => state)],
        ['changes_requested', 3, 0, ['current', 'ahead', 'ahead', 'ahead']],
      )
      for (const _ of ['plan', 'make']) await ada.call('features.advance', { feature: key })
      assert.deepEqual(await missing(key), [
        '2 approvals by different reviewers. 0/2',
        'An approval by a signed-in person. 0/1',
      ])
      const { status } = await ada.call('features.get', { feature: key })
      assert.equal(status, 'active')
    })

    it('rejects approvals by agents at a human-only gate but accepts their comments and change requests', async () => {
      const { ada, grace, lin, server } = company
      const key = await atBoth()
      for (const person of [grace, lin]) await person.call('reviews.submit', approved(key))
      await ada.call('features.advance', { feature: key })
      const agent = await namedAgent(lin, 'Doubter')
      const rejected = await agent.call('submit_review', approved(key))
      assert.deepEqual([rejected.data.status, rejected.data.code], [403, 'human_review_needed'])
      const { value } = await grace.call('credentials.createApiKey', { name: 'key' })
      const byKey = withKey(server, value)('reviews.submit', approved(key))
      await assert.rejects(byKey, { code: 'human_review_needed' })
      const comment = { feature: key, verdict: 'commented', body: 'I wonder.' }
      assert.equal((await agent.call('submit_review', comment)).isError, false)
      const doubt = { feature: key, verdict: 'changes_requested', body: 'It breaks.', backTo: 'people' }
      const { data } = await agent.call('submit_review', doubt)
      const { feature } = data as unknown as { feature: { gate: string; round: number } }
      assert.deepEqual([feature.gate, feature.round], ['people', 2])
      await agent.close()
    })

    it('publishes a review event to users who can view the project', async () => {
      const { grace, lin } = company
      const key = await atBoth()
      await grace.call('reviews.submit', { ...approved(key), body: 'Well done.' })
      const { items } = await lin.call('activity.listEvents', { limit: 500 })
      const last = items.findLast(({ type }) => type === 'review.submitted')!
      assert.deepEqual(
        [last.subject.key, last.actor.name, last.data.verdict, last.data.gate],
        [key, grace.user.name, 'approved', 'both'],
      )
    })
  })
}

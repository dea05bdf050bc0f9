import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OutputOf } from '../../../assembly/client.ts'
import { type Claiming, startClaiming } from '../../../../test/claiming.ts'
import { engines } from '../../../../test/harness.ts'

type Handover = OutputOf<'tasks.claim'>['handover']

for (const engine of engines) {
  describe(`task handover, on ${engine}`, () => {
    let its: Claiming
    before(async () => {
      its = await startClaiming(engine)
    })
    after(() => its.stop())

    it('gives the next worker the notes of finished blockers, comments, specs and decisions', async () => {
      const { ada, first, second, claim } = its
      const { slug, items } = await ada.call('projects.create', {
        name: 'Handed over',
        tasks: [
          { title: 'Schema', ref: 'schema' },
          { title: 'Endpoint', blockedBy: ['schema'] },
        ],
      })
      const [schema, endpoint] = items!.map(({ key }) => key) as [string, string]
      const spec = await ada.call('specs.create', {
        project: slug,
        title: 'Orders',
        content: 'An order has lines.',
      })
      await ada.call('specs.link', { spec: spec.key, item: endpoint })
      const decision = await ada.call('decisions.log', {
        project: slug,
        title: 'Cents as integers',
        outcome: `${endpoint} returns cents.`,
        status: 'accepted',
      })
      await ada.call('decisions.log', { project: slug, title: 'Only proposed', outcome: 'Perhaps.' })
      const got = await claim(first, { project: slug })
      assert.equal(got.task!.key, schema)
      assert.deepEqual(got.handover!.finishedBlockers, [])
      await first.call('complete_task', {
        task: schema,
        claim: got.claim,
        notes: 'The table is called "orders". Use uuid keys.',
      })
      await ada.call('comments.create', { item: endpoint, body: 'Mind the currency.' })

      const next = await claim(second, { project: slug })
      assert.equal(next.task!.key, endpoint)
      const handover = next.handover!
      assert.deepEqual(handover.finishedBlockers, [
        {
          key: schema,
          title: 'Schema',
          status: 'complete',
          by: 'First',
          notes: 'The table is called "orders". Use uuid keys.',
        },
      ])
      assert.deepEqual(
        handover.comments.map(({ by, body }) => [by, body]),
        [['Ada', 'Mind the currency.']],
      )
      assert.deepEqual(handover.specs, [
        { key: spec.key, title: 'Orders', status: 'draft', excerpt: 'An order has lines.' },
      ])
      assert.deepEqual(
        handover.decisions.map(({ key, outcome }) => [key, outcome]),
        [[decision.key, `${endpoint} returns cents.`]],
      )
      assert.equal(handover.leftOut, 0)
      const { handover: shown } = await ada.call('tasks.get', { task: endpoint })
      const { comments: _, ...rest } = handover
      assert.deepEqual(shown, rest)
    })

    it('returns null if there is nothing to hand over', async () => {
      const { first, project, claim, get } = its
      const { slug, keys } = await project('Alone')
      assert.equal((await claim(first, { project: slug })).handover, null)
      assert.equal((await get(keys[0])).handover, null)
    })

    it('stays within its budget and reports the omitted entries', async () => {
      const { ada, first, claim } = its
      const long = 'Everything about this task was hard, "quoted" and\nlong. '.repeat(200)
      const refs = Array.from({ length: 10 }, (_, index) => `b${index}`)
      const { items, slug } = await ada.call('projects.create', {
        name: 'Long notes',
        tasks: [...refs.map((ref) => ({ title: ref, ref })), { title: 'Last', blockedBy: refs }],
      })
      const keys = items!.map(({ key }) => key)
      for (const task of keys.slice(0, -1))
        await ada.call('tasks.complete', { task, notes: long.slice(0, 9000) })
      for (let count = 0; count < 6; count++)
        await ada.call('comments.create', { item: keys.at(-1)!, body: long.slice(0, 9000) })
      const { handover } = await claim(first, { project: slug })
      const text = JSON.stringify(handover satisfies Handover)
      assert.ok(text.length <= 4300, `${text.length} characters`)
      assert.equal(handover!.finishedBlockers.length, 10)
      assert.ok(handover!.finishedBlockers.every(({ notes }) => notes.endsWith('…')))
      assert.ok(handover!.leftOut > 0 || handover!.comments.length === 5)
    })

    it('hides blockers of projects that the caller cannot see', async () => {
      const { ada, grace, project } = its
      const hidden = await ada.call('projects.create', { name: 'Hidden notes', visibility: 'private' })
      const secret = await ada.call('tasks.create', { project: hidden.slug, title: 'Secret' })
      const { keys } = await project('Open')
      await ada.call('dependencies.add', { task: keys[0], kind: 'blocked_by', other: secret.key })
      await ada.call('tasks.complete', { task: secret.key, notes: 'The password is on the note.' })
      assert.equal((await ada.call('tasks.get', { task: keys[0] })).handover!.finishedBlockers.length, 1)
      assert.equal((await grace.call('tasks.get', { task: keys[0] })).handover, null)
    })
  })
}

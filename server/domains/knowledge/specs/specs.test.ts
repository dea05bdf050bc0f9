import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`specs, on ${engine}`, () => {
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

    const content = '# Checkout\n\nPay by card.\n'
    const write = (more: object = {}) =>
      ada.call('specs.create', { project: 'web', title: 'Checkout', content, ...more })

    it('numbers specs consecutively per organization, even with concurrent creates', async () => {
      const created = await Promise.all(Array.from({ length: 6 }, () => write()))
      const numbers = created.map(({ key }) => Number(/^S-(\d+)$/.exec(key)![1])).toSorted((a, b) => a - b)
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => numbers[0]! + index),
      )
      const [first] = created
      assert.deepEqual(
        [first!.status, first!.revision, first!.project.slug, first!.may],
        ['draft', 1, 'web', { edit: true, delete: true }],
      )
      assert.deepEqual((await ada.call('specs.get', { spec: first!.key.toLowerCase() })).id, first!.id)
      const elsewhere = await server.register('Elsewhere')
      await elsewhere.call('projects.create', { name: 'Other', slug: 'other' })
      const own = await elsewhere.call('specs.create', { project: 'other', title: 'Theirs', content: '' })
      assert.equal(own.key, 'S-1')
      await assert.rejects(elsewhere.call('specs.get', { spec: first!.id }), { status: 404 })
    })

    it('stores every change as a revision with its author, reason and diff', async () => {
      const { key } = await write()
      const second = await grace.call('specs.update', {
        spec: key,
        content: '# Checkout\n\nPay by card or invoice.\n',
        reason: 'Shops asked for it.',
      })
      assert.deepEqual([second.revision, second.version], [2, 2])
      await ada.call('specs.update', { spec: key, title: 'Checkout and payment', status: 'review' })
      const same = await ada.call('specs.update', { spec: key, title: 'Checkout and payment' })
      assert.deepEqual([same.revision, same.version], [3, 3], 'an unchanged spec gets no revision')

      const { items } = await ada.call('specs.listRevisions', { spec: key })
      assert.deepEqual(
        items.map(({ revision, reason, added, removed, more, createdBy }) => ({
          revision,
          reason,
          added,
          removed,
          status: more.status,
          by: createdBy.name,
        })),
        [
          { revision: 3, reason: '', added: 0, removed: 0, status: 'review', by: 'Ada' },
          {
            revision: 2,
            reason: 'Shops asked for it.',
            added: 1,
            removed: 1,
            status: 'draft',
            by: grace.user.name,
          },
          { revision: 1, reason: '', added: 3, removed: 0, status: 'draft', by: 'Ada' },
        ],
      )
      const first = await ada.call('specs.get', { spec: key, revision: 1 })
      assert.deepEqual(
        [first.title, first.content, first.status, first.revision, first.latestRevision],
        ['Checkout', content, 'draft', 1, 3],
      )
      assert.equal(first.comparison, null)
      const compared = await ada.call('specs.get', { spec: key, revision: 2, compareWith: 1 })
      assert.deepEqual(compared.comparison!.hunks[0]!.lines, [
        { kind: 'same', text: '# Checkout' },
        { kind: 'same', text: '' },
        { kind: 'removed', text: 'Pay by card.' },
        { kind: 'added', text: 'Pay by card or invoice.' },
      ])
      assert.equal(compared.revisedBy.name, grace.user.name)
      const back = await ada.call('specs.compare', { spec: key, from: 3, to: 1 })
      assert.deepEqual([back.added, back.removed, back.from.title], [1, 1, 'Checkout and payment'])
      const whole = await ada.call('specs.compare', { spec: key })
      assert.deepEqual([whole.from.revision, whole.to.revision], [1, 3])
      const missing = ada.call('specs.get', { spec: key, revision: 9 })
      await assert.rejects(missing, { code: 'not_found', status: 404 })
      const first2 = await ada.call('specs.listRevisions', { spec: key, limit: 2 })
      const rest = await ada.call('specs.listRevisions', { spec: key, limit: 2, cursor: first2.nextCursor! })
      assert.deepEqual(
        rest.items.map(({ revision }) => revision),
        [1],
      )
    })

    it('rejects an update with an outdated version', async () => {
      const { key } = await write()
      await ada.call('specs.update', { spec: key, content: 'Two' }, { ifMatch: 1 })
      const late = grace.call('specs.update', { spec: key, content: 'Late' }, { ifMatch: 1 })
      await assert.rejects(late, { code: 'version_conflict', status: 412 })
      assert.equal((await ada.call('specs.get', { spec: key })).content, 'Two')
    })

    it('creates one revision per concurrent update', async () => {
      const { key } = await write()
      await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          ada.call('specs.update', { spec: key, content: `Text ${index}` }),
        ),
      )
      const { items } = await ada.call('specs.listRevisions', { spec: key })
      assert.deepEqual(
        items.map(({ revision }) => revision),
        [6, 5, 4, 3, 2, 1],
      )
    })

    it('approves a spec only after review, and returns it to draft when its content changes', async () => {
      const { key } = await write()
      const to = (status: 'draft' | 'review' | 'approved' | 'archived', more: object = {}) =>
        ada.call('specs.update', { spec: key, status, ...more })
      await assert.rejects(to('approved'), { code: 'wrong_status', status: 422 })
      await to('review')
      await to('approved')
      const renamed = await ada.call('specs.update', { spec: key, title: 'Another title' })
      assert.equal(renamed.status, 'approved')
      const changed = await ada.call('specs.update', { spec: key, content: 'Changed' })
      assert.equal(changed.status, 'draft')
      await to('review')
      await to('approved')
      const corrected = await to('approved', { content: 'A typing error less' })
      assert.equal(corrected.status, 'approved', 'unless the caller sets the status')
      await to('archived')
      const late = ada.call('specs.update', { spec: key, content: 'Late' })
      await assert.rejects(late, { code: 'spec_archived', status: 422 })
      assert.equal((await to('draft', { content: 'Reopened' })).content, 'Reopened')
    })

    it('links specs to items of their project and lists them by item', async () => {
      const feature = await ada.call('features.create', { project: 'web', title: 'Checkout' })
      const task = await ada.call('tasks.create', { project: 'web', title: 'Form' })
      const spec = await write({ links: [feature.key, task.id] })
      assert.deepEqual(
        spec.links.map(({ kind, key, title, status }) => [kind, key, title, status]),
        [
          ['feature', feature.key, 'Checkout', 'planned'],
          ['task', task.key, 'Form', 'todo'],
        ],
      )
      const epic = await ada.call('epics.create', { project: 'web', title: 'Shop' })
      const linked = await ada.call('specs.link', { spec: spec.key, item: epic.key })
      const again = await ada.call('specs.link', { spec: spec.key, item: epic.key })
      assert.deepEqual([linked.links.length, again.links.length], [3, 3])
      const found = await ada.call('specs.list', { item: epic.key })
      assert.deepEqual(
        found.items.map(({ key }) => key),
        [spec.key],
      )
      const { specs } = await ada.call('features.get', { feature: feature.key })
      assert.deepEqual(specs, [{ id: spec.id, key: spec.key, title: 'Checkout', status: 'draft' }])
      const { items } = await ada.call('activity.listHistory', { item: epic.key })
      assert.deepEqual(
        items.map(({ type }) => type),
        ['spec.linked', 'epic.created'],
      )
      const less = await ada.call('specs.unlink', { spec: spec.key, item: task.key })
      assert.deepEqual(
        less.links.map(({ kind }) => kind),
        ['feature', 'epic'],
      )
      await ada.call('epics.delete', { project: 'web', epic: epic.key })
      assert.equal((await ada.call('specs.get', { spec: spec.key })).links.length, 1)

      await ada.call('projects.create', { name: 'Beside', slug: 'beside' })
      const other = await ada.call('tasks.create', { project: 'beside', title: 'Elsewhere' })
      const beyond = ada.call('specs.link', { spec: spec.key, item: other.key })
      await assert.rejects(beyond, { code: 'invalid_input', status: 400 })
      await assert.rejects(write({ links: [task.key, other.key] }), { status: 400 })
    })

    it('lists specs by project and status, in pages and without their content', async () => {
      await ada.call('projects.create', { name: 'Listed', slug: 'listed' })
      for (const title of ['One', 'Two', 'Three'])
        await ada.call('specs.create', { project: 'listed', title, content: 'Long' })
      const first = await ada.call('specs.list', { project: 'listed', limit: 2 })
      const rest = await ada.call('specs.list', { project: 'listed', limit: 2, cursor: first.nextCursor! })
      assert.deepEqual(
        [...first.items, ...rest.items].map(({ title }) => title),
        ['Three', 'Two', 'One'],
      )
      assert.ok(!('content' in first.items[0]!))
      await ada.call('specs.update', { spec: first.items[0]!.key, status: 'review' })
      const inReview = await ada.call('specs.list', { project: 'listed', status: ['review', 'approved'] })
      assert.deepEqual(
        inReview.items.map(({ title }) => title),
        ['Three'],
      )
    })

    it('restores a deleted spec with its revisions, and undoes a change', async () => {
      const { key } = await write()
      await ada.call('specs.update', { spec: key, content: 'Two', title: 'Second' })
      await ada.call('specs.delete', { spec: key })
      await assert.rejects(ada.call('specs.get', { spec: key }), { status: 404 })
      assert.equal((await ada.call('trash.list', { kind: ['spec'] })).items[0]!.key, key)
      await ada.call('trash.restore', { kind: 'spec', item: key })
      assert.equal((await ada.call('specs.listRevisions', { spec: key })).items.length, 2)

      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const event = items.find(({ type, subject }) => type === 'spec.updated' && subject.key === key)!
      assert.deepEqual(event.data.changes, {
        title: { from: 'Checkout', to: 'Second' },
        revision: { from: 1, to: 2 },
      })
      const undone = await ada.call('activity.undo', { event: event.id })
      assert.deepEqual(undone.restored, ['revision'])
      const spec = await ada.call('specs.get', { spec: key })
      assert.deepEqual([spec.title, spec.content, spec.revision], ['Checkout', content, 3])
      await assert.rejects(ada.call('activity.undo', { event: event.id }), { code: 'changed_since' })

      await ada.call('specs.delete', { spec: key })
      await server.app.database.run(sql`delete from specs where id = ${spec.id}`)
      const left = await server.app.database.run(sql`select 1 from revisions where subject_id = ${spec.id}`)
      assert.deepEqual(left, [], 'a purged spec leaves no revisions behind')
    })

    it('rejects a new spec in an archived project', async () => {
      await ada.call('projects.create', { name: 'Over', slug: 'over' })
      await ada.call('projects.archive', { project: 'over' })
      const late = ada.call('specs.create', { project: 'over', title: 'Late', content: '' })
      await assert.rejects(late, { code: 'project_archived', status: 422 })
    })

    it('lets agents create, read, compare and update specs with tools', async () => {
      const agent = await ada.agent()
      const created = await agent.call('create_spec', {
        project: 'web',
        title: 'By an agent',
        content: 'One\n',
      })
      const key = String(created.data.key)
      const changed = { spec: key, content: 'One\nTwo\n', reason: 'Something was missing.' }
      assert.equal((await agent.call('update_spec', changed)).data.revision, 2)
      const { data } = await agent.call('get_spec', { spec: key, compareWith: 1 })
      assert.deepEqual([data.comparison!['added'], data.reason], [1, 'Something was missing.'])
      const listed = await agent.call('list_specs', { project: 'web', limit: 1 })
      const [newest] = listed.data.items as unknown as { key: string }[]
      assert.equal(newest!.key, key)
      await agent.close()
    })
  })
}

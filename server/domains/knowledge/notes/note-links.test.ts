import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`note links, on ${engine}`, () => {
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

    const write = (title: string, content: string, more: object = { project: 'web' }, person = ada) =>
      person.call('notes.create', { title, content, ...more })
    const linksOf = async (note: string, person = ada) =>
      (await person.call('notes.get', { note })).links.map(({ kind, title, label }) => [kind, title, label])

    it('resolves links to items, decisions and notes, and returns backlinks', async () => {
      const task = await ada.call('tasks.create', { project: 'web', title: 'Ship it' })
      const decision = await ada.call('decisions.log', { title: 'Use PostgreSQL', status: 'accepted' })
      const plan = await write('Plan', 'The plan.')
      const note = await write(
        'Overview',
        `See [[plan]], [[${task.key.toLowerCase()}|the task]] and \`[[Plan B]]\`, but not ${task.key}.`,
        { project: 'web', links: [decision.key, plan.id, 'https://example.com/a?b=c', 'web', task.id] },
      )
      assert.deepEqual(
        note.links.map(({ kind, key, title, label, inText }) => [kind, key, title, label, inText]),
        [
          ['note', null, 'Plan', 'plan', true],
          ['task', task.key, 'Ship it', task.key.toLowerCase(), true],
          ['decision', decision.key, 'Use PostgreSQL', decision.key, false],
          ['note', null, 'Plan', plan.id, false],
          ['url', null, null, 'https://example.com/a?b=c', false],
          ['project', 'web', 'Web', note.project!.id, false],
          ['task', task.key, 'Ship it', task.key, false],
        ],
      )
      const { backlinks } = await grace.call('notes.get', { note: plan.id })
      assert.deepEqual(backlinks, [{ id: note.id, title: 'Overview' }])
      const wrong = ada.call('notes.update', { note: note.id, links: ['web', 'WEB-999'] })
      await assert.rejects(wrong, { code: 'invalid_input' })
    })

    it('keeps a link when its target is renamed, even after the next save', async () => {
      const target = await write('First name', 'x')
      const from = await write('From', 'to [[First name]]')
      await ada.call('notes.update', { note: target.id, title: 'Second name' })
      assert.deepEqual(await linksOf(from.id), [['note', 'Second name', 'First name']])
      await write('First name', 'another note has that name now')
      await ada.call('notes.update', { note: from.id, content: 'still to [[First name]]' })
      assert.deepEqual(await linksOf(from.id), [['note', 'Second name', 'First name']])
    })

    it('resolves a link once a note with that title is created in the same project', async () => {
      const unresolved = await write('Waiting', 'for [[Godot]]')
      const own = await write('Own', 'for [[Godot]]', {})
      const hers = await write('Hers', 'for [[Godot]]', {}, grace)
      assert.deepEqual(await linksOf(unresolved.id), [['note', null, 'Godot']])
      const godot = await write('godot', 'He came.')
      assert.deepEqual(await linksOf(unresolved.id), [['note', 'godot', 'Godot']])
      assert.deepEqual(await linksOf(own.id), [['note', null, 'Godot']], 'private notes stay unresolved')
      assert.deepEqual(godot.backlinks, [{ id: unresolved.id, title: 'Waiting' }])
      const renamed = await write('Not yet', 'x', {}, grace)
      await grace.call('notes.update', { note: renamed.id, title: 'Godot' })
      assert.deepEqual(await linksOf(hers.id, grace), [['note', 'Godot', 'Godot']])

      await ada.call('notes.delete', { note: godot.id })
      assert.deepEqual(
        await linksOf(unresolved.id),
        [['note', null, 'Godot']],
        'a deleted note looks like a missing one',
      )
      await write('Godot', 'Another one.')
      assert.deepEqual(await linksOf(unresolved.id), [['note', 'Godot', 'Godot']])
    })

    it('hides link targets that the reader cannot see, and keeps them on save', async () => {
      const hidden = await ada.call('projects.create', { name: 'Hidden', key: 'HID', visibility: 'private' })
      const task = await ada.call('tasks.create', { project: hidden.slug, title: 'Top secret' })
      const { id } = await write('Common', 'Nothing yet.')
      const secret = await write('Secret plan', 'all about [[Common]]', { project: hidden.slug })
      const common = await ada.call('notes.update', {
        note: id,
        content: `[[${task.key}]] and [[Secret plan]]`,
        links: [task.key, secret.id],
      })
      assert.equal(common.links.filter(({ id }) => id !== null).length, 4)
      assert.deepEqual(common.backlinks, [{ id: secret.id, title: 'Secret plan' }])
      const seen = await grace.call('notes.get', { note: common.id })
      assert.deepEqual(
        seen.links.map(({ kind, id, title, label }) => [kind, id, title, label]),
        [
          ['note', null, null, task.key],
          ['note', null, null, 'Secret plan'],
        ],
      )
      assert.deepEqual(seen.backlinks, [])
      assert.ok(!JSON.stringify(seen).includes('Top secret'))
      await assert.rejects(grace.call('notes.update', { note: common.id, links: [task.key] }), {
        status: 400,
      })
      await grace.call('notes.update', { note: common.id, links: ['https://example.com'] })
      const { links } = await ada.call('notes.get', { note: common.id })
      const outsideText = links.filter(({ inText }) => !inText).map(({ label }) => label)
      assert.deepEqual(outsideText, ['https://example.com', task.key, secret.id])
    })

    it('resolves links between notes that are created concurrently', async () => {
      const pairs = Array.from({ length: 8 }, (_, index) => index)
      await Promise.all(
        pairs.flatMap((index) => [
          write(`Left ${index}`, `to [[Right ${index}]]`),
          write(`Right ${index}`, `to [[Left ${index}]]`),
        ]),
      )
      const { items } = await ada.call('notes.list', { project: 'web', search: 'Left or Right', limit: 100 })
      for (const { id } of items) {
        const note = await ada.call('notes.get', { note: id })
        assert.deepEqual([note.links[0]!.id === null, note.backlinks.length], [false, 1], note.title)
      }
    })
  })
}

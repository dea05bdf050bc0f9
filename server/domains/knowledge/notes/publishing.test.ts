import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember, addTeam } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`published notes, on ${engine}`, () => {
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

    it('shows a published note to anyone until it is unpublished', async () => {
      const task = await ada.call('tasks.create', { project: 'web', title: 'Internal' })
      const note = await ada.call('notes.create', {
        project: 'web',
        title: 'How to “begin”',
        content: `See [[${task.key}]].`,
        tags: ['docs'],
      })
      const published = await ada.call('notes.publish', { note: note.id })
      assert.equal(published.publicSlug, 'how-to-begin')
      const read = () => server.anonymous('notes.getPublic', { slug: 'how-to-begin' })
      const shown = await read()
      assert.deepEqual(Object.keys(shown).toSorted(), [
        'author',
        'content',
        'publishedAt',
        'slug',
        'tags',
        'title',
        'updatedAt',
      ])
      assert.deepEqual([shown.author, shown.tags, shown.content], ['Ada', ['docs'], `See [[${task.key}]].`])
      await grace.call('notes.update', { note: note.id, content: 'Changed.' })
      assert.equal((await read()).content, 'Changed.')

      const unpublished = await grace.call('notes.unpublish', { note: note.id })
      assert.deepEqual([unpublished.publicSlug, unpublished.publishedAt], [null, null])
      await assert.rejects(read(), { status: 404 })
      assert.equal((await ada.call('notes.publish', { note: note.id })).publicSlug, 'how-to-begin')
      await ada.call('notes.delete', { note: note.id })
      await assert.rejects(read(), { status: 404 })
      await ada.call('trash.restore', { kind: 'note', item: note.id })
      assert.equal((await read()).title, 'How to “begin”')
      await ada.call('projects.delete', { project: 'web' })
      await assert.rejects(read(), { status: 404 })
      await ada.call('trash.restore', { kind: 'project', item: 'web' })
    })

    it('rejects a slug that is in use, and suggests a free one', async () => {
      const elsewhere = await server.register('Elsewhere')
      const first = await elsewhere.call('notes.create', { title: 'Taken', content: 'x' })
      await elsewhere.call('notes.publish', { note: first.id })
      const second = await grace.call('notes.create', { title: 'Taken', content: 'y' })
      await assert.rejects(grace.call('notes.publish', { note: second.id }), {
        code: 'address_taken',
        message: 'Another note already uses the public slug "taken". Choose another: "taken-2" is free.',
      })
      assert.equal(
        (await grace.call('notes.publish', { note: second.id, slug: 'taken-2' })).publicSlug,
        'taken-2',
      )
      await elsewhere.call('notes.unpublish', { note: first.id })
      await assert.rejects(grace.call('notes.publish', { note: second.id, slug: 'taken' }), { status: 409 })
      await assert.rejects(grace.call('notes.publish', { note: second.id, slug: 'Not one' }), { status: 400 })
    })

    it('requires the right to manage the project for publishing, and rejects sandbox notes', async () => {
      const note = await grace.call('notes.create', { project: 'web', title: 'Hers', content: 'x' })
      await assert.rejects(grace.call('notes.publish', { note: note.id }), { code: 'forbidden' })
      const own = await grace.call('notes.create', { title: 'Her own', content: 'x' })
      assert.equal((await grace.call('notes.publish', { note: own.id })).may.publish, true)
      // Moving a published note must not bypass the right to publish in the project.
      await assert.rejects(grace.call('notes.update', { note: own.id, project: 'web' }), {
        code: 'forbidden',
      })
      const { value } = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const test = server.client(value)
      const trial = await test('notes.create', { content: 'Tried out' })
      assert.equal(trial.may.publish, false)
      await assert.rejects(test('notes.publish', { note: trial.id }), { code: 'sandbox_not_public' })
    })

    it('hides private notes of an owner who left the organization', async () => {
      const leaver = await addMember(server, ada, 'member')
      const { id } = await leaver.call('notes.create', { title: 'Farewell', content: 'x' })
      await leaver.call('notes.publish', { note: id })
      const read = () => server.anonymous('notes.getPublic', { slug: 'farewell' })
      assert.equal((await read()).title, 'Farewell')
      await ada.call('members.remove', { member: leaver.user.id })
      await assert.rejects(read(), { status: 404 })
    })

    it('lists the published notes of a project by its team, and returns 404 without any', async () => {
      const team = await addTeam(server, ada)
      await ada.call('projects.create', { name: 'Handbook', slug: 'handbook', team })
      const list = (more: object = {}) =>
        server.anonymous('publicDocs.list', { team, project: 'handbook', ...more })
      await assert.rejects(list(), { status: 404 })
      for (const title of ['Zebra', 'apple', 'Mango']) {
        const { id } = await ada.call('notes.create', {
          project: 'handbook',
          title,
          content: `# ${title}\n\nText.`,
        })
        await ada.call('notes.publish', { note: id, slug: `handbook-${title.toLowerCase()}` })
      }
      await ada.call('notes.create', { project: 'handbook', title: 'Kept back', content: 'secret' })
      const { items, project } = await list()
      assert.equal(project, 'Handbook')
      assert.deepEqual(
        items.map(({ slug, title, excerpt }) => [slug, title, excerpt]),
        [
          ['handbook-apple', 'apple', 'Text.'],
          ['handbook-mango', 'Mango', 'Text.'],
          ['handbook-zebra', 'Zebra', 'Text.'],
        ],
      )
      const first = await list({ limit: 2 })
      const rest = await list({ limit: 2, cursor: first.nextCursor! })
      assert.deepEqual([...first.items, ...rest.items], items)
      await assert.rejects(list({ project: 'web' }), { status: 404 })
    })
  })
}

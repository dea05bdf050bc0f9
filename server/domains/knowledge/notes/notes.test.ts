import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`notes, on ${engine}`, () => {
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

    const longAgo = (note: string) =>
      server.app.database.run(
        sql`update revisions set created_at = created_at - interval '11 minutes' where subject_id = ${note}`,
      )
    const titles = async ({ call }: Person, filters: Parameters<typeof ada.call<'notes.list'>>[1] = {}) =>
      (await call('notes.list', filters)).items.map(({ title }) => title)

    it('lets an agent create a note in its project, and a member change it', async () => {
      const agent = await ada.agent({ project: 'web' })
      const created = await agent.call('create_note', {
        content: '# How we release\n\nOn *Mondays*.',
        tags: ['#Release Notes', 'ops', 'OPS '],
      })
      const note: { id: string; title: string; tags: string[]; project: { slug: string } } =
        created.data as never
      assert.deepEqual([note.title, note.tags], ['How we release', ['release-notes', 'ops']])
      assert.equal(note.project.slug, 'web', 'a credential that is bound to a project writes there')
      const listed = await agent.call('list_notes', { tag: ['ops'] })
      assert.equal((listed.data.items as never as { excerpt: string }[])[0]!.excerpt, 'On Mondays.')

      const seen = await grace.call('notes.get', { note: note.id })
      assert.deepEqual(seen.may, { edit: true, delete: true, publish: false })
      const changed = await grace.call('notes.update', {
        note: note.id,
        content: 'On Tuesdays.',
        pinned: true,
      })
      assert.deepEqual([changed.title, changed.pinned, changed.revision], ['How we release', true, 2])
      const again = await agent.call('update_note', { note: note.id, title: 'Releases' })
      assert.equal(again.isError, false)
      assert.equal((await agent.call('get_note', { note: note.id })).data.content, 'On Tuesdays.')
      assert.equal((await agent.call('delete_note', { note: note.id })).isError, false)
      assert.equal((await agent.call('get_note', { note: note.id })).data.code, 'not_found')
      await agent.close()
    })

    it('hides a private note and its events from everyone but its owner', async () => {
      const { id, project, may } = await grace.call('notes.create', { content: 'My diary' })
      assert.deepEqual([project, may.publish], [null, true])
      for (const operation of [
        'notes.get',
        'notes.update',
        'notes.delete',
        'notes.publish',
        'notes.listRevisions',
      ] as const)
        await assert.rejects(ada.call(operation, { note: id }), { status: 404 })
      const bound = await grace.call('credentials.createApiKey', { name: 'bound', project: 'web' })
      const key = server.client(bound.value)
      await assert.rejects(key('notes.get', { note: id }), { status: 404 })
      assert.ok(!(await titles(ada)).includes('My diary'))
      assert.ok((await titles(grace, { personal: true })).includes('My diary'))
      const countEvents = async ({ call }: Person) =>
        (await call('activity.listEvents', { limit: 500 })).items.filter(({ subject }) => subject.id === id)
          .length
      assert.deepEqual([await countEvents(ada), await countEvents(grace)], [0, 1])
      const guest = await addMember(server, ada, 'guest')
      const own = await guest.call('notes.create', { content: 'Seen by a guest' })
      assert.equal((await guest.call('notes.get', { note: own.id })).title, 'Seen by a guest')
      await assert.rejects(guest.call('notes.create', { project: 'web', content: 'x' }), { status: 404 })
    })

    it('moves a note to a project and back, and shows each reader only visible events', async () => {
      const note = await grace.call('notes.create', { title: 'Draft', content: 'a secret' })
      const moved = await grace.call('notes.update', { note: note.id, content: 'for all', project: 'web' })
      assert.equal(moved.project!.slug, 'web')
      assert.equal((await ada.call('notes.get', { note: note.id })).content, 'for all')
      const events = (await ada.call('activity.listEvents', { limit: 500 })).items
      const mine = events.filter(({ subject }) => subject.id === note.id)
      assert.deepEqual(
        mine.map(({ type }) => type),
        ['note.moved'],
        'events before the move stay private',
      )
      const makingPrivate = ada.call('notes.update', { note: note.id, project: null })
      await assert.rejects(makingPrivate, { code: 'forbidden' })
      assert.equal((await grace.call('notes.update', { note: note.id, project: null })).project, null)
      await assert.rejects(ada.call('notes.get', { note: note.id }), { status: 404 })

      const hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const moving = grace.call('notes.update', { note: note.id, project: hidden.slug })
      await assert.rejects(moving, { status: 404 })
      await ada.call('projects.archive', { project: hidden.slug })
      await assert.rejects(ada.call('notes.create', { project: hidden.slug, content: 'x' }), {
        code: 'project_archived',
      })
    })

    it('lists notes pinned first, in pages, filtered and sorted', async () => {
      const person = await server.register('Reader')
      const write = (title: string, more: object = {}) =>
        person.call('notes.create', { title, content: `About ${title}`, ...more })
      await write('b Alpha', { tags: ['x', 'y'] })
      await write('a Beta', { tags: ['x'], pinned: true })
      const { updatedAt } = await write('d Gamma')
      await write('c Delta', { content: 'searching for needles' })
      assert.deepEqual(await titles(person), ['a Beta', 'c Delta', 'd Gamma', 'b Alpha'])
      assert.deepEqual(await titles(person, { sort: '-createdAt' }), [
        'a Beta',
        'c Delta',
        'd Gamma',
        'b Alpha',
      ])
      assert.deepEqual(await titles(person, { sort: 'title' }), ['a Beta', 'b Alpha', 'c Delta', 'd Gamma'])
      for (const sort of ['-updatedAt', '-createdAt', 'title'] as const) {
        const all = await titles(person, { sort })
        const first = await person.call('notes.list', { sort, limit: 1 })
        const second = await person.call('notes.list', { sort, limit: 2, cursor: first.nextCursor! })
        const third = await person.call('notes.list', { sort, limit: 2, cursor: second.nextCursor! })
        const paged = [first, second, third].flatMap(({ items }) => items.map(({ title }) => title))
        assert.deepEqual([paged, third.nextCursor], [all, null])
      }
      assert.deepEqual(await titles(person, { tag: ['X'] }), ['a Beta', 'b Alpha'])
      assert.deepEqual(await titles(person, { tag: ['x', 'y'] }), ['b Alpha'])
      assert.deepEqual(await titles(person, { search: 'need' }), ['c Delta'])
      assert.deepEqual(await titles(person, { search: 'about gamma' }), ['d Gamma'])
      assert.deepEqual(await titles(person, { pinned: false, until: updatedAt }), ['b Alpha'])
      assert.deepEqual(await titles(person, { since: updatedAt, pinned: false }), ['c Delta', 'd Gamma'])
      assert.deepEqual(await titles(person, { mine: false }), [])
      assert.deepEqual(await titles(person, { published: true }), [])
      assert.ok((await titles(ada, { project: 'web' })).every((title) => title !== 'b Alpha'))
    })

    it('folds saves of one person into a revision, and keeps those of others apart', async () => {
      const { id } = await ada.call('notes.create', { project: 'web', title: 'Log', content: 'one\n' })
      const save = (person: Person, content: string, more: object = {}) =>
        person.call('notes.update', { note: id, content, ...more })
      assert.equal((await save(ada, 'one\ntwo\n')).revision, 1, 'within ten minutes')
      assert.equal((await save(grace, 'one\ntwo\nthree\n')).revision, 2, 'another person')
      assert.equal((await save(ada, 'four\n')).revision, 3)
      await longAgo(id)
      assert.equal((await save(ada, 'five\n')).revision, 4, 'ten minutes later')
      assert.equal((await save(ada, 'six\n', { reason: 'It was wrong.' })).revision, 5, 'with a reason')
      assert.equal((await ada.call('notes.update', { note: id, pinned: true })).revision, 5)

      const { items } = await ada.call('notes.listRevisions', { note: id })
      assert.deepEqual(
        items.map(({ revision, createdBy, reason }) => [revision, createdBy.name, reason]),
        [
          [5, 'Ada', 'It was wrong.'],
          [4, 'Ada', ''],
          [3, 'Ada', ''],
          [2, grace.user.name, ''],
          [1, 'Ada', ''],
        ],
      )
      const old = await grace.call('notes.getRevision', { note: id, revision: 2 })
      assert.equal(old.content, 'one\ntwo\nthree\n')
      // Reverting to an older text keeps the newer text as a revision.
      assert.equal((await save(grace, 'seven\n')).revision, 6)
      assert.equal((await save(grace, old.content)).revision, 7)
      assert.equal((await ada.call('notes.getRevision', { note: id, revision: 6 })).content, 'seven\n')
      const { added, removed } = await ada.call('notes.compare', { note: id, from: 1, to: 2 })
      assert.deepEqual([added, removed], [1, 0])
      await assert.rejects(ada.call('notes.getRevision', { note: id, revision: 99 }), { status: 404 })
      const { version } = await ada.call('notes.get', { note: id })
      const stale = fetch(`${server.url}/api/notes/${id}`, {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${ada.token}`,
          'Content-Type': 'application/json',
          'If-Match': `"${version - 1}"`,
        },
        body: '{"content":"too late"}',
      })
      assert.equal((await stale).status, 412)
    })

    it('restores a note from the trash, and undoes its changes', async () => {
      const note = await ada.call('notes.create', {
        project: 'web',
        title: 'Before',
        content: 'old',
        tags: ['a'],
      })
      await longAgo(note.id)
      await ada.call('notes.update', { note: note.id, title: 'After', content: 'new', tags: [] })
      const last = async (type: string) =>
        (await ada.call('activity.listEvents', { limit: 500 })).items.findLast(
          (event) => event.subject.id === note.id && event.type === type,
        )!
      const undone = await ada.call('activity.undo', { event: (await last('note.updated')).id })
      assert.deepEqual(undone.restored.toSorted(), ['revision', 'tags', 'title'])
      const { title, content, tags, revision } = await ada.call('notes.get', { note: note.id })
      assert.deepEqual([title, content, tags, revision], ['Before', 'old', ['a'], 3])
      await ada.call('notes.update', { note: note.id, project: null })
      await ada.call('activity.undo', { event: (await last('note.moved')).id })
      assert.equal((await ada.call('notes.get', { note: note.id })).project!.slug, 'web')

      await grace.call('notes.delete', { note: note.id })
      const { items } = await ada.call('trash.list', { kind: ['note'], project: 'web' })
      assert.equal(items[0]!.title, 'Before')
      await ada.call('activity.undo', { event: (await last('note.deleted')).id })
      assert.equal((await grace.call('notes.get', { note: note.id })).content, 'old')
      const own = await grace.call('notes.create', { content: 'Own' })
      await grace.call('notes.delete', { note: own.id })
      assert.ok((await ada.call('trash.list', { kind: ['note'] })).items.every(({ id }) => id !== own.id))
      await assert.rejects(ada.call('trash.restore', { kind: 'note', item: own.id }), { status: 404 })
      await grace.call('trash.restore', { kind: 'note', item: own.id })
    })

    it('accepts a note of the maximum length, and rejects a longer one', async () => {
      const long = 'word '.repeat(100_000)
      const { id } = await ada.call('notes.create', { content: long })
      assert.equal((await ada.call('notes.get', { note: id })).content.length, 500_000)
      await assert.rejects(ada.call('notes.create', { content: `${long}x` }), { status: 400 })
      const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`)
      await assert.rejects(ada.call('notes.create', { content: 'x', tags: many }), { status: 400 })
      const hard = Array.from({ length: 90_000 }, (_, index) => (index % 2 ? '-' : '𐐷')).join('')
      await ada.call('notes.create', { content: hard })
    })

    it("deletes private notes with their owner's account, and keeps notes of projects", async () => {
      const leaver = await addMember(server, ada, 'member')
      const own = await leaver.call('notes.create', { content: 'Mine' })
      const shared = await leaver.call('notes.create', { project: 'web', content: 'Ours' })
      const exported = (await leaver.call('accounts.export', {})).notes
      assert.deepEqual(exported.map(({ content }) => content).toSorted(), ['Mine', 'Ours'])
      await server.app.database.run(sql`update users set erase_at = now() where id = ${leaver.user.id}`)
      const { eraseAccounts } = await import('../../auth/accounts/erase-accounts.ts')
      await eraseAccounts(server.app)
      const remaining = await server.app.database.run<{ id: string }>(
        sql`select id from notes where id = any(${[own.id, shared.id]})`,
      )
      assert.deepEqual(remaining, [{ id: shared.id }])
      const revisions = await server.app.database.run(
        sql`select 1 from revisions where subject_id = ${own.id}`,
      )
      assert.equal(revisions.length, 0)
      assert.equal((await ada.call('notes.get', { note: shared.id })).owner.name, 'Deleted user')
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { storeAnswer } from '../../../../test/conversations.ts'
import { addMember, impersonate } from '../../../../test/world.ts'
import { titleFrom } from './ai-session.ts'

for (const engine of oneEngine) {
  describe(`conversations, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let guest: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      guest = await addMember(server, ada, 'guest')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('projects.create', {
        name: 'Private',
        slug: 'hidden',
        key: 'HID',
        visibility: 'private',
      })
    })
    after(() => server.stop())

    const start = (person: Person, input = {}) => person.call('aiSessions.create', input)
    const titles = async (person: Person, input = {}) =>
      (await person.call('aiSessions.list', input)).items.map(({ title }) => title)

    it('takes the title from the first question, and keeps a chosen one', async () => {
      const first = await start(ada)
      assert.deepEqual([first.title, first.messageCount, first.project], ['New conversation', 0, null])
      await storeAnswer(server, ada, first.id, 'How do refunds work?\nIn detail.')
      await storeAnswer(server, ada, first.id, 'And partial ones?')
      const asked = await ada.call('aiSessions.get', { aiSession: first.id })
      assert.deepEqual([asked.title, asked.messageCount, asked.answering], ['How do refunds work?', 4, false])
      const named = await start(ada, { title: 'Refunds' })
      await storeAnswer(server, ada, named.id, 'How do they work?')
      assert.equal((await ada.call('aiSessions.get', { aiSession: named.id })).title, 'Refunds')
      const renamed = await ada.call('aiSessions.rename', { aiSession: named.id, title: 'Money back' })
      assert.equal(renamed.title, 'Money back')
    })

    it('cuts a long title at a word, and never within a character', () => {
      const words = titleFrom('word '.repeat(30))
      assert.match(words, /^(word )+word…$/)
      assert.ok(words.length <= 80)
      assert.ok(titleFrom('😀'.repeat(60)).isWellFormed())
      assert.equal(titleFrom('x'.repeat(200)).length, 80)
    })

    it('shows a private conversation to its owner only, also not to admins and impersonators', async () => {
      const admin = await addMember(server, ada, 'admin')
      const { id: aiSession } = await start(grace, { project: 'web', title: 'Secret of Grace' })
      await storeAnswer(server, grace, aiSession, 'What is secret?')
      for (const other of [ada, admin]) {
        await assert.rejects(other.call('aiSessions.get', { aiSession }), { status: 404 })
        await assert.rejects(other.call('aiSessions.listMessages', { aiSession }), { status: 404 })
        await assert.rejects(other.call('aiSessions.create', { from: aiSession }), { status: 404 })
        assert.ok(!(await titles(other)).includes('Secret of Grace'))
        const events = await other.call('activity.listEvents', { limit: 500 })
        assert.ok(!JSON.stringify(events).includes(aiSession))
      }
      const acting = server.client(await impersonate(server, admin, grace))
      await assert.rejects(acting('aiSessions.get', { aiSession }), { status: 404 })
      assert.deepEqual((await acting('aiSessions.list', {})).items, [])
      await assert.rejects(acting('aiSessions.create', {}), { code: 'not_while_impersonating' })
    })

    it('shares a conversation with its project, read-only, and makes it private again', async () => {
      const { id: aiSession } = await start(grace, { project: 'web', title: 'Shared by Grace' })
      await storeAnswer(server, grace, aiSession, 'What is shared?')
      const shared = await grace.call('aiSessions.share', { aiSession, shared: true })
      assert.deepEqual([shared.shared, shared.isOwner], [true, true])
      const seen = await ada.call('aiSessions.get', { aiSession })
      assert.deepEqual([seen.isOwner, seen.owner.name, seen.project!.key], [false, 'member', 'WEB'])
      assert.equal((await ada.call('aiSessions.listMessages', { aiSession })).items.length, 2)
      assert.deepEqual(await titles(ada, { mine: false }), ['Shared by Grace'])
      for (const change of [
        () => ada.call('aiSessions.rename', { aiSession, title: 'Mine' }),
        () => ada.call('aiSessions.share', { aiSession, shared: false }),
        () => ada.call('aiSessions.delete', { aiSession }),
      ])
        await assert.rejects(change(), { code: 'forbidden' })
      await assert.rejects(guest.call('aiSessions.get', { aiSession }), { status: 404 })
      await grace.call('aiSessions.share', { aiSession, shared: false })
      await assert.rejects(ada.call('aiSessions.get', { aiSession }), { status: 404 })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.deepEqual(
        items.filter(({ subject }) => subject.id === aiSession).map(({ type }) => type),
        ['ai_session.shared', 'ai_session.unshared'],
      )
    })

    it('rejects sharing a conversation about no project', async () => {
      const { id: aiSession } = await start(ada)
      await assert.rejects(ada.call('aiSessions.share', { aiSession, shared: true }), {
        code: 'invalid_input',
      })
    })

    it('hides a conversation from its owner who can no longer view the project', async () => {
      await ada.call('projects.share', { project: 'hidden', user: guest.user.username, role: 'viewer' })
      await assert.rejects(start(guest, { project: 'web' }), { status: 404 })
      const { id: aiSession } = await start(guest, { project: 'hidden' })
      await guest.call('aiSessions.get', { aiSession })
      await ada.call('projects.unshare', { project: 'hidden', user: guest.user.username })
      await assert.rejects(guest.call('aiSessions.get', { aiSession }), { status: 404 })
      assert.deepEqual(await titles(guest), [])
    })

    it('lets guests ask about everything that they can see', async () => {
      const { id: aiSession, project } = await start(guest)
      assert.equal(project, null)
      await assert.rejects(ada.call('aiSessions.get', { aiSession }), { status: 404 })
    })

    it('limits a key of one project to conversations about it', async () => {
      const key = await ada.call('credentials.createApiKey', {
        name: 'bound',
        project: 'web',
        scopes: ['read', 'write'],
      })
      const bound = server.client(key.value)
      const other = await start(ada, { project: 'hidden' })
      const own = await bound('aiSessions.create', {})
      assert.equal(own.project!.slug, 'web')
      const listed = await bound('aiSessions.list', { limit: 200 })
      assert.ok(listed.items.every(({ project }) => project?.slug === 'web'))
      for (const aiSession of [other.id, (await start(ada)).id])
        await assert.rejects(bound('aiSessions.get', { aiSession }), { status: 404 })
    })

    it('finds words in titles and messages, most recently used first, in pages', async () => {
      const person = await addMember(server, ada, 'member')
      const ids: string[] = []
      for (const title of ['One', 'Two', 'Three']) ids.push((await start(person, { title })).id)
      await storeAnswer(server, person, ids[0]!, 'Where is the zebra crossing?', {
        text: 'In the giraffe house.',
      })
      assert.deepEqual(await titles(person), ['One', 'Three', 'Two'])
      assert.deepEqual(await titles(person, { q: 'giraffe hou' }), ['One'])
      assert.deepEqual(await titles(person, { q: 'two' }), ['Two'])
      assert.deepEqual(await titles(person, { q: 'lion' }), [])
      const page = await person.call('aiSessions.list', { limit: 2 })
      const next = await person.call('aiSessions.list', { limit: 2, cursor: page.nextCursor! })
      assert.deepEqual(
        [...page.items, ...next.items].map(({ title }) => title),
        ['One', 'Three', 'Two'],
      )
    })

    it('moves a conversation to the trash, and restores it with its messages', async () => {
      const { id: aiSession } = await start(ada, { title: 'Trashed' })
      await storeAnswer(server, ada, aiSession, 'Why?')
      await ada.call('aiSessions.delete', { aiSession })
      await assert.rejects(ada.call('aiSessions.get', { aiSession }), { status: 404 })
      const listed = await ada.call('trash.list', { kind: ['ai_session'] })
      assert.deepEqual(
        listed.items.map(({ id, title }) => [id, title]),
        [[aiSession, 'Trashed']],
      )
      assert.deepEqual((await grace.call('trash.list', { kind: ['ai_session'] })).items, [])
      await assert.rejects(grace.call('trash.restore', { kind: 'ai_session', item: aiSession }), {
        status: 404,
      })
      await ada.call('trash.restore', { kind: 'ai_session', item: aiSession })
      assert.equal((await ada.call('aiSessions.listMessages', { aiSession })).items.length, 2)
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contextOf, passageOf, storeAnswer } from '../../../../test/conversations.ts'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { TestDevice } from '../../sync/test-device.ts'
import { queriesDuring } from '../../../../test/watched-queries.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { visiblePassages } from '../answers/visible-passages.ts'

for (const engine of oneEngine) {
  describe(`messages of conversations, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let task: string
    let note: string
    let privateRepo: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      task = (await ada.call('tasks.create', { project: 'web', title: 'Visible' })).id
      note = (await ada.call('notes.create', { title: 'Mine', content: 'Private to Ada.' })).id
      privateRepo = await addPrivateRepo()
    })
    after(() => server.stop())

    /** Adds a repository that only Ada can read at the code host. */
    async function addPrivateRepo(): Promise<string> {
      const { database } = server.app
      const id = newId()
      await database.run(
        sql`insert into repos (id, organization_id, project_id, name, url, status, created_by, access, is_private, connected_by)
          select ${id}, organization_id, id, 'secret', 'https://example.com/secret', 'ready', '{}', 'person', true, ${ada.user.id}
            from projects where slug = 'web' and organization_id = ${ada.organization.id}`,
      )
      await database.run(
        sql`insert into repo_viewers (repo_id, user_id, can_read, checked_at) values (${id}, ${ada.user.id}, true, now())`,
      )
      return id
    }

    const start = async (input = {}) => (await ada.call('aiSessions.create', input)).id
    const sources = async (person: Person, aiSession: string) =>
      (await person.call('aiSessions.listMessages', { aiSession })).items[1]!.passages.map(
        ({ number }) => number,
      )

    it('leaves out the sources that a reader cannot see, and keeps the numbers of the others', async () => {
      const aiSession = await start({ project: 'web' })
      const passages = [passageOf('note', note, 1), passageOf('task', task, 2), passageOf('task', newId(), 3)]
      await storeAnswer(server, ada, aiSession, 'What do you know?', { passages })
      await ada.call('aiSessions.share', { aiSession, shared: true })
      assert.deepEqual(await sources(ada, aiSession), [1, 2])
      assert.deepEqual(await sources(grace, aiSession), [2])
      const copy = await grace.call('aiSessions.create', { from: aiSession })
      assert.deepEqual(await sources(grace, copy.id), [2])
      await ada.call('tasks.delete', { task })
      assert.deepEqual(await sources(ada, aiSession), [1])
      await ada.call('trash.restore', { kind: 'task', item: task })
    })

    it('hides a private repository from readers: its name, its code and its conversations', async () => {
      const aiSession = await start({ repo: privateRepo })
      const passages = [passageOf('code', privateRepo, 1), passageOf('task', task, 2)]
      const steps = [{ tool: 'read_file', input: { repo: 'secret', path: 'a.ts' }, failed: false }]
      await storeAnswer(server, ada, aiSession, 'Where is the login?', { passages, steps })
      await ada.call('aiSessions.share', { aiSession, shared: true })
      const [own, seen] = await Promise.all(
        [ada, grace].map((person) => person.call('aiSessions.get', { aiSession })),
      )
      assert.deepEqual([own!.repo!.name, own!.project!.slug, seen!.repo], ['secret', 'web', null])
      assert.deepEqual(await sources(ada, aiSession), [1, 2])
      assert.deepEqual(await sources(grace, aiSession), [2])
      assert.equal((await ada.call('aiSessions.list', { repo: privateRepo })).items.length, 1)
      await assert.rejects(grace.call('aiSessions.list', { repo: privateRepo }), { status: 404 })
      await assert.rejects(grace.call('aiSessions.create', { repo: privateRepo }), { status: 404 })
      const copy = await grace.call('aiSessions.create', { from: aiSession })
      assert.deepEqual([copy.repo, copy.project!.slug], [null, 'web'])
      const stepsFor = async (person: Person, id: string) =>
        (await person.call('aiSessions.listMessages', { aiSession: id })).items[1]!.steps
      assert.deepEqual(await stepsFor(ada, aiSession), steps)
      for (const id of [aiSession, copy.id])
        assert.deepEqual(await stepsFor(grace, id), [{ tool: 'read_file', input: {}, failed: false }])
    })

    it('continues a shared conversation as a copy that belongs to its reader', async () => {
      const aiSession = await start({ project: 'web', title: 'Original' })
      const proposals = [{ tool: 'create_task', input: { title: 'Fix' } }]
      await storeAnswer(server, ada, aiSession, 'First?', { text: 'Yes.', proposals })
      await ada.call('aiSessions.share', { aiSession, shared: true })
      const copy = await grace.call('aiSessions.create', { from: aiSession })
      assert.deepEqual(
        [copy.title, copy.isOwner, copy.shared, copy.messageCount],
        ['Original', true, false, 2],
      )
      await storeAnswer(server, grace, copy.id, 'Second?')
      const { items } = await grace.call('aiSessions.listMessages', { aiSession: copy.id })
      assert.deepEqual(
        items.map(({ number, role, proposals: copied }) => [number, role, copied.length]),
        [
          [1, 'question', 0],
          [2, 'answer', 0],
          [3, 'question', 0],
          [4, 'answer', 0],
        ],
      )
      assert.equal((await ada.call('aiSessions.get', { aiSession })).messageCount, 2)
      const mixed = grace.call('aiSessions.create', { from: aiSession, project: 'web' })
      await assert.rejects(mixed, { code: 'invalid_input' })
    })

    it('shows the result of a confirmed proposal only to readers who can see it', async () => {
      const aiSession = await start({ project: 'web' })
      const proposals = [{ tool: 'create_note', input: { title: 'Mine' } }]
      await storeAnswer(server, ada, aiSession, 'Write it down', { proposals })
      const result = { kind: 'note', id: note, key: null, title: 'Mine', url: `/notes/${note}` }
      await server.app.database.run(
        sql`update ai_proposals set state = 'confirmed', result = ${JSON.stringify(result)} where session_id = ${aiSession}`,
      )
      await ada.call('aiSessions.share', { aiSession, shared: true })
      const resultFor = async (person: Person) =>
        (await person.call('aiSessions.listMessages', { aiSession })).items[1]!.proposals[0]!.result
      assert.deepEqual(await resultFor(ada), result)
      assert.equal(await resultFor(grace), null)
    })

    it('reads 100 messages with as many queries as two, in pages', async () => {
      const long = await start()
      const passages = [passageOf('note', note), passageOf('code', privateRepo, 2)]
      const proposals = [{ tool: 'create_task', input: { title: 'Fix' } }]
      for (let count = 0; count < 50; count++)
        await storeAnswer(server, ada, long, `Question ${count}`, { passages, proposals })
      const short = await start()
      await storeAnswer(server, ada, short, 'Question', { passages, proposals })
      const read = async (aiSession: string) => {
        const list = () => ada.call('aiSessions.listMessages', { aiSession, limit: 200 })
        const queries = await queriesDuring(server.app.database, list)
        // Other queries belong to the authentication and to jobs.
        return queries.filter(({ text }) => /ai_|subject_kind|from repos/.test(text))
      }
      const [many, few] = [await read(long), await read(short)]
      assert.equal(many.length, few.length)
      assert.equal(many.length, 5, many.map(({ text }) => text).join('\n'))

      const numbers: number[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Awaited<ReturnType<typeof pageAt>> = await pageAt(cursor)
        numbers.push(...page.items.map(({ number }) => number))
        cursor = page.nextCursor
      }
      assert.deepEqual(
        numbers,
        Array.from({ length: 100 }, (_, index) => index + 1),
      )
      function pageAt(cursor: string) {
        return ada.call('aiSessions.listMessages', { aiSession: long, limit: 30, ...(cursor && { cursor }) })
      }
    })

    it('returns visible passages of several answers in one call, in their order', async () => {
      const ctx = await contextOf(server, grace)
      const passages = [passageOf('task', task, 4), passageOf('note', note, 1), passageOf('task', task, 2)]
      const visible = await visiblePassages(ctx, passages)
      assert.deepEqual(visible, [passages[0], passages[2]])
      assert.equal(visible[0], passages[0])
      assert.deepEqual(await visiblePassages(ctx, []), [])
    })

    it('copies conversations to devices: renames from them, and drops unshared ones', async () => {
      const [own, other] = [await TestDevice.register(ada), await TestDevice.register(grace)]
      const aiSession = await start({ project: 'web', title: 'Offline' })
      await storeAnswer(server, ada, aiSession, 'Readable?', { text: 'Yes.' })
      await Promise.all([own.pull(), other.pull()])
      assert.deepEqual([own.has(aiSession), other.has(aiSession)], [[true], [false]])
      const { fields, version } = own.items.get(aiSession)!
      const messages = fields.messages as { role: string; text: string }[]
      assert.deepEqual(
        messages.map(({ role, text }) => [role, text]),
        [
          ['question', 'Readable?'],
          ['answer', 'Yes.'],
        ],
      )
      await ada.call('sync.push', {
        device: own.id,
        changes: [
          {
            id: newId(),
            kind: 'ai_session',
            item: aiSession,
            action: 'update',
            version,
            fields: { title: 'Renamed' },
          },
        ],
      })
      assert.equal((await ada.call('aiSessions.get', { aiSession })).title, 'Renamed')
      await ada.call('aiSessions.share', { aiSession, shared: true })
      await other.pull()
      assert.equal(other.items.get(aiSession)!.fields.title, 'Renamed')
      await ada.call('aiSessions.share', { aiSession, shared: false })
      await other.pull()
      assert.deepEqual(other.has(aiSession), [false])
    })
  })
}

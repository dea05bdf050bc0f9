import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../server/assembly/registry.ts'
import { type Agent, type Person, type TestServer, oneEngine, startTestServer } from './harness.ts'

type Item = Record<string, unknown> & { id: string; key: string; title: string }
interface Page {
  items: Item[]
  nextCursor: string | null
  notice?: string
  createdBy?: string
}

for (const engine of oneEngine) {
  describe(`the results of tools (${engine})`, () => {
    let server: TestServer
    let ada: Person
    let agent: Agent
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      agent = await ada.agent()
      await ada.call('projects.create', { name: 'Web' })
    })
    after(async () => {
      await agent.close()
      await server.stop()
    })

    const callTool = async <Result>(tool: string, input: Record<string, unknown> = {}): Promise<Result> => {
      const { isError, data } = await agent.call(tool, input)
      assert.equal(isError, false, JSON.stringify(data))
      return data as unknown as Result
    }

    it('returns the identifiers and the decisive fields of each item in a list', async () => {
      const project = (await ada.call('projects.create', { name: 'Concise' })).slug
      const description = `${'A long story. '.repeat(40)}The end.`
      await ada.call('features.create', { project, title: 'Short', description: 'Brief.' })
      await ada.call('features.create', { project, title: 'Long', description })
      const listed = await callTool<Page>('list_features', { project })
      const [long, short] = listed.items
      assert.equal(listed.nextCursor, null)
      assert.ok(description.startsWith(long!.description as string))
      assert.equal(long!.descriptionCut, description.length - (long!.description as string).length)
      assert.deepEqual([short!.description, short!.descriptionCut], ['Brief.', undefined])
      const { key: parent } = short!
      const named = { project, feature: parent, assignee: 'me', priority: 'high' } as const
      await ada.call('tasks.create', { ...named, title: 'First', description })
      const { items } = await callTool<Page>('list_tasks', { project, sort: 'createdAt' })
      const { key } = items[0]!
      const expected = { key, title: 'First', status: 'todo', priority: 'high', assignee: 'Ada' }
      assert.deepEqual(items, [{ ...expected, createdBy: 'Ada' }])
      await ada.call('tasks.create', { ...named, title: 'Second', dueAt: '2026-12-24T17:00:00Z' })
      const both = await callTool<Page>('list_tasks', { project, sort: 'createdAt' })
      assert.deepEqual([both.createdBy, both.items[0], both.items[1]!.dueAt], ['Ada', expected, '2026-12-24'])
      assert.equal(listed.createdBy, 'Ada')
      for (const item of [...listed.items, ...items]) {
        assert.ok(item.key && !('id' in item) && !('project' in item))
        assert.ok(Object.values(item).every((value) => value !== null && JSON.stringify(value) !== '[]'))
        for (const name of ['may', 'position', 'version']) assert.ok(!(name in item), name)
      }
      const full = await callTool<Page>('list_tasks', { project, sort: 'createdAt', detail: 'full' })
      const overHttp = await ada.call('tasks.list', { project, sort: 'createdAt' })
      assert.deepEqual(full, JSON.parse(JSON.stringify(overHttp)))
    })

    it('returns a single item without empty fields, in full or shorter on request', async () => {
      const description = `${'A long story. '.repeat(40)}The end.`
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Whole', description })
      const lean = await callTool<Item>('get_task', { task: key })
      assert.deepEqual(
        [lean.key, lean.description, lean.createdBy],
        [key, description, { kind: 'user', name: 'Ada' }],
      )
      for (const name of ['id', 'may', 'assignee', 'labels', 'comments']) assert.ok(!(name in lean), name)
      assert.match(lean.updatedAt as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      const whole = await callTool<Item>('get_task', { task: key, detail: 'full' })
      const { history: _, ...overHttp } = await ada.call('tasks.get', { task: key })
      assert.deepEqual({ ...whole, history: 0 }, { ...overHttp, history: 0 })
      const short = await callTool<Item>('get_task', { task: key, detail: 'concise' })
      assert.ok(!('may' in short) && !('assignee' in short) && short.version === 1)
    })

    it("returns the requested fields and the item's identifiers", async () => {
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Fields' })
      const fields = ['title', 'status', 'assignee']
      const expected = { key, title: 'Fields', status: 'todo', assignee: null }
      assert.deepEqual(await callTool('get_task', { task: key, fields }), expected)
      const { items } = await callTool<Page>('list_tasks', { project: 'web', search: 'Fields', fields })
      assert.deepEqual(items, [expected])
      assert.deepEqual(await callTool('get_task', { task: key, fields: 'status' }), { key, status: 'todo' })
      const wrong = await agent.call('list_tasks', { fields: ['titel', 'colour'] })
      assert.equal(wrong.data.code, 'invalid_input')
      const [titel, colour] = wrong.data.errors as unknown as { path: string; message: string }[]
      assert.equal(titel!.path, 'fields.0')
      assert.match(titel!.message, /Did you mean title\? Known fields: id, key, .*completionNotes/)
      assert.match(colour!.message, /^Unknown field\. Known fields: id, /)
      for (const nonsense of [{ detail: 'all' }, { fields: [] }, { offset: 5 }, { fields: { a: 1 } }]) {
        const { data } = await agent.call('get_task', { task: key, ...nonsense })
        assert.equal(data.code, 'invalid_input', JSON.stringify(nonsense))
      }
    })

    it("returns the new state after a write, without repeating the caller's input", async () => {
      const description = 'A plan in many words. '.repeat(100)
      const created = await callTool<Item>('create_task', { project: 'web', title: 'Made', description })
      assert.ok(!created.id && created.key && created.version === 1 && created.status === 'todo')
      assert.ok(JSON.stringify(created).length < 900, JSON.stringify(created))
      assert.ok((created.descriptionCut as number) > 1000)
      const given = await callTool<Item>('update_task', { task: created.key, assignee: 'me', dueAt: null })
      assert.deepEqual(
        [(given.assignee as Item).name, given.dueAt],
        ['Ada', null],
        'what was cleared is shown',
      )
      const whole = await callTool<Item>('update_task', {
        task: created.key,
        title: 'Made again',
        detail: 'full',
      })
      assert.deepEqual([whole.description, whole.may], [description, { edit: true }])
      const claimed = await callTool<{ task: Item; claim: number }>('claim_task', { task: created.key })
      assert.deepEqual([claimed.task.description, claimed.claim], [description, 1], 'the work is whole')
    })

    it('shortens a list that is too long, and continues exactly after its last item', async () => {
      const project = (await ada.call('projects.create', { name: 'Many' })).slug
      const titles = Array.from({ length: 60 }, (_, index) =>
        `Task ${index} ${'and more '.repeat(20)}`.trim(),
      )
      for (const title of titles)
        await ada.call('tasks.create', { project, title, description: 'word '.repeat(100) })
      const read: string[] = []
      let cursor: string | null | undefined
      let pages = 0
      do {
        const input = { project, sort: 'createdAt', limit: 60, detail: 'full', ...(cursor && { cursor }) }
        const { isError, data } = await agent.call('list_tasks', input)
        assert.equal(isError, false)
        assert.ok(JSON.stringify(data).length <= 25_000)
        const page = data as unknown as Page
        if (pages++ === 0)
          assert.match(page.notice!, new RegExp(`^Shows ${page.items.length} of 60 items, because`))
        if (page.notice) assert.ok(page.notice.includes(`"${page.nextCursor!}"`))
        read.push(...page.items.map(({ title }) => title))
        cursor = page.nextCursor
      } while (cursor)
      assert.deepEqual(read, titles)
      assert.ok(pages > 1)
    })

    it('truncates an item that is too long with a notice, and can return the rest', async () => {
      const content = Array.from({ length: 20_000 }, (_, index) => `line ${index} 😀`).join('\n')
      const { id } = await ada.call('notes.create', { title: 'Long', content: content.slice(0, 200_000) })
      const { content: stored } = await ada.call('notes.get', { note: id })
      const first = await callTool<Item & { notice: string }>('get_note', { note: id })
      assert.ok(JSON.stringify(first).length <= 100_000)
      assert.match(first.notice, /cut: content\. .*over HTTP: GET \/api\/notes\//)
      let whole = first.content as string
      assert.equal(whole.length + (first.contentCut as number), stored.length)
      let next: Item & { notice?: string } = first
      while (next.notice) {
        const offset = Number(/"offset": (\d+)/.exec(next.notice)![1])
        assert.equal(offset, whole.length)
        next = await callTool('get_note', { note: id, fields: ['content'], offset })
        whole += next.content as string
      }
      assert.equal(whole, stored)
      const listed = await callTool<Page>('list_notes', { search: 'Long', detail: 'full' })
      assert.ok(JSON.stringify(listed).length <= 100_000)
    })

    it('uses the same field names as the operations', () => {
      for (const { operation } of operations)
        if (operation.tool)
          for (const name of ['detail', 'fields', 'offset'])
            assert.ok(!(name in operation.input.shape), `${operation.id} has a field "${name}" of its own`)
    })

    it('accepts common variants that models write', async () => {
      const created = await callTool<Item>('create_task', {
        project: 'web',
        title: 2026,
        labels: 'backend, urgent',
        estimate: '3',
        priority: 'HIGH',
        status: 'In Progress',
      })
      assert.deepEqual(
        [created.title, created.labels, created.estimate, created.priority, created.status],
        ['2026', ['backend', 'urgent'], 3, 'high', 'in_progress'],
      )
      const found = await callTool<Page>('list_tasks', {
        status: '["in_progress"]',
        limit: '5',
        blocked: 'false',
      })
      assert.ok(found.items.some(({ key }) => key === created.key))
      const session = await callTool<Item>('create_session', { context: 'x', goals: '["One, two", "Three"]' })
      assert.equal((session.goals as unknown[]).length, 2)
    })
  })
}

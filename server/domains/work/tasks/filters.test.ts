import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startTestServer } from '../../../../test/harness.ts'
import type { InputOf } from '../../../assembly/client.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

type ListInput = InputOf<'tasks.list'>

for (const engine of engines) {
  describe(`task lists, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    let projects = 0
    const createProject = async () => (await ada.call('projects.create', { name: `Shop ${++projects}` })).slug
    const createTask = (project: string, title: string, more: object = {}) =>
      ada.call('tasks.create', { project, title, ...more })
    const found = async (input: ListInput, person = ada) =>
      (await person.call('tasks.list', input)).items.map(({ title }) => title)
    const days = (number: number) => new Date(Date.now() + number * 86_400_000).toISOString()

    it('returns each task once in every sort order and page size', async () => {
      const project = await createProject()
      const priorities = ['none', 'high', 'urgent', 'low'] as const
      for (let index = 0; index < 23; index++)
        await createTask(project, `Task ${index}`, {
          priority: priorities[index % 4],
          dueAt: index % 3 ? days((index % 5) - 2) : undefined,
        })
      const all = (await ada.call('tasks.list', { project, limit: 200 })).items
      await ada.call('tasks.updateMany', { tasks: all.slice(0, 7).map(({ id }) => id), set: { type: 'bug' } })
      await ada.call('tasks.update', { task: all[3]!.id, place: 'first' })
      const keys = ['none', 'low', 'medium', 'high', 'urgent']
      const ranks: Record<NonNullable<ListInput['sort']>, (task: (typeof all)[0]) => string | number> = {
        position: ({ position }) => position,
        '-priority': ({ priority }) => -keys.indexOf(priority),
        dueAt: ({ dueAt }) => dueAt ?? 'later than any',
        '-updatedAt': ({ updatedAt }) => -Date.parse(updatedAt),
        '-createdAt': ({ key }) => -Number(key.split('-')[1]),
        createdAt: ({ key }) => Number(key.split('-')[1]),
      }
      for (const [name, rank] of Object.entries(ranks)) {
        const sort = name as NonNullable<ListInput['sort']>
        for (const scope of sort === 'position' ? [{ project }] : [{ project }, {}]) {
          const listed = await everyPage({ ...scope, sort, limit: 4, search: 'task' })
          assert.equal(new Set(listed.map(({ id }) => id)).size, 23, sort)
          const values = listed.map(rank)
          const ordered = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          assert.deepEqual(values, ordered, sort)
        }
      }
      await assert.rejects(ada.call('tasks.list', { sort: 'position' }), {
        code: 'invalid_input',
        status: 400,
      })
      const { nextCursor } = await ada.call('tasks.list', { project, sort: 'dueAt', limit: 22 })
      const wrong = ada.call('tasks.list', { project, sort: '-priority', cursor: nextCursor! })
      await assert.rejects(wrong, { code: 'invalid_cursor' })
    })

    async function everyPage(input: ListInput) {
      const items = []
      for (let cursor: string | undefined, more = true; more;) {
        const page = await ada.call('tasks.list', { ...input, ...(cursor && { cursor }) })
        items.push(...page.items)
        cursor = page.nextCursor ?? undefined
        more = cursor !== undefined
      }
      return items
    }

    it('finds words in number, title and description, and matches the last word as a prefix', async () => {
      const project = await createProject()
      const card = await createTask(project, 'Pay by credit card', { description: 'With 3-D Secure.' })
      await createTask(project, 'Pay by invoice', { description: 'Not for a credit card.' })
      await createTask(project, 'Größe der Schrift ändern')
      const search = (text: string) => found({ project, search: text, sort: 'createdAt' })
      assert.deepEqual(await search('pay'), ['Pay by credit card', 'Pay by invoice'])
      assert.deepEqual(await search('credit pay'), ['Pay by credit card', 'Pay by invoice'])
      assert.deepEqual(await search('pay inv'), ['Pay by invoice'])
      assert.deepEqual(await search('inv pay'), [], 'only the last word matches as a prefix')
      assert.deepEqual(await search('"by credit"'), ['Pay by credit card'])
      assert.deepEqual(await search('pay -invoice'), ['Pay by credit card'])
      assert.deepEqual(await search('schrift or secure'), ['Pay by credit card', 'Größe der Schrift ändern'])
      assert.deepEqual(await search('größe'), ['Größe der Schrift ändern'])
      assert.deepEqual(await search('Schrift grö'), ['Größe der Schrift ändern'])
      for (const key of [card.key, card.key.toLowerCase()]) assert.deepEqual(await search(key), [card.title])
      for (const odd of [`'`, `\\`, `':*`, '!!!', '& |', '<->', `a'b\\c:*`, '"', 'or', '-', '( ('])
        await search(odd)
    })

    it('finds a task by its number, however its title starts', async () => {
      const project = await createProject()
      for (const title of ['42 is the answer', '-1 is odd', '.5 of it', 'X-9 rays', 'plain']) {
        const task = await createTask(project, title)
        assert.deepEqual(await found({ project, search: task.key }), [title])
      }
    })

    it('combines the filters status, priority, type and labels', async () => {
      const project = await createProject()
      await createTask(project, 'A', { type: 'bug', labels: ['web', 'now'], priority: 'high' })
      await createTask(project, 'B', { type: 'bug', labels: ['web'], status: 'blocked' })
      await createTask(project, 'C', { type: 'spike', labels: ['now'], priority: 'high' })
      assert.deepEqual(await found({ project, type: ['bug'] }), ['B', 'A'])
      assert.deepEqual(await found({ project, type: ['bug', 'spike'], priority: ['high'] }), ['C', 'A'])
      assert.deepEqual(await found({ project, label: ['web'] }), ['B', 'A'])
      assert.deepEqual(await found({ project, label: ['web', 'now'] }), ['A'])
      assert.deepEqual(await found({ project, status: ['todo'], label: ['web'] }), ['A'])
      const response = await fetch(
        `${server.url}/api/tasks?project=${project}&label=now&type=bug,spike&sort=createdAt`,
        {
          headers: { Authorization: `Bearer ${ada.token}` },
        },
      )
      const { items } = (await response.json()) as { items: { title: string }[] }
      assert.deepEqual(
        items.map(({ title }) => title),
        ['A', 'C'],
      )
    })

    it('filters by due date: overdue and open, within a week, before a time, or none', async () => {
      const project = await createProject()
      await createTask(project, 'Late', { dueAt: days(-1) })
      await createTask(project, 'Late and done', { dueAt: days(-1), status: 'complete' })
      await createTask(project, 'Late and cancelled', { dueAt: days(-1), status: 'cancelled' })
      await createTask(project, 'Soon', { dueAt: days(3) })
      await createTask(project, 'Later', { dueAt: days(30) })
      await createTask(project, 'Whenever')
      const sort = 'createdAt'
      assert.deepEqual(await found({ project, sort, due: 'overdue' }), ['Late'])
      assert.deepEqual(await found({ project, sort, due: 'week' }), ['Soon'])
      assert.deepEqual(await found({ project, sort, due: 'none' }), ['Whenever'])
      const before = ['Late', 'Late and done', 'Late and cancelled', 'Soon']
      assert.deepEqual(await found({ project, sort, dueBefore: days(4) }), before)
    })

    it('filters by story and epic, by number or id', async () => {
      const project = await createProject()
      const epic = await ada.call('epics.create', { project, title: 'Epic' })
      const [one, two] = [
        await ada.call('stories.create', { project, epic: epic.key, title: 'One' }),
        await ada.call('stories.create', { project, epic: epic.key, title: 'Two' }),
      ]
      await createTask(project, 'In one', { story: one.key })
      await createTask(project, 'In two', { story: two.key })
      await createTask(project, 'In none')
      assert.deepEqual(await found({ story: one.key }), ['In one'])
      assert.deepEqual(await found({ story: two.id, sort: 'position' }), ['In two'])
      assert.deepEqual(await found({ epic: epic.key.toLowerCase() }), ['In two', 'In one'])
      assert.deepEqual(await found({ epic: epic.id, project, sort: 'position' }), ['In one', 'In two'])
      await assert.rejects(ada.call('tasks.list', { story: 'NOPE-1' }), { code: 'invalid_input' })
      const bob = await server.register('Bob')
      for (const input of [{ story: one.id }, { epic: epic.id }])
        await assert.rejects(bob.call('tasks.list', input), { code: 'invalid_input' })
    })

    it('filters by assignee, claim and blockers', async () => {
      const project = await createProject()
      const mine = await createTask(project, 'Mine', { assignee: 'me' })
      const held = await createTask(project, 'Held')
      await createTask(project, 'Waits')
      const { database } = server.app
      await database.run(
        sql`update tasks set lease_until = now() + interval '5 minutes', claimed_at = now(), claim_number = 1,
                claimed_by = created_by where id = ${held.id}`,
      )
      await database.run(
        sql`update tasks set open_blockers = 1 where title = 'Waits' and project_id =
        (select project_id from tasks where id = ${mine.id})`,
      )
      assert.deepEqual(await found({ project, assignee: 'me' }), ['Mine'])
      assert.deepEqual(await found({ project, assignee: 'none' }), ['Waits', 'Held'])
      assert.deepEqual(await found({ project, held: true }), ['Held'])
      assert.deepEqual(await found({ project, held: false }), ['Waits', 'Mine'])
      assert.deepEqual(await found({ project, blocked: true }), ['Waits'])
      assert.deepEqual(await found({ project, blocked: false, held: false }), ['Mine'])
      const agent = await ada.agent()
      const { data } = await agent.call('list_tasks', { project, blocked: true, search: 'wait' })
      await agent.close()
      assert.equal((data.items as unknown as { title: string }[])[0]!.title, 'Waits')
    })

    it('returns only shared tasks to a guest, in every sort order', async () => {
      const [open, closed] = [await createProject(), await createProject()]
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: open, user: guest.user.id, role: 'viewer' })
      await createTask(open, 'Seen needle')
      await createTask(closed, 'Hidden needle')
      for (const sort of ['-createdAt', '-priority', 'dueAt', '-updatedAt'] as const)
        assert.deepEqual(await found({ search: 'needle', sort }, guest), ['Seen needle'])
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { InputOf } from '../../../assembly/client.ts'
import { type Person, type TestServer, engines, startTestServer } from '../../../../test/harness.ts'
import { wholeTree } from '../../../../test/whole-tree.ts'
import { addMember } from '../../../../test/world.ts'

type PlanInput = InputOf<'tasks.plan'>['tasks']

for (const engine of engines) {
  describe(`plans, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    let projects = 0
    const createProject = async (visibility: 'organization' | 'private' = 'organization') =>
      await ada.call('projects.create', {
        name: `Plan ${++projects}`,
        key: `PL${'ABCDEFGHIJKLMNOP'[projects]}`,
        visibility,
      })
    const plan = (project: string, tasks: PlanInput, dryRun = false) =>
      ada.call('tasks.plan', { project, tasks, dryRun })
    const rejected = async (project: string, tasks: PlanInput) => {
      const error = await plan(project, tasks).then(
        () => assert.fail('the plan was accepted'),
        (each: { status: number; errors: { path: string; message: string }[]; message: string }) => each,
      )
      return error
    }
    const firstError = async (project: string, tasks: PlanInput) => {
      const { errors } = await rejected(project, tasks)
      return `${errors[0]!.path}: ${errors[0]!.message}`
    }

    it('creates epics, stories and tasks with their links, parents before children', async () => {
      const { slug, key } = await createProject()
      const { items, dryRun } = await plan(slug, [
        { title: 'The form', ref: 'form', parent: 'pay', labels: ['ui'], dueAt: '2026-12-24T17:00:00Z' },
        { title: 'Checkout', ref: 'checkout', kind: 'epic' },
        { title: 'Pay by card', ref: 'pay', kind: 'story', parent: 'checkout' },
        {
          title: 'The receipt',
          parent: 'pay',
          blockedBy: ['form', 'the api'],
          priority: 'high',
          assignee: 'me',
        },
        { title: 'The API', parent: 'pay' },
      ])
      assert.equal(dryRun, false)
      assert.deepEqual(
        items.map((item) => [item.kind, item.key, item.ref, item.parent, item.blockedBy]),
        [
          ['task', `${key}-3`, 'form', `${key}-2`, []],
          ['epic', `${key}-1`, 'checkout', null, []],
          ['story', `${key}-2`, 'pay', `${key}-1`, []],
          ['task', `${key}-4`, null, `${key}-2`, [`${key}-3`, `${key}-5`]],
          ['task', `${key}-5`, null, `${key}-2`, []],
        ],
      )
      const { items: tasks } = await ada.call('tasks.list', { project: slug, sort: 'createdAt' })
      assert.deepEqual(
        tasks.map((task) => [task.title, task.story!.key, task.openBlockers, task.blockedBy]),
        [
          ['The form', `${key}-2`, 0, []],
          ['The receipt', `${key}-2`, 2, [`${key}-3`, `${key}-5`]],
          ['The API', `${key}-2`, 0, []],
        ],
      )
      assert.deepEqual([tasks[0]!.labels, tasks[0]!.dueAt], [['ui'], '2026-12-24T17:00:00.000Z'])
      assert.deepEqual([tasks[1]!.priority, tasks[1]!.assignee!.name], ['high', 'Ada'])
      const { history } = await ada.call('tasks.get', { task: `${key}-3` })
      assert.deepEqual(history.map(({ type }) => type).toSorted(), ['task.created', 'task.linked'])
      assert.equal((await wholeTree(ada, slug)).epics[0]!.stories[0]!.tasks.length, 3)

      await ada.call('tasks.complete', { task: `${key}-3` })
      const { unblocked } = await ada.call('tasks.complete', { task: `${key}-5` })
      assert.deepEqual(
        unblocked.map((each) => each.key),
        [`${key}-4`],
      )
    })

    it('links a plan to existing items, also to tasks of other projects', async () => {
      const { slug, key } = await createProject()
      const other = await createProject()
      const waited = await ada.call('tasks.create', { project: other.slug, title: 'Elsewhere' })
      const done = await ada.call('tasks.create', { project: slug, title: 'Done', status: 'complete' })
      const feature = await ada.call('features.create', { project: slug, title: 'Cart' })
      const { items } = await plan(slug, [
        { title: 'One', parent: feature.key, blockedBy: [waited.key.toLowerCase(), done.id] },
      ])
      assert.deepEqual([items[0]!.parent, items[0]!.blockedBy], [feature.key, [waited.key, done.key]])
      const task = await ada.call('tasks.get', { task: `${key}-3` })
      assert.deepEqual([task.feature!.key, task.openBlockers, task.blockedBy], [feature.key, 1, [waited.key]])
      assert.deepEqual(
        (await ada.call('tasks.get', { task: waited.key })).dependencies.map((each) => each.kind),
        ['blocks'],
      )
    })

    it('checks a plan without creating it in a dry run, and predicts the numbers', async () => {
      const { slug } = await createProject()
      const tasks: PlanInput = [
        { title: 'First', ref: 'a' },
        { title: 'Second', blockedBy: ['a'] },
      ]
      const dry = await plan(slug, tasks, true)
      assert.equal(dry.dryRun, true)
      assert.equal((await ada.call('tasks.list', { project: slug })).items.length, 0)
      const real = await plan(slug, tasks)
      assert.deepEqual(real.items, dry.items)
    })

    it('creates nothing and names the item if a part of the plan is wrong', async () => {
      const { slug } = await createProject()
      const fine = { title: 'Fine', ref: 'fine' }
      assert.match(
        await firstError(slug, [fine, { title: 'x', blockedBy: ['nothing'] }]),
        /^tasks\.1\.blockedBy\.0: "nothing" is neither a ref in this call nor a task/,
      )
      assert.match(
        await firstError(slug, [fine, { title: 'x', parent: 'fine' }]),
        /^tasks\.1\.parent: "fine" is a task\./,
      )
      assert.match(
        await firstError(slug, [
          { title: 'E', kind: 'epic' },
          { title: 'x', parent: 'E' },
        ]),
        /A task belongs to a story or feature/,
      )
      assert.match(
        await firstError(slug, [{ title: 'S', kind: 'story' }]),
        /^tasks\.0\.parent: A story belongs to an epic/,
      )
      assert.match(
        await firstError(slug, [{ title: 'E', kind: 'epic', priority: 'high' }]),
        /^tasks\.0\.priority: Only tasks have "priority", and this is an epic/,
      )
      assert.match(await firstError(slug, [fine, { title: 'x', status: 'planned' }]), /^tasks\.1\.status/)
      assert.match(await firstError(slug, [fine, { ...fine, title: 'Twice' }]), /^tasks\.1\.ref: Two items/)
      assert.match(
        await firstError(slug, [fine, { title: 'x', assignee: 'nobody-here' }]),
        /^tasks\.1\.assignee/,
      )
      assert.match(await firstError(slug, [{ title: 'x', blockedBy: ['x'] }]), /cannot block itself/)
      const cycle = await rejected(slug, [
        { title: 'A', blockedBy: ['C'] },
        { title: 'B', blockedBy: ['A'] },
        { title: 'C', blockedBy: ['B'] },
      ])
      assert.equal(cycle.status, 422)
      assert.match(cycle.message, /cycle: A → B → C → A/)
      const many = Array.from({ length: 101 }, (_, index) => ({ title: `Task ${index}` }))
      assert.equal((await rejected(slug, many)).status, 400)
      assert.equal((await ada.call('tasks.list', { project: slug })).items.length, 0)
    })

    it('hides the tasks of projects that the caller cannot see', async () => {
      const { slug } = await createProject()
      const hidden = await createProject('private')
      const secret = await ada.call('tasks.create', { project: hidden.slug, title: 'Secret' })
      const grace = await addMember(server, ada, 'member')
      await assert.rejects(
        grace.call('tasks.plan', { project: slug, tasks: [{ title: 'x', blockedBy: [secret.key] }] }),
        { status: 400 },
      )
      await plan(slug, [{ title: 'Waits', blockedBy: [secret.key] }])
      const { items } = await grace.call('tasks.list', { project: slug })
      assert.deepEqual([items[0]!.openBlockers, items[0]!.blockedBy], [1, []])
    })

    it('creates a hundred linked tasks in input order', async () => {
      const { slug } = await createProject()
      const tasks = Array.from({ length: 100 }, (_, index) => ({
        title: `Task ${index}`,
        ref: `t${index}`,
        blockedBy: index === 0 ? [] : [`t${index - 1}`],
      }))
      const { items } = await plan(slug, tasks)
      assert.deepEqual(
        items.map((item) => Number(item.key.split('-')[1])),
        tasks.map((_, index) => index + 1),
      )
      const ready = await ada.call('tasks.list', { project: slug, ready: true })
      assert.deepEqual(
        ready.items.map(({ title }) => title),
        ['Task 0'],
      )
    })

    it('creates the tasks of a new project and of a new feature with it', async () => {
      const { items, slug } = await ada.call('projects.create', {
        name: `With tasks ${engine}`,
        tasks: [
          { title: 'One', ref: 'one' },
          { title: 'Two', blockedBy: ['one'] },
        ],
      })
      assert.deepEqual(
        items!.map(({ blockedBy }) => blockedBy.length),
        [0, 1],
      )
      const feature = await ada.call('features.create', {
        project: slug,
        title: 'Cart',
        tasks: [{ title: 'Build it', blockedBy: [items![1]!.key] }],
      })
      assert.equal(feature.items![0]!.parent, feature.key)
      const { tasks } = await ada.call('features.get', { feature: feature.key })
      assert.deepEqual(
        tasks.map(({ title }) => title),
        ['Build it'],
      )
      await assert.rejects(
        ada.call('features.create', { project: slug, title: 'None', tasks: [{ title: 'x', parent: 'y' }] }),
        { status: 400 },
      )
      assert.equal((await ada.call('features.list', { project: slug })).items.length, 1)
    })

    it('creates a single task with a parent and blockers', async () => {
      const { slug } = await createProject()
      const first = await ada.call('tasks.create', { project: slug, title: 'First' })
      const epic = await ada.call('epics.create', { project: slug, title: 'Epic' })
      const story = await ada.call('stories.create', { project: slug, epic: epic.key, title: 'Story' })
      const task = await ada.call('tasks.create', {
        project: slug,
        title: 'Second',
        parent: story.key,
        blockedBy: [first.key],
      })
      assert.deepEqual([task.story!.key, task.openBlockers, task.blockedBy], [story.key, 1, [first.key]])
      assert.deepEqual(pick(await ada.call('tasks.get', { task: task.key })), pick(task))
      await assert.rejects(ada.call('tasks.create', { project: slug, title: 'x', parent: epic.key }), {
        status: 400,
      })
      await assert.rejects(ada.call('tasks.create', { project: slug, title: 'x', blockedBy: ['NO-1'] }), {
        status: 400,
      })
      assert.equal((await ada.call('tasks.list', { project: slug })).items.length, 2)
    })
  })
}

function pick({ key, story, openBlockers, blockedBy, version }: Record<string, unknown>) {
  return { key, story, openBlockers, blockedBy, version }
}

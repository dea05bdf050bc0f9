import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, notified, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { newId } from '../../platform/ids.ts'
import type { Change, Result } from './change.ts'

type WithoutId<Each> = Each extends unknown ? Omit<Each, 'id'> & { id?: string } : never
type Sent = WithoutId<Change>

for (const engine of engines) {
  describe(`pushed changes on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    let viewer: Person
    let projectId: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
      viewer = await addMember(server, ada, 'guest')
      const project = await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      projectId = project.id
      await ada.call('projects.share', { project: 'web', user: viewer.user.id, role: 'viewer' })
    })
    after(() => server.stop())

    /** Registers a device, and returns a function that pushes changes from it. */
    const deviceOf = async (person: Person) => {
      const { id: device } = await person.call('devices.register', { machine: newId(), name: 'Laptop' })
      const pushAll = async (...changes: Sent[]): Promise<Result[]> => {
        const numbered = changes.map((change) => ({ id: newId(), ...change }))
        return (await person.call('sync.push', { device, changes: numbered })).results
      }
      return { device, pushAll, push: async (change: Sent) => (await pushAll(change))[0]! }
    }
    const newTask = async (fields: object = {}) => {
      const task = await ada.call('tasks.create', { project: 'web', title: 'Task', ...fields })
      return { item: task.id, version: task.version, key: task.key }
    }
    const update = (item: string, version: number, fields: object, base?: object): Sent =>
      ({ kind: 'task', action: 'update', item, version, fields, ...(base && { base }) }) as Sent
    const conflictsOf = async (item: string, state: 'open' | 'resolved' = 'open') =>
      (await ada.call('conflicts.list', { item, state })).items

    it('creates parents and children under ids of the device, with the next numbers', async () => {
      const { pushAll } = await deviceOf(bob)
      const [epic, story, task] = [newId(), newId(), newId()]
      const project = projectId
      const results = await pushAll(
        { kind: 'epic', action: 'create', item: epic, fields: { project, title: 'Epic' } },
        { kind: 'story', action: 'create', item: story, fields: { project, epic, title: 'Story' } },
        { kind: 'task', action: 'create', item: task, fields: { project, story, title: 'Offline' } },
        { kind: 'task', action: 'create', item: newId(), fields: { project, title: '' } },
        { kind: 'task', action: 'create', item: task, fields: { project, title: 'Again' } },
        { kind: 'task', action: 'move', item: task, version: 1, fields: { place: 'first' } },
      )
      assert.deepEqual(
        results.map(({ outcome, problem }) => problem?.code ?? outcome),
        ['applied', 'applied', 'applied', 'invalid_input', 'id_taken', 'applied'],
      )
      const stored = await bob.call('tasks.get', { task })
      assert.deepEqual([stored.id, stored.key, stored.story?.id], [task, results[2]!.item!.key, story])
      assert.equal((results[3]!.problem!.errors as { path: string }[])[0]!.path, 'title')
    })

    it('stores each change of a device once, also after its response was lost or in parallel', async () => {
      const { item, version, key } = await newTask()
      const { push, pushAll, device } = await deviceOf(bob)
      const change = { id: 'c-1', ...update(item, version, { title: 'Renamed' }) }
      const together = await Promise.all([push(change), push(change), push(change)])
      assert.deepEqual(together.map(({ outcome }) => outcome).toSorted(), [
        'applied',
        'duplicate',
        'duplicate',
      ])
      assert.ok(together.every((result) => result.item?.version === version + 1 && result.item.key === key))
      await ada.call('tasks.update', { task: item, title: 'Later' })
      const [again, reused] = await pushAll(change, { ...change, fields: { title: 'Other' } } as Sent)
      assert.deepEqual([again!.outcome, again!.first], ['duplicate', 'applied'])
      assert.equal(reused!.problem!.code, 'change_id_reused')
      assert.equal((await ada.call('tasks.get', { task: item })).title, 'Later')
      await bob.call('devices.remove', { device })
      await assert.rejects(push(change), { code: 'device_revoked', status: 401 })
    })

    it('keeps changes to different fields, and merges texts where they do not touch', async () => {
      const { item, version } = await newTask({ description: 'one\ntwo\nthree\nfour' })
      const [phone, laptop] = [await deviceOf(bob), await deviceOf(ada)]
      await laptop.push(update(item, version, { title: 'From Ada', description: 'ONE\ntwo\nthree\nfour' }))
      const result = await phone.push(
        update(item, version, { priority: 'high', description: 'one\ntwo\nthree\nFOUR' }),
      )
      assert.deepEqual(result.fields, { description: 'ONE\ntwo\nthree\nFOUR' })
      assert.equal(result.outcome, 'merged')
      const task = await ada.call('tasks.get', { task: item })
      assert.deepEqual(
        [task.title, task.priority, task.description],
        ['From Ada', 'high', 'ONE\ntwo\nthree\nFOUR'],
      )
      assert.deepEqual(await conflictsOf(item), [])
    })

    it('knows its own earlier changes, with or without base values', async () => {
      const { item, version } = await newTask()
      const { pushAll, push } = await deviceOf(bob)
      const own = await pushAll(
        update(item, version, { title: 'First' }),
        update(item, version, { title: 'Second' }),
        update(item, version, { title: 'Third' }, { title: 'Second' }),
      )
      assert.deepEqual(
        own.map(({ outcome }) => outcome),
        ['applied', 'applied', 'applied'],
      )
      await ada.call('tasks.update', { task: item, title: 'Ada' })
      assert.equal((await push(update(item, version, { title: 'Fourth' }))).outcome, 'conflict')
      const [conflict] = await conflictsOf(item)
      assert.deepEqual([conflict!.other, conflict!.current, conflict!.base], ['Ada', 'Fourth', 'Third'])
    })

    it('keeps the losing value, notifies its author and resolves in three ways', async () => {
      const { item, version, key } = await newTask({ title: 'Start' })
      const { push } = await deviceOf(bob)
      await ada.call('tasks.update', { task: item, title: 'Ada 1', priority: 'low' })
      const result = await push(update(item, version, { title: 'Bob 1', priority: 'low' }))
      assert.deepEqual([result.outcome, result.conflicts?.length], ['conflict', 1])
      await notified(server)
      const { title, link } = (await ada.call('notifications.list', {})).items.find(
        ({ kind }) => kind === 'conflict',
      )!
      assert.match(title, new RegExp(`Your change to the title of ${key} "Ada 1" lost to one by`))
      assert.equal(link, '/conflicts')
      const resolve = async (person: Person, input: object) => {
        const [open] = await conflictsOf(item)
        return person.call('conflicts.resolve', { conflict: open!.id, ...input } as never)
      }
      const mayResolve = async (person: Person) =>
        (await person.call('conflicts.list', { item })).items.map(({ may }) => may.resolve)
      assert.deepEqual([await mayResolve(bob), await mayResolve(viewer)], [[true], [false]])
      await assert.rejects(resolve(viewer, { take: 'current' }), { code: 'forbidden' })
      await assert.rejects(resolve(ada, { take: 'value' }), { code: 'invalid_input' })
      const titleNow = async () => (await ada.call('tasks.get', { task: item })).title
      const other = await resolve(ada, { take: 'other' })
      assert.deepEqual([await titleNow(), other.resolution, other.may.resolve], ['Ada 1', 'other', false])
      await assert.rejects(ada.call('conflicts.resolve', { conflict: other.id, take: 'current' }), {
        code: 'conflict_resolved',
      })
      await push(update(item, version, { title: 'Bob 2' }))
      await resolve(ada, { take: 'value', value: 'Both' })
      assert.equal(await titleNow(), 'Both')
      await push(update(item, version, { title: 'Bob 3' }))
      await resolve(bob, { take: 'current' })
      assert.deepEqual([await titleNow(), await conflictsOf(item)], ['Bob 3', []])
      assert.deepEqual(
        (await conflictsOf(item, 'resolved')).map(({ resolution }) => resolution),
        ['current', 'value', 'other'],
      )
      const outsider = await server.register('Outsider')
      await assert.rejects(outsider.call('conflicts.get', { conflict: other.id }), { code: 'not_found' })
    })

    it('makes a deletion that meets a change a conflict, in both orders', async () => {
      const { push } = await deviceOf(bob)
      const edited = await newTask()
      await ada.call('tasks.update', { task: edited.item, title: 'Ada' })
      const deletion = await push({
        kind: 'task',
        action: 'delete',
        item: edited.item,
        version: edited.version,
      })
      assert.equal(deletion.outcome, 'conflict')
      const [lost] = await conflictsOf(edited.item)
      assert.deepEqual([lost!.type, lost!.other, lost!.item.deleted], ['deleted', { title: 'Ada' }, true])
      await ada.call('conflicts.resolve', { conflict: lost!.id, take: 'other' })
      assert.equal((await ada.call('tasks.get', { task: edited.item })).title, 'Ada')

      const deleted = await newTask()
      await ada.call('tasks.delete', { task: deleted.item })
      const edit = await push(update(deleted.item, deleted.version, { title: 'Bob' }))
      assert.equal(edit.outcome, 'conflict')
      await assert.rejects(ada.call('tasks.get', { task: deleted.item }), { code: 'not_found' })
      const [kept] = await conflictsOf(deleted.item)
      assert.deepEqual([kept!.other, kept!.otherBy.id], [{ title: 'Bob' }, bob.user.id])
      await bob.call('conflicts.resolve', { conflict: kept!.id, take: 'current' })
      const [restored, gone] = [
        await push({ kind: 'task', action: 'restore', item: deleted.item }),
        await push({ kind: 'task', action: 'delete', item: deleted.item, version: 9 }),
      ]
      assert.deepEqual([restored.outcome, gone.outcome], ['applied', 'applied'])
    })

    it('refuses what the user could not do in any other client, and reveals nothing', async () => {
      const { item, version } = await newTask()
      const { push } = await deviceOf(viewer)
      assert.equal((await push(update(item, version, { title: 'No' }))).problem!.code, 'forbidden')
      const hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const secret = await ada.call('tasks.create', { project: hidden.id, title: 'Secret' })
      const refused = await push(update(secret.id, 1, { title: 'No' }))
      assert.equal(refused.problem!.code, 'not_found')
      assert.doesNotMatch(JSON.stringify(refused), /Secret/)
      const unknown = await push(update(newId(), 1, { title: 'No' }))
      assert.equal(unknown.problem!.code, 'not_found')
      const { device } = await deviceOf(ada)
      await assert.rejects(
        bob.call('sync.push', { device, changes: [{ id: 'x', ...update(item, 1, {}) }] as never }),
        {
          code: 'not_found',
        },
      )
    })
  })
}

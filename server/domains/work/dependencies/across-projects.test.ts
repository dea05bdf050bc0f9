import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`dependencies across projects on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      // Grace cannot see this project.
      await ada.call('projects.create', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
    })
    after(() => server.stop())

    const createTasks = async (project = 'web', count = 2) => {
      const keys: string[] = []
      for (let index = 0; index < count; index++)
        keys.push((await ada.call('tasks.create', { project, title: `Task ${index}` })).key)
      return keys as [string, string, string, string]
    }
    const linksOf = async (task: string, person = ada) =>
      (await person.call('dependencies.list', { task })).items.map(({ kind, task: { key } }) => [kind, key])
    const openBlockers = async (task: string) => (await ada.call('tasks.get', { task })).openBlockers
    const blocks = (task: string, other: string) =>
      ada.call('dependencies.add', { task, kind: 'blocks', other })
    const eventsOf = async (task: string) => {
      const { id } = await ada.call('tasks.get', { task })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      return items.filter(({ subject }) => subject.id === id)
    }

    it('links tasks across projects and hides tasks that the caller cannot see', async () => {
      const [mine, last] = await createTasks()
      const [hidden] = await createTasks('secret', 1)
      const rejection = { code: 'invalid_input', status: 400 }
      await assert.rejects(
        grace.call('dependencies.add', { task: mine, kind: 'relates', other: hidden }),
        rejection,
      )
      const link = [{ kind: 'relates' as const, task: hidden }]
      await assert.rejects(grace.call('tasks.update', { task: mine, link }), rejection)
      await blocks(hidden, mine)
      await blocks(mine, last)
      assert.deepEqual(await linksOf(mine), [
        ['blocked_by', hidden],
        ['blocks', last],
      ])
      assert.deepEqual(await linksOf(mine, grace), [['blocks', last]])
      assert.deepEqual((await grace.call('tasks.get', { task: mine })).dependencies.length, 1)
      await assert.rejects(grace.call('tasks.complete', { task: mine }), {
        message: new RegExp(`${mine} is blocked by a task you cannot see\\.`),
      })
      await assert.rejects(blocks(last, hidden), {
        message: new RegExp(`${last} → ${hidden} → ${mine} → ${last}`),
      })
      const events = (await eventsOf(mine)).filter(({ type }) => type === 'task.linked')
      assert.ok(!JSON.stringify(events).includes(hidden), 'tasks of other projects appear by id only')

      const visible = await createTasks('web', 1)
      await ada.call('dependencies.add', { task: visible[0], kind: 'blocks', other: hidden })
      await assert.rejects(
        grace.call('dependencies.add', { task: last, kind: 'blocks', other: visible[0] }),
        {
          message: new RegExp(`${last} → ${visible[0]} → a task you cannot see → ${mine} → ${last}`),
        },
      )
      const { unblocked } = await grace.call('tasks.complete', { task: visible[0] })
      assert.deepEqual(unblocked, [], 'hidden tasks are not named')
      assert.equal(await openBlockers(hidden), 0)
    })

    it('rejects links from users who cannot edit the task', async () => {
      const [first, second] = await createTasks()
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: 'web', user: guest.user.username, role: 'viewer' })
      const link = { task: first, kind: 'blocks', other: second } as const
      await assert.rejects(guest.call('dependencies.add', link), { code: 'forbidden' })
      await blocks(first, second)
      await assert.rejects(guest.call('dependencies.remove', link), { code: 'forbidden' })
      assert.deepEqual(await linksOf(first, guest), [['blocks', second]])
    })

    it('ignores blockers of a deleted project until it is restored', async () => {
      await ada.call('projects.create', { name: 'Old', slug: 'old', key: 'OLD' })
      const [inner, last] = await createTasks('old')
      const [waiting, before] = await createTasks()
      await blocks(inner, waiting)
      await blocks(inner, last)
      await blocks(before, last)
      await ada.call('projects.delete', { project: 'old' })
      assert.deepEqual(
        await ada.call('tasks.complete', { task: before }).then(({ unblocked }) => unblocked),
        [],
      )
      assert.equal(await openBlockers(waiting), 0)
      assert.deepEqual((await eventsOf(waiting)).at(-1)!.type, 'task.unblocked')
      await ada.call('trash.restore', { kind: 'project', item: 'old' })
      assert.deepEqual([await openBlockers(waiting), await openBlockers(last)], [1, 1])
    })
  })
}

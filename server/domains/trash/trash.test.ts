import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'
import { purgeTrash } from './purge-trash.ts'

for (const engine of oneEngine) {
  describe(`trash, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const deletedDaysAgo = (id: string, days: number) =>
      server.app.database.run(
        sql`update tasks set deleted_at = now() - make_interval(days => ${days}) where id = ${id}`,
      )

    it('returns the restore deadline and restores the item unchanged through the tool', async () => {
      const task = await ada.call('tasks.create', {
        project: 'web',
        title: 'Oops',
        labels: ['keep'],
        priority: 'high',
      })
      const deleted = await ada.call('tasks.delete', { task: task.key })
      const days = (Date.parse(deleted.restorableUntil) - Date.parse(deleted.deletedAt)) / 86_400_000
      assert.equal(days, 30)
      const agent = await ada.agent()
      assert.equal((await agent.call('restore_item', { kind: 'task', item: task.key })).isError, false)
      await agent.close()
      const found = await ada.call('tasks.get', { task: task.key })
      const {
        version,
        updatedAt: _,
        comments: ____,
        history: _____,
        dependencies: ______,
        handover: _______,
        ...restored
      } = found
      const { version: __, updatedAt: ___, ...before } = task
      assert.deepEqual(restored, before, 'unchanged')
      assert.equal(version, 3)
    })

    it('never reuses the number or slug of an item in the trash', async () => {
      const first = await ada.call('tasks.create', { project: 'web', title: 'First' })
      await ada.call('tasks.delete', { task: first.id })
      const second = await ada.call('tasks.create', { project: 'web', title: 'Second' })
      assert.notEqual(second.key, first.key)
      const taken = ada.call('projects.create', { name: 'x', slug: 'web' })
      await assert.rejects(taken, { code: 'already_taken', status: 409 })
    })

    it('rejects restoring an item that is not deleted or too old', async () => {
      const task = await ada.call('tasks.create', { project: 'web', title: 'Old' })
      await assert.rejects(ada.call('trash.restore', { kind: 'task', item: task.key }), {
        code: 'not_deleted',
      })
      await ada.call('tasks.delete', { task: task.key })
      await deletedDaysAgo(task.id, 31)
      await assert.rejects(ada.call('trash.restore', { kind: 'task', item: task.key }), {
        code: 'restore_expired',
      })
    })

    it('purges items after 30 days and records it in the journal', async () => {
      const [old, recent] = [
        await ada.call('tasks.create', { project: 'web', title: 'Old' }),
        await ada.call('tasks.create', { project: 'web', title: 'Recent' }),
      ]
      for (const { id } of [old, recent]) await ada.call('tasks.delete', { task: id })
      await deletedDaysAgo(old.id, 31)
      await deletedDaysAgo(recent.id, 29)
      assert.ok((await purgeTrash(server.app)) >= 1)
      const left = await server.app.database.run<{ id: string }>(
        sql`select id from tasks where id = any(${[old.id, recent.id]})`,
      )
      assert.deepEqual(
        left.map(({ id }) => id),
        [recent.id],
      )
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const last = items.findLast(({ subject }) => subject.id === old.id)!
      assert.deepEqual([last.type, last.actor.kind], ['task.purged', 'system'])
    })
  })
}

import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import {
  clientFor,
  engines,
  freshDatabase,
  runTestServer,
  settled,
  startOwnServer,
} from '../../test/harness.ts'
import { readConfig } from '../config.ts'
import { openConfigured } from '../start.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

async function onDatabase(
  environment: Record<string, string>,
  work: (database: ReturnType<typeof openConfigured>) => Promise<unknown>,
) {
  const undo: (() => unknown)[] = []
  try {
    await work(openConfigured(readConfig(environment), undo, 0))
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

for (const from of engines) {
  for (const to of engines) {
    describe(`a backup of ${from} restored into ${to}`, () => {
      it('brings everything back, and clients notice that the data is another', async () => {
        const server = await startOwnServer(from, {
          SECRET_KEY: 'the same secret key on both of the servers',
        })
        const ada = await server.register('Ada')
        const project = await ada.call('projects.create', {
          name: 'Kept',
          settings: { theme: 'dark', depth: [1, { a: null }] },
        })
        await ada.call('tasks.create', {
          project: 'kept',
          title: 'Quotes " \\ and ünïcode 🎉',
          labels: ['a,b', '"c"'],
        })
        await ada.call('tasks.create', { project: 'kept', title: 'Trashed' })
        await ada.call('tasks.delete', { task: `${project.key}-2` })
        const tasksBefore = await ada.call('tasks.list', {})
        const eventsBefore = await ada.call('activity.listEvents', {})
        await server.stop()

        const target: Record<string, string> = {
          ...server.environment,
          ...(await freshDatabase(to)),
          SECRET_KEY: server.environment.SECRET_KEY!,
        }
        if (to === 'pglite') target.DB_CONNECTION = 'pglite'
        const file = path.join(target.DATA_DIR!, 'test.backup')
        await onDatabase(server.environment, (database) => backup(database, file))
        await onDatabase(target, (database) => restore(database, file, false))

        const restored = await runTestServer(target)
        const { token } = await restored.anonymous('accounts.logIn', {
          email: ada.email,
          password: ada.password,
        })
        const again = clientFor(restored.url, token)
        assert.deepEqual(await again('tasks.list', {}), tasksBefore)
        await settled(restored.app.database)
        const eventsAfter = await again('activity.listEvents', {})
        assert.deepEqual(
          eventsAfter.items.slice(0, eventsBefore.items.length).map(({ cursor: _, ...event }) => event),
          eventsBefore.items.map(({ cursor: _, ...event }) => event),
        )
        await assert.rejects(again('activity.listEvents', { cursor: eventsBefore.nextCursor }), {
          code: 'cursor_expired',
        })
        assert.equal(
          (await again('trash.restore', { kind: 'task', item: `${project.key}-2` })).key,
          `${project.key}-2`,
        )
        const next = await again('tasks.create', { project: 'kept', title: 'Numbers go on' })
        assert.equal(next.key, `${project.key}-3`)
        await settled(restored.app.database)
        const { items } = await again('activity.listEvents', { cursor: eventsAfter.nextCursor })
        assert.deepEqual(
          items.map(({ type }) => type),
          ['task.restored', 'task.created'],
        )
        await restored.stop()
      })
    })
  }
}

describe('restoring', () => {
  it('refuses a filled database, a cut file and a file of another kind, and then has changed nothing', async () => {
    const server = await startOwnServer()
    const ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Stays' })
    await server.stop()
    const folder = server.environment.DATA_DIR!
    const whole = path.join(folder, 'whole.backup')
    const cut = path.join(folder, 'cut.backup')
    const other = path.join(folder, 'other.backup')
    await onDatabase(server.environment, (database) => backup(database, whole))
    fs.writeFileSync(cut, fs.readFileSync(whole).subarray(0, 500))
    fs.writeFileSync(other, 'hello')
    await onDatabase(server.environment, async (database) => {
      await assert.rejects(restore(database, whole, false), /not empty/)
      await assert.rejects(restore(database, cut, true), /cannot be read|not whole/)
      await assert.rejects(restore(database, other, true), /cannot be read/)
      await assert.rejects(backup(database, whole), /EEXIST/)
      assert.equal((await database.run('select 1 from projects')).length, 1)
    })
  })
})

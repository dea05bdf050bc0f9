import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  type Engine,
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
  describe(`a backup of ${from}`, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-backup-'))
    const file = path.join(folder, 'test.backup')
    let source: Awaited<ReturnType<typeof backUp>>
    before(async () => {
      source = await backUp(from, file)
    })
    after(() => fs.rmSync(folder, { recursive: true }))

    for (const to of engines) {
      it(`restored into ${to} brings everything back, and clients notice that the data is another`, async () => {
        const { ada, environment, project, tasks, events } = source
        const target: Record<string, string> = {
          ...environment,
          ...(await freshDatabase(to)),
          SECRET_KEY: environment.SECRET_KEY!,
        }
        if (to === 'pglite') target.DB_CONNECTION = 'pglite'
        await onDatabase(target, (database) => restore(database, file, false))

        const restored = await runTestServer(target)
        try {
          const { token } = await restored.anonymous('accounts.logIn', {
            email: ada.email,
            password: ada.password,
          })
          const again = clientFor(restored.url, token)
          assert.deepEqual(await again('tasks.list', {}), tasks)
          await settled(restored.app.database)
          const eventsAfter = await again('activity.listEvents', {})
          assert.deepEqual(
            eventsAfter.items.slice(0, events.items.length).map(({ cursor: _, ...event }) => event),
            events.items.map(({ cursor: _, ...event }) => event),
          )
          await assert.rejects(again('activity.listEvents', { cursor: events.nextCursor }), {
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
        } finally {
          await restored.stop()
        }
      })
    }
  })
}

/** Writes a backup of an instance with a project, two tasks and an account. */
async function backUp(engine: Engine, file: string) {
  const server = await startOwnServer(engine, { SECRET_KEY: 'the same secret key on both of the servers' })
  try {
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
    const tasks = await ada.call('tasks.list', {})
    const events = await ada.call('activity.listEvents', {})
    await backup(server.app.database, file)
    return { ada, project, tasks, events, environment: server.environment }
  } finally {
    await server.stop()
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

import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type Engine,
  clientFor,
  engines,
  freshDatabase,
  runTestServer,
  settled,
  startOwnServer,
} from '../../test/harness.ts'
import { onDatabase } from '../../test/on-database.ts'
import { checkTaskCounts } from '../../test/task-counts.ts'
import { readConfig } from '../config.ts'
import { BackupError } from './backup-format.ts'
import { backUpToFile } from './backup.ts'
import { restore } from './restore.ts'
import { sql } from './sql.ts'

for (const from of engines) {
  describe(`a backup of ${from}`, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-backup-'))
    const file = path.join(folder, 'test.backup')
    let source: Awaited<ReturnType<typeof backUp>>
    before(async () => {
      source = await backUp(from, file)
    })
    after(() => fs.rmSync(folder, { recursive: true }))

    // The file doesn't depend on the engine, so each is read and written once.
    const to = engines.find((engine) => engine !== from) ?? from
    it(`restores all data into ${to} and expires the cursors of clients`, async () => {
      const { ada, environment, project, tasks, events } = source
      const target: Record<string, string> = {
        ...environment,
        ...(await freshDatabase(to)),
        SECRET_KEY: environment.SECRET_KEY!,
      }
      if (to === 'pglite') target.DB_CONNECTION = 'pglite'
      await restore(readConfig(target), file, false)

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
        await checkTaskCounts(restored.app.database)
      } finally {
        await restored.stop()
      }
    })

    it(`keeps the old data of ${from} without --replace and if it is damaged, foreign or inconsistent`, async () => {
      const { ada, environment } = source
      const config = readConfig(environment)
      const other = (name: string) => path.join(folder, `${name}.backup`)
      const whole = fs.readFileSync(file)
      await onDatabase(environment, async (database) => {
        await assert.rejects(
          backUpToFile(database, file),
          (error) =>
            error instanceof BackupError && error.message.startsWith("Can't write the backup: EEXIST"),
        )
        await assert.rejects(backUpToFile(database, other('missing/folder')), /ENOENT/)
      })
      assert.deepEqual(fs.readFileSync(file), whole, 'never overwrites a file')
      fs.writeFileSync(other('cut'), whole.subarray(0, 500))
      fs.writeFileSync(other('other'), 'hello')
      rewrite(file, other('short'), (lines) => lines.slice(0, -3))
      rewrite(file, other('newer'), ([header, ...lines]) => [header!.replace('"0001_', '"9999_'), ...lines])
      // A project whose organization is missing fails at the end, when the foreign keys are added again.
      rewrite(file, other('inconsistent'), (lines) =>
        lines.map((line) =>
          line.replace(
            `"organization_id":"${ada.organization.id}"`,
            '"organization_id":"00000000-0000-7000-8000-000000000000"',
          ),
        ),
      )
      await assert.rejects(restore(config, file, false), /not empty/)
      await assert.rejects(restore(config, other('cut'), true), /Can't read/)
      await assert.rejects(restore(config, other('other'), true), /Can't read/)
      await assert.rejects(restore(config, other('short'), true), /its end is missing/)
      await assert.rejects(restore(config, other('newer'), true), /newer version/)
      await assert.rejects(restore(config, other('inconsistent'), true), /foreign key/)
      await onDatabase(environment, async (database) => {
        assert.deepEqual(await database.run(sql`select name from projects`), [{ name: 'Kept' }])
      })
      const names = fs.readdirSync(config.DATA_DIR)
      assert.deepEqual(
        names.filter((name) => name.startsWith('database.')),
        [],
      )
    })
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
    await backUpToFile(server.app.database, file)
    return { ada, project, tasks, events, environment: server.environment }
  } finally {
    await server.stop()
  }
}

/** Writes a backup again with other lines. */
function rewrite(from: string, to: string, change: (lines: string[]) => string[]): void {
  const lines = gunzipSync(fs.readFileSync(from)).toString().split('\n')
  fs.writeFileSync(to, gzipSync(change(lines).join('\n')))
}

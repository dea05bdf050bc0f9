import { sql } from '../../server/database/sql.ts'
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'
import { clientFor, engines, freshDatabase, indexed, runTestServer } from '../harness.ts'
import { freePort } from '../partners/postgres.ts'
import { startServerProcess } from '../partners/server-process.ts'
import { signUp } from '../sign-up.ts'

for (const engine of engines) {
  it(`continues the search index where a killed server left it, on ${engine}`, async () => {
    const database = await freshDatabase(engine)
    const settings = { ...database, LOG_LEVEL: 'silent', RATE_LIMIT_API: '1000000' }
    const output = path.join(database.DATA_DIR!, 'output')
    const killed = await startServerProcess({ ...settings, PORT: String(await freePort()) }, { output })
    const { token } = await signUp(clientFor(killed.url, null), {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'the password of Ada',
    })
    const call = clientFor(killed.url, token)
    await call('projects.create', { name: 'Web' })
    const titles = Array.from({ length: 60 }, (_, index) => `Elephant number ${index}`)
    await Promise.all(titles.map((title) => call('tasks.create', { project: 'web', title })))
    await killed.kill()
    fs.rmSync(path.join(database.DATA_DIR!, 'lock'), { force: true })
    const server = await runTestServer({ ...settings, PORT: '0' })
    try {
      await indexed(server)
      const rows = await server.app.database.run<{ title: string }>(
        sql`select title from search_entries where subject_kind = 'task'`,
      )
      assert.deepEqual(rows.map(({ title }) => title).toSorted(), titles.toSorted())
    } finally {
      await server.stop()
    }
  })
}

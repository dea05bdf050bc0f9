import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`public settings, on ${engine}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    it('shows public settings without a credential and hides all others', async () => {
      const { key, value } = await server.anonymous('publicSettings.get', { key: 'instance.name' })
      assert.deepEqual([key, value], ['instance.name', 'Baton'])
      await server.app.database.run(
        sql`insert into settings (key, value, public) values ('secret.setting', '"hidden"', false)`,
      )
      for (const other of ['secret.setting', 'no.setting'])
        await assert.rejects(server.anonymous('publicSettings.get', { key: other }), {
          status: 404,
          code: 'not_found',
        })
    })
  })
}

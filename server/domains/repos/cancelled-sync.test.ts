import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeRequest, startForge } from '../../../test/partners/forge.ts'
import { eventually } from '../../../test/poll.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`a sync that a person cancels, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    before(async () => {
      forge = await startForge()
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host, GITHUB_URL: forge.url })
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(async () => {
      await server?.stop()
      await forge?.close()
    })

    it('is left to a job, without the pause after an error', async () => {
      const { url } = forge.addRepo('ada/web')
      const { id } = await ada.call('repos.connect', { project: 'web', url })
      const request = new AbortController()
      // Cancels as soon as the sync reads the repository.
      forge.requests.push = (...received: ForgeRequest[]) => {
        request.abort()
        return received.length
      }
      const sync = fetch(`${server.url}/api/repos/${id}/sync`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ada.token}` },
        signal: request.signal,
      })
      await assert.rejects(sync, { name: 'AbortError' })
      await eventually(state, { isSyncing: false, isWanted: true, isPaused: false })
    })

    async function state() {
      const [row] = await server.app.database.run(
        sql`select syncing_since is not null as "isSyncing", sync_wanted_at is not null as "isWanted",
          sync_not_before is not null as "isPaused" from repos`,
      )
      return row
    }
  })
}

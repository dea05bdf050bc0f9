import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type TestServer, engines, startOwnServer } from '../harness.ts'
import { runHistories } from './run-histories.ts'

/*
 * Random histories of devices that work offline. See README.md for the checks, and for the protections whose absence
 * they detect. SYNC_HISTORIES=20000 runs more of them.
 */
// The embedded database takes three times as long for a history.
const wanted = { pglite: 20, pgsql: 180 }

for (const engine of engines) {
  const count = Number(process.env.SYNC_HISTORIES ?? wanted[engine])
  describe(`devices that work offline, on ${engine}`, { timeout: 3_600_000 }, () => {
    let server: TestServer
    before(async () => {
      server = await startOwnServer(engine)
    })
    after(() => server.stop())

    it(`converge in ${count} histories, and lose no acknowledged change`, async (t) => {
      const startedAt = performance.now()
      const cpuBefore = process.cpuUsage()
      const { histories, outcomes } = await runHistories(server, count, 4)
      const seconds = (performance.now() - startedAt) / 1000
      const { user, system } = process.cpuUsage(cpuBefore)
      const cpu = ((user + system) / 1e6).toFixed(0)
      t.diagnostic(
        `${histories} histories in ${seconds.toFixed(0)} s, ${cpu} s of CPU: ${JSON.stringify(outcomes)}`,
      )
      // Their numbers differ between runs, because concurrent pushes end in any order.
      for (const outcome of ['applied', 'merged', 'conflict'])
        assert.ok((outcomes[outcome] ?? 0) > 0, `some changes are ${outcome}`)
    })
  })
}

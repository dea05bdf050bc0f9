import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { sql } from '../../../database/sql.ts'
import { newDevice } from './test-company.ts'

/** Random lists of a device: entries with a name, a path and optionally an existing workspace. */
const lists = fc.array(
  fc.record({
    device: fc.constantFrom(0, 1),
    list: fc.uniqueArray(
      fc.record({
        localId: fc.constantFrom('a', 'b', 'c', 'd'),
        name: fc.constantFrom('One', 'Two'),
        path: fc.constantFrom('/one', '/two'),
        workspace: fc.option(fc.nat(20), { nil: undefined, freq: 2 }),
        baseVersion: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
      }),
      { selector: ({ localId }) => localId },
    ),
  }),
  { minLength: 1, maxLength: 5 },
)

for (const engine of oneEngine) {
  describe(`any sequence of syncs, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('matches each list of a device, loses no workspace, and writes nothing when repeated', async () => {
      const property = fc.asyncProperty(lists, async (steps) => {
        const devices = [await newDevice(ada), await newDevice(ada)]
        const created: string[] = []
        for (const { device: which, list } of steps) {
          const device = devices[which]!
          const workspaces = list.map(({ workspace, baseVersion, ...entry }) => ({
            ...entry,
            ...(baseVersion && { baseVersion }),
            ...(workspace !== undefined &&
              created.length > 0 && { workspace: created[workspace % created.length]! }),
          }))
          const before = await readState(devices)
          const call = () => ada.call('workspaces.sync', { device, workspaces })
          const result = await call().catch((problem: { code: string; message: string }) => {
            // Two folders cannot be the same workspace.
            assert.equal(problem.code, 'invalid_input', problem.message)
          })
          const after = await readState(devices)
          if (!result) {
            assert.deepEqual(after, before)
            continue
          }
          for (const { status, workspace } of result.items)
            if (status === 'created') created.push(workspace!.id)
          assert.deepEqual(
            after.folders[which],
            Object.fromEntries(list.map(({ localId, path }) => [localId, path])),
          )
          assert.deepEqual(
            after.folders[1 - which],
            before.folders[1 - which],
            'the other device does not change',
          )
          assert.ok(created.every((id) => after.workspaces.includes(id)))

          const again = await call()
          assert.ok(again.items.every(({ status }) => ['unchanged', 'server_newer'].includes(status)))
          assert.deepEqual([again.removed, await readState(devices)], [[], after])
        }
      })
      await fc.assert(property, { numRuns: 15, seed: 2026 })
    })

    async function readState(devices: string[]) {
      const { database } = server.app
      const workspaces = await database.run<{ id: string; version: number; deleted_at: string | null }>(
        sql`select id, version, deleted_at from workspaces where deleted_at is null order by id`,
      )
      const [journal] = await database.run<{ count: number }>(sql`select count(*)::int as count from journal`)
      const rows = await database.run<{ device_id: string; local_id: string; path: string }>(
        sql`select device_id, local_id, path from workspace_folders where device_id = any(${devices})`,
      )
      const folders = devices.map((device) =>
        Object.fromEntries(
          rows.filter(({ device_id }) => device_id === device).map(({ local_id, path }) => [local_id, path]),
        ),
      )
      const versions = workspaces.map(({ version }) => version)
      return { workspaces: workspaces.map(({ id }) => id), versions, journal: journal!.count, folders }
    }
  })
}

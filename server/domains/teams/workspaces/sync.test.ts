import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../../database/sql.ts'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import type { InputOf } from '../../../assembly/client.ts'
import { type Company, createCompany, newDevice } from './test-company.ts'

type Local = InputOf<'workspaces.sync'>['workspaces'][number]

for (const engine of oneEngine) {
  describe(`workspace sync, on ${engine}`, () => {
    let server: TestServer
    let company: Company
    let mia: Person
    before(async () => {
      server = await startTestServer(engine)
      company = await createCompany(server)
      mia = company.mia
    })
    after(() => server.stop())

    const local = (localId: string, more: Partial<Local> = {}): Local => ({
      localId,
      name: `Name of ${localId}`,
      path: `/src/${localId}`,
      ...more,
    })
    const sync = ({ call }: Person, device: string, ...workspaces: Local[]) =>
      call('workspaces.sync', { device, workspaces })
    type SyncResult = Awaited<ReturnType<typeof sync>>
    const statuses = ({ items }: SyncResult) => items.map(({ status }) => status)

    it('creates new workspaces once and writes nothing when nothing changed', async () => {
      const device = await newDevice(mia)
      const list = [local('a', { path: 'C:\\src\\a' }), local('b')]
      const first = await sync(mia, device, ...list)
      assert.deepEqual(statuses(first), ['created', 'created'])
      const [a, b] = first.items
      assert.deepEqual(
        [a!.workspace!.name, a!.workspace!.owner.name, a!.workspace!.version],
        ['Name of a', 'Mia', 1],
      )
      const folder = { device: { id: device, name: 'Laptop' }, path: 'C:\\src\\a', localId: 'a' }
      assert.deepEqual(a!.workspace!.folders, [folder])

      const before = await checksums()
      const second = await sync(mia, device, ...list)
      assert.deepEqual(statuses(second), ['unchanged', 'unchanged'])
      assert.deepEqual(
        second.items.map((item) => item.workspace),
        [a!.workspace, b!.workspace],
      )
      assert.equal(await checksums(), before)
    })

    it('creates each workspace once when the same sync runs concurrently', async () => {
      const device = await newDevice(mia)
      const list = ['p', 'q', 'r'].map((id) => local(id))
      const results = await Promise.all([1, 2, 3, 4].map(() => sync(mia, device, ...list)))
      for (const index of [0, 1, 2]) {
        const items = results.map(({ items: each }) => each[index]!)
        assert.equal(new Set(items.map(({ workspace }) => workspace!.id)).size, 1)
        const created = items.filter(({ status }) => status === 'created').length
        const unchanged = items.filter(({ status }) => status === 'unchanged').length
        assert.deepEqual([created, unchanged], [1, 3])
      }
    })

    it('updates a moved folder, and accepts a new name only with the current version', async () => {
      const device = await newDevice(mia)
      const [created] = (await sync(mia, device, local('n'))).items
      const workspace = created!.workspace!.id
      const moved = await sync(mia, device, local('n', { path: '/elsewhere' }))
      assert.deepEqual([statuses(moved), moved.items[0]!.workspace!.version], [['updated'], 1])
      const renamed = { path: '/elsewhere', name: 'Renamed here', baseVersion: 1 }
      const accepted = await sync(mia, device, local('n', renamed))
      assert.deepEqual([statuses(accepted), accepted.items[0]!.workspace!.version], [['updated'], 2])
      assert.deepEqual(statuses(await sync(mia, device, local('n', renamed))), ['unchanged'])

      await mia.call('workspaces.update', { workspace, name: 'Renamed there' })
      for (const baseVersion of [2, undefined]) {
        const before = await checksums()
        const late = await sync(
          mia,
          device,
          local('n', { path: '/elsewhere', name: 'Mine', ...(baseVersion && { baseVersion }) }),
        )
        assert.deepEqual(
          [statuses(late), late.items[0]!.workspace!.name],
          [['server_newer'], 'Renamed there'],
        )
        assert.match(late.items[0]!.problems[0]!, /kept the name "Renamed there".* 3\./)
        assert.equal(await checksums(), before)
      }
    })

    it('removes folders that are missing from the list and keeps the workspaces', async () => {
      const [laptop, desk] = [await newDevice(mia), await newDevice(mia, 'Desk')]
      const first = await sync(mia, laptop, local('x'), local('y'))
      const [x, y] = first.items.map((item) => item.workspace!.id)
      const onDesk = await sync(mia, desk)
      assert.ok([x, y].every((id) => onDesk.remote.some((remote) => remote.id === id)))
      const linked = await sync(mia, desk, local('mine', { name: 'Name of x', workspace: x! }))
      assert.deepEqual([statuses(linked), linked.items[0]!.workspace!.id], [['linked'], x])
      assert.deepEqual(
        linked.items[0]!.workspace!.folders.map((folder) => folder.device.name),
        ['Desk', 'Laptop'],
      )

      const emptied = await sync(mia, laptop)
      assert.deepEqual(emptied.removed.toSorted(byLocalId), [
        { localId: 'x', workspaceId: x },
        { localId: 'y', workspaceId: y },
      ])
      assert.ok([x, y].every((id) => emptied.remote.some((remote) => remote.id === id)))
      const kept = await mia.call('workspaces.get', { workspace: x! })
      assert.deepEqual(
        kept.folders.map((folder) => folder.device.name),
        ['Desk'],
      )
    })

    it('does not recreate a deleted workspace from the list of a device', async () => {
      const device = await newDevice(mia)
      const [created] = (await sync(mia, device, local('d'))).items
      const workspace = created!.workspace!.id
      await mia.call('workspaces.delete', { workspace })
      const before = await checksums()
      for (const entry of [local('d'), local('d', { path: '/moved', name: 'New', workspace })]) {
        const { items, removed } = await sync(mia, device, entry)
        assert.deepEqual([items[0]!.status, items[0]!.workspace, removed], ['deleted', null, []])
      }
      assert.equal(await checksums(), before)
      await mia.call('trash.restore', { kind: 'workspace', item: workspace })
      assert.deepEqual(statuses(await sync(mia, device, local('d'))), ['unchanged'])
      await mia.call('workspaces.delete', { workspace })
      assert.deepEqual((await sync(mia, device)).removed, [{ localId: 'd', workspaceId: workspace }])
    })

    it('syncs shared workspaces within the rights of the team, until sharing ends', async () => {
      const { ed, vera, otto } = company
      const workspace = await company.sharedWorkspace('Ours')
      const project = await mia.call('projects.create', { name: 'Of all' })
      const [ofEd, ofVera, ofOtto] = [await newDevice(ed), await newDevice(vera), await newDevice(otto)]
      const entry = local('ours', { name: 'Ours too', workspace, baseVersion: 1, projects: [project.slug] })
      const byViewer = (await sync(vera, ofVera, entry)).items[0]!
      assert.deepEqual([byViewer.status, byViewer.workspace!.name], ['server_newer', 'Ours'])
      assert.match(byViewer.problems.join(), /not change it\.,You can view this workspace but not add/)
      assert.equal(byViewer.workspace!.folders.length, 1)
      const byEditor = (await sync(ed, ofEd, entry)).items[0]!
      assert.deepEqual(
        [byEditor.status, byEditor.workspace!.name, byEditor.workspace!.projectCount],
        ['linked', 'Ours too', 1],
      )
      const byOther = (await sync(otto, ofOtto, entry)).items[0]!
      assert.deepEqual([byOther.status, byOther.workspace], ['deleted', null])

      await mia.call('workspaces.unshare', { workspace, team: company.editors.id })
      await mia.call('workspaces.update', { workspace, name: 'Not for Ed' })
      assert.deepEqual(statuses(await sync(ed, ofEd, entry)), ['deleted'])
      await sync(ed, ofEd)
      const { items } = await ed.call('activity.listEvents', { limit: 500 })
      assert.ok(!JSON.stringify(items).includes('Not for Ed'))
    })

    it('adds visible projects, reports the others, and removes none', async () => {
      const device = await newDevice(mia)
      const [first, second] = [
        await mia.call('projects.create', { name: 'First' }),
        await mia.call('projects.create', { name: 'Second' }),
      ]
      const secret = await company.ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const projects = [first.slug, first.key.toLowerCase(), first.id.toUpperCase(), 'nowhere', secret.slug]
      const created = await sync(mia, device, local('w', { projects }))
      assert.deepEqual([statuses(created), created.items[0]!.workspace!.projectCount], [['created'], 1])
      assert.deepEqual(created.items[0]!.problems, [
        'Project "nowhere" doesn\'t exist, or you can\'t see it.',
        'Project "hidden" doesn\'t exist, or you can\'t see it.',
      ])
      const more = await sync(mia, device, local('w', { projects: [second.slug] }))
      assert.deepEqual([statuses(more), more.items[0]!.workspace!.projectCount], [['updated'], 2])
      const before = await checksums()
      assert.deepEqual(statuses(await sync(mia, device, local('w', { projects: [first.slug] }))), [
        'unchanged',
      ])
      assert.equal(await checksums(), before)
    })

    it('links workspaces again when local ids change or folders swap', async () => {
      const device = await newDevice(mia)
      const names = { a: { name: 'A' }, b: { name: 'B' } }
      const first = await sync(mia, device, local('a', names.a), local('b', names.b))
      const [a, b] = first.items.map((item) => item.workspace!.id)
      const swapped = await sync(
        mia,
        device,
        local('a', { ...names.b, workspace: b! }),
        local('b', { ...names.a, workspace: a! }),
      )
      assert.deepEqual([statuses(swapped), swapped.removed], [['linked', 'linked'], []])
      const renamed = await sync(
        mia,
        device,
        local('c', { ...names.a, workspace: a!.toUpperCase() }),
        local('a', names.b),
      )
      assert.deepEqual(statuses(renamed), ['linked', 'unchanged'])
      assert.deepEqual(renamed.removed, [{ localId: 'b', workspaceId: a }])
    })

    it('keeps a manually set folder and adds the local id when the device sends it', async () => {
      const device = await newDevice(mia)
      const { id: workspace } = await mia.call('workspaces.create', { name: 'By hand' })
      await mia.call('workspaces.setFolder', { workspace, device, path: '/src/h' })
      const { removed, remote } = await sync(mia, device)
      assert.deepEqual([removed, remote.some(({ id }) => id === workspace)], [[], false])
      const linked = await sync(mia, device, local('h', { name: 'By hand', workspace }))
      assert.deepEqual([statuses(linked), linked.items[0]!.workspace!.folders[0]!.localId], [['linked'], 'h'])
    })

    it("rejects contradictory lists and another user's device without changes", async () => {
      const [device, foreign] = [await newDevice(mia), await newDevice(company.ada)]
      const { id: workspace } = await mia.call('workspaces.create', { name: 'Once' })
      const before = await checksums()
      await assert.rejects(sync(mia, foreign, local('a')), { code: 'not_found', status: 404 })
      const invalid: [Local[], string][] = [
        [[local('a'), local('b'), local('a')], 'workspaces.2.localId'],
        [[local('a', { workspace }), local('b', { workspace })], 'workspaces.1.workspace'],
        [[local('a', { name: ' ' })], 'workspaces.0.name'],
        [[{ ...local('a'), colour: 'red' } as Local], 'workspaces.0.colour'],
        [Array.from({ length: 501 }, (_, number) => local(`${number}`)), 'workspaces'],
      ]
      for (const [list, path] of invalid)
        await assert.rejects(
          sync(mia, device, ...list),
          (problem: { code: string; errors: { path: string }[] }) => {
            assert.deepEqual([problem.code, problem.errors[0]!.path], ['invalid_input', path])
            return true
          },
        )
      assert.equal(await checksums(), before)
    })

    it('accepts a list of the maximum length', async () => {
      const device = await newDevice(mia)
      const list = Array.from({ length: 500 }, (_, number) => local(`${number}`))
      assert.ok(statuses(await sync(mia, device, ...list)).every((status) => status === 'created'))
      assert.ok(statuses(await sync(mia, device, ...list)).every((status) => status === 'unchanged'))
      const other = await sync(mia, await newDevice(mia))
      assert.deepEqual([other.remote.length, other.moreRemote], [500, true])
    })

    /** Returns checksums of all tables that a sync can write. */
    async function checksums(): Promise<string> {
      const tables = ['workspaces', 'workspace_folders', 'workspace_projects', 'workspace_teams', 'journal']
      const parts = tables.map(
        (table) =>
          sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.raw(table)} t`,
      )
      const rows = await server.app.database.run<{ sum: string }>(sql.join(parts, ' union all '))
      return rows.map(({ sum }) => sum).join()
    }
  })
}

function byLocalId(a: { localId: string }, b: { localId: string }): number {
  return a.localId < b.localId ? -1 : 1
}

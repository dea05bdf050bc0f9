import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { sql } from '../../../database/sql.ts'
import { purgeTrash } from '../../trash/purge-trash.ts'
import { type Company, createCompany, newDevice } from './test-company.ts'

for (const engine of oneEngine) {
  describe(`workspaces, on ${engine}`, () => {
    let server: TestServer
    let company: Company
    let mia: Person
    before(async () => {
      server = await startTestServer(engine)
      company = await createCompany(server)
      mia = company.mia
    })
    after(() => server.stop())

    const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)

    it('creates, shares and renames a workspace, and sets its projects and folder', async () => {
      const { editors } = company
      const project = await mia.call('projects.create', { name: 'Cart' })
      const device = await newDevice(mia)
      const created = await mia.call('workspaces.create', { name: ' Shop ', description: 'All of the shop' })
      const workspace = created.id
      assert.deepEqual(
        [created.name, created.owner.name, created.version, created.folders],
        ['Shop', 'Mia', 1, []],
      )
      await mia.call('workspaces.share', { workspace, team: editors.slug, role: 'editor' })
      for (const _ of [1, 2]) await mia.call('workspaces.addProject', { workspace, project: 'cart' })
      const placed = await mia.call('workspaces.setFolder', { workspace, device, path: '/src/shop' })
      const { id, slug } = editors
      assert.deepEqual(placed.teams, [{ id, slug, name: 'team', role: 'editor' }])
      const folder = { device: { id: device, name: 'Laptop' }, path: '/src/shop', localId: null }
      assert.deepEqual([placed.folders, placed.projectCount], [[folder], 1])
      const projects = await mia.call('workspaces.listWorkspaceProjects', { workspace })
      assert.deepEqual(idsOf(projects), [project.id])

      const renamed = await mia.call('workspaces.update', { workspace, name: 'Web shop' }, { ifMatch: 1 })
      assert.deepEqual(
        [renamed.name, renamed.description, renamed.version],
        ['Web shop', 'All of the shop', 2],
      )
      const stale = mia.call('workspaces.update', { workspace, name: 'x' }, { ifMatch: 1 })
      await assert.rejects(stale, { code: 'version_conflict' })
      const emptied = await mia.call('workspaces.removeProject', { workspace, project: 'cart' })
      assert.equal(emptied.projectCount, 0)
      const twice = mia.call('workspaces.removeProject', { workspace, project: 'cart' })
      await assert.rejects(twice, { code: 'not_found' })
      assert.deepEqual((await mia.call('workspaces.removeFolder', { workspace, device })).folders, [])
    })

    it('accepts PUT and PATCH for the same update', async () => {
      const { id } = await mia.call('workspaces.create', { name: 'One' })
      for (const method of ['PUT', 'PATCH']) {
        const response = await fetch(`${server.url}/api/workspaces/${id}`, {
          method,
          headers: { Authorization: `Bearer ${mia.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: `By ${method}` }),
        })
        assert.equal(((await response.json()) as { name: string }).name, `By ${method}`)
      }
    })

    it('shows and adds only projects that the caller can see', async () => {
      const { ada } = company
      const { id: workspace } = await mia.call('workspaces.create', { name: 'Mixed' })
      const secret = await ada.call('projects.create', { name: 'Secret plans', visibility: 'private' })
      const open = await ada.call('projects.create', { name: 'Open plans' })
      const adding = mia.call('workspaces.addProject', { workspace, project: secret.slug })
      await assert.rejects(adding, { code: 'not_found' })
      for (const project of [secret.id, open.id])
        await ada.call('workspaces.addProject', { workspace, project })
      assert.equal((await mia.call('workspaces.get', { workspace })).projectCount, 1)
      assert.equal((await ada.call('workspaces.get', { workspace })).projectCount, 2)
      const seen = await mia.call('workspaces.listWorkspaceProjects', { workspace })
      assert.deepEqual(idsOf(seen), [open.id])
      const removing = mia.call('workspaces.removeProject', { workspace, project: secret.id })
      await assert.rejects(removing, { code: 'not_found' })
      const { items } = await mia.call('activity.listEvents', { limit: 500 })
      assert.ok(!JSON.stringify(items).includes('Secret plans'))
      await ada.call('projects.delete', { project: open.slug })
      assert.equal((await mia.call('workspaces.get', { workspace })).projectCount, 0)
    })

    it('shows folders only to the owner of the device, and never in the journal', async () => {
      const workspace = await company.sharedWorkspace('Everywhere')
      const { ada, admin, ed, vera } = company
      const people = [ada, admin, mia, ed, vera]
      for (const person of people) {
        const path = `/home/${person.user.id}/secret`
        const device = await newDevice(person, `Machine of ${person.user.id}`)
        await person.call('workspaces.setFolder', {
          workspace,
          device,
          path,
          localId: `local-${person.user.id}`,
        })
      }
      for (const person of people) {
        const device = await newDevice(person, 'Another')
        const responses = JSON.stringify([
          await person.call('workspaces.get', { workspace }),
          await person.call('workspaces.list', {}),
          await person.call('workspaces.update', { workspace }).catch(() => null),
          await person.call('workspaces.listTeamWorkspaces', { team: company.editors.id }),
          await person.call('workspaces.sync', { device, workspaces: [] }),
        ])
        for (const other of people)
          for (const word of ['/home/', 'Machine of ', 'local-'])
            assert.equal(
              responses.includes(word + other.user.id),
              other === person,
              `${person.name}: ${word}`,
            )
      }
      const rows = await server.app.database.run(sql`select * from journal`)
      assert.ok(!JSON.stringify(rows).includes('/home/'))
      const foreign = await newDevice(ada)
      const onForeign = mia.call('workspaces.setFolder', { workspace, device: foreign, path: '/x' })
      await assert.rejects(onForeign, { code: 'not_found' })
      const listed = mia.call('workspaces.list', { device: foreign })
      await assert.rejects(listed, { code: 'not_found' })
    })

    it('sends events only to the owner', async () => {
      const workspace = await company.sharedWorkspace('Quiet')
      await company.ed.call('workspaces.update', { workspace, name: 'Quieter' })
      const typesFor = async ({ call }: Person) => {
        const { items } = await call('activity.listEvents', { limit: 500 })
        return items.filter(({ subject }) => subject.id === workspace).map(({ type }) => type)
      }
      assert.deepEqual(await typesFor(mia), [
        'workspace.created',
        'workspace.shared',
        'workspace.shared',
        'workspace.updated',
      ])
      assert.deepEqual([await typesFor(company.ed), await typesFor(company.ada)], [[], []])
    })

    it('lists workspaces newest first, in pages, by owner, team and device', async () => {
      const { ed, otto, guest, editors } = company
      const own: string[] = []
      for (const name of ['1', '2', '3']) own.unshift((await otto.call('workspaces.create', { name })).id)
      assert.deepEqual(idsOf(await otto.call('workspaces.list', {})), own)
      const first = await otto.call('workspaces.list', { limit: 2 })
      const rest = await otto.call('workspaces.list', { limit: 2, cursor: first.nextCursor! })
      assert.deepEqual([...idsOf(first), ...idsOf(rest)], own)
      assert.equal(rest.nextCursor, null)

      const shared = await company.sharedWorkspace('Listed')
      const mine = (await ed.call('workspaces.create', { name: 'Mine' })).id
      assert.ok(idsOf(await ed.call('workspaces.list', {})).includes(shared))
      assert.deepEqual(idsOf(await ed.call('workspaces.list', { owner: 'me' })), [mine])
      const ofMia = await ed.call('workspaces.list', { owner: mia.user.username, limit: 1 })
      assert.deepEqual(idsOf(ofMia), [shared])
      const ofTeam = await ed.call('workspaces.list', { team: editors.slug, limit: 1 })
      assert.deepEqual(idsOf(ofTeam), [shared])
      const device = await newDevice(ed)
      await ed.call('workspaces.setFolder', { workspace: mine, device, path: '/mine' })
      assert.deepEqual(idsOf(await ed.call('workspaces.list', { device })), [mine])
      const ofGuest = guest.call('workspaces.list', {})
      await assert.rejects(ofGuest, { code: 'role_too_low' })
    })

    it('rejects a local id that the device uses for another workspace', async () => {
      const device = await newDevice(mia)
      const [one, two] = [await company.sharedWorkspace('A'), await company.sharedWorkspace('B')]
      await mia.call('workspaces.setFolder', { workspace: one, device, path: '/a', localId: 'same' })
      const taken = mia.call('workspaces.setFolder', { workspace: two, device, path: '/b', localId: 'same' })
      await assert.rejects(taken, { code: 'already_taken' })
      const moved = await mia.call('workspaces.setFolder', { workspace: one, device, path: '/c' })
      assert.deepEqual([moved.folders[0]!.path, moved.folders[0]!.localId], ['/c', 'same'])
      await mia.call('workspaces.setFolder', { workspace: one, device, path: '/c', localId: null })
      await mia.call('workspaces.setFolder', { workspace: two, device, path: '/b', localId: 'same' })
    })

    it('restores a workspace unchanged for its managers, also through the tool', async () => {
      const workspace = await company.sharedWorkspace('Back')
      const device = await newDevice(mia)
      const project = await mia.call('projects.create', { name: 'Kept' })
      await mia.call('workspaces.addProject', { workspace, project: project.id })
      const before = await mia.call('workspaces.setFolder', { workspace, device, path: '/kept' })
      const restoring = { kind: 'workspace' as const, item: workspace }
      await assert.rejects(mia.call('trash.restore', restoring), { code: 'not_deleted' })
      const deleted = await mia.call('workspaces.delete', { workspace })
      assert.deepEqual([deleted.kind, deleted.id, deleted.key], ['workspace', workspace, 'Back'])
      await assert.rejects(mia.call('workspaces.get', { workspace }), { code: 'not_found' })
      assert.ok(!idsOf(await mia.call('workspaces.list', {})).includes(workspace))
      const results = await Promise.allSettled(
        [company.ed, company.otto, company.guest].map(({ call }) => call('trash.restore', restoring)),
      )
      assert.deepEqual(
        results.map((result) => (result as { reason: { code: string } }).reason.code),
        ['forbidden', 'not_found', 'role_too_low'],
      )
      const agent = await mia.agent()
      const restored = await agent.call('restore_item', restoring)
      await agent.close()
      const item: { key: string } = restored.data.item!
      assert.deepEqual([restored.isError, item.key], [false, 'Back'])
      const { version, updatedAt: _, ...after } = await mia.call('workspaces.get', { workspace })
      const { version: __, updatedAt: ___, ...kept } = before
      assert.deepEqual([version, after], [3, kept])
    })

    it('purges a workspace after 30 days and records it for its owner only', async () => {
      const workspace = await company.sharedWorkspace('Old')
      await mia.call('workspaces.delete', { workspace })
      await server.app.database.run(
        sql`update workspaces set deleted_at = now() - interval '31 days' where id = ${workspace}`,
      )
      const late = mia.call('trash.restore', { kind: 'workspace', item: workspace })
      await assert.rejects(late, { code: 'restore_expired' })
      await purgeTrash(server.app)
      const purged = mia.call('trash.restore', { kind: 'workspace', item: workspace })
      await assert.rejects(purged, { code: 'not_found' })
      const [row] = await server.app.database.run(
        sql`select private_to, subject_key from journal where type = 'workspace.purged' and subject_id = ${workspace}`,
      )
      assert.deepEqual(row, { private_to: mia.user.id, subject_key: 'Old' })
    })

    it('separates sandbox workspaces from live ones', async () => {
      const key = await mia.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const test = server.client(key.value)
      const live = await mia.call('workspaces.create', { name: 'Live' })
      const device = await newDevice(mia)
      await mia.call('workspaces.setFolder', { workspace: live.id, device, path: '/live', localId: 'w' })
      const created = await test('workspaces.create', { name: 'Test' })
      assert.deepEqual(idsOf(await test('workspaces.list', {})), [created.id])
      await assert.rejects(test('workspaces.get', { workspace: live.id }), { code: 'not_found' })
      const entry = { localId: 'w', name: 'Synced', path: '/test' }
      const { items, removed } = await test('workspaces.sync', { device, workspaces: [entry] })
      assert.deepEqual([items[0]!.status, removed], ['created', []])
      assert.deepEqual((await mia.call('workspaces.get', { workspace: live.id })).folders[0]!.path, '/live')
      const ofLive = await mia.call('workspaces.list', { device })
      assert.deepEqual(idsOf(ofLive), [live.id])
    })
  })
}

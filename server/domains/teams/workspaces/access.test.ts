import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { createTeam } from '../../../../test/teams.ts'
import { join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { type Company, createCompany, newDevice } from './test-company.ts'

const missing = '404 not_found'
const forbidden = '403 forbidden'

for (const engine of oneEngine) {
  describe(`workspace rights, on ${engine}`, () => {
    let server: TestServer
    let company: Company
    before(async () => {
      server = await startTestServer(engine)
      company = await createCompany(server)
    })
    after(() => server.stop())

    const rights: [who: keyof Company, view: string, edit: string, manage: string][] = [
      ['ada', 'yes', 'yes', 'yes'],
      ['admin', 'yes', 'yes', 'yes'],
      ['mia', 'yes', 'yes', 'yes'],
      ['ed', 'yes', 'yes', forbidden],
      ['vera', 'yes', forbidden, forbidden],
      ['otto', missing, missing, missing],
      ['guest', '403 role_too_low', '403 role_too_low', '403 role_too_low'],
    ]
    for (const [who, view, edit, manage] of rights) {
      it(`returns for ${who}: view ${view}, edit ${edit}, manage ${manage}`, async () => {
        const { call } = company[who] as Person
        const workspace = await company.sharedWorkspace()
        const device = await newDevice(company[who] as Person)
        const team = (await createTeam(server, company.ada)).id
        const { id: project } = await company.ada.call('projects.create', { name: 'For all' })
        const outcomes = {
          get: await outcome(call('workspaces.get', { workspace })),
          projects: await outcome(call('workspaces.listWorkspaceProjects', { workspace })),
          place: await outcome(call('workspaces.setFolder', { workspace, device, path: '/x' })),
          displace: await outcome(call('workspaces.removeFolder', { workspace, device })),
          rename: await outcome(call('workspaces.update', { workspace, name: 'Renamed' })),
          add: await outcome(call('workspaces.addProject', { workspace, project })),
          remove: await outcome(call('workspaces.removeProject', { workspace, project })),
          share: await outcome(call('workspaces.share', { workspace, team, role: 'viewer' })),
          unshare: await outcome(call('workspaces.unshare', { workspace, team })),
          delete: await outcome(call('workspaces.delete', { workspace })),
          restore: await outcome(call('trash.restore', { kind: 'workspace', item: workspace })),
          give: await outcome(call('workspaces.update', { workspace, owner: company.otto.user.username })),
        }
        assert.deepEqual(outcomes, {
          get: view,
          projects: view,
          place: view,
          displace: view,
          rename: edit,
          add: edit,
          remove: edit,
          share: manage,
          unshare: manage,
          delete: manage,
          restore: manage,
          give: manage,
        })
      })
    }

    it('returns the rights of the caller, and none to a read-only key', async () => {
      const workspace = await company.sharedWorkspace()
      const { mia, ed, vera } = company
      const mays = [mia, ed, vera].map(async ({ call }) => (await call('workspaces.get', { workspace })).may)
      assert.deepEqual(await Promise.all(mays), [
        { edit: true, manage: true },
        { edit: true, manage: false },
        { edit: false, manage: false },
      ])
      const key = await mia.call('credentials.createApiKey', { name: 'reads', scopes: ['read'] })
      const seen = await server.client(key.value)('workspaces.get', { workspace })
      assert.deepEqual(seen.may, { edit: false, manage: false })
    })

    it('applies a changed team role and the end of a share immediately', async () => {
      const { mia, ed, editors } = company
      const workspace = await company.sharedWorkspace()
      const again = await mia.call('workspaces.share', { workspace, team: editors.id, role: 'viewer' })
      assert.deepEqual(again.teams.find(({ id }) => id === editors.id)!.role, 'viewer')
      assert.equal(await outcome(ed.call('workspaces.update', { workspace, name: 'x' })), forbidden)
      await mia.call('workspaces.unshare', { workspace, team: editors.slug })
      assert.equal(await outcome(ed.call('workspaces.get', { workspace })), missing)
      const twice = mia.call('workspaces.unshare', { workspace, team: editors.slug })
      assert.equal(await outcome(twice), missing)
    })

    it('removes access of the previous owner on transfer and records it for both', async () => {
      const { mia, otto, guest } = company
      const { id: workspace } = await mia.call('workspaces.create', { name: 'To be given' })
      const toGuest = mia.call('workspaces.update', { workspace, owner: guest.user.username })
      assert.equal(await outcome(toGuest), '400 invalid_input')
      const given = await mia.call('workspaces.update', { workspace, name: 'Given', owner: otto.user.id })
      assert.deepEqual([given.owner.name, given.name, given.may.manage], ['Otto', 'Given', false])
      assert.equal(await outcome(mia.call('workspaces.get', { workspace })), missing)
      assert.equal((await otto.call('workspaces.get', { workspace })).may.manage, true)
      for (const person of [mia, otto]) {
        const { items } = await person.call('activity.listEvents', { limit: 500 })
        const types = items.filter(({ subject }) => subject.id === workspace).map(({ type }) => type)
        assert.deepEqual(types.filter((type) => type === 'workspace.transferred').length, 1, person.name)
      }
    })

    it('allows only team members and administrators to create a team workspace', async () => {
      const { ed, ada, otto, vera, editors } = company
      const input = { team: editors.slug, name: 'Of the team' }
      assert.equal(await outcome(otto.call('workspaces.createTeamWorkspace', input)), forbidden)
      const byMember = await ed.call('workspaces.createTeamWorkspace', { ...input, role: 'viewer' })
      assert.deepEqual([byMember.owner.name, byMember.teams.map(({ role }) => role)], ['Ed', ['viewer']])
      const byAdmin = await ada.call('workspaces.createTeamWorkspace', input)
      assert.deepEqual(
        byAdmin.teams.map(({ role }) => role),
        ['editor'],
      )
      const listed = async ({ call }: Person) => {
        const { items } = await call('workspaces.listTeamWorkspaces', { team: editors.id })
        return items.filter(({ name }) => name === 'Of the team').map(({ id }) => id)
      }
      assert.deepEqual(await listed(ed), [byAdmin.id, byMember.id])
      assert.deepEqual(await listed(vera), [], 'all members see the team, but not its workspaces')
    })

    it('leaves no workspaces to a member who is removed concurrently', async () => {
      const { ada, mia } = company
      for (let round = 0; round < 3; round++) {
        const leaver = await server.register('Leaver')
        await join(server, leaver, ada, 'member')
        const device = await newDevice(leaver)
        const { id: workspace } = await mia.call('workspaces.create', { name: 'Given' })
        const entry = { localId: 'a', name: 'Synced', path: '/a' }
        await Promise.allSettled([
          leaver.call('workspaces.create', { name: 'Own' }),
          leaver.call('workspaces.sync', { device, workspaces: [entry] }),
          ada.call('members.remove', { member: leaver.user.id }),
          mia.call('workspaces.update', { workspace, owner: leaver.user.id }),
          leaver.call('workspaces.create', { name: 'Own' }),
        ])
        const left = await server.app.database.run(
          sql`select w.id from workspaces w left join workspace_folders f on f.workspace_id = w.id
            where w.organization_id = ${ada.organization.id} and (w.owner_id = ${leaver.user.id} or f.device_id = ${device})`,
        )
        assert.deepEqual(left, [])
      }
    })

    it('rejects project-bound keys and users of other organizations', async () => {
      const workspace = await company.sharedWorkspace()
      const project = await company.mia.call('projects.create', { name: 'Bound' })
      const bound = await company.mia.call('credentials.createApiKey', { name: 'b', project: project.slug })
      const client = server.client(bound.value)
      assert.equal(await outcome(client('workspaces.get', { workspace })), '403 project_only')
      await company.mia.call('workspaces.delete', { workspace })
      const restored = client('trash.restore', { kind: 'workspace', item: workspace })
      assert.equal(await outcome(restored), '403 project_only')
      const zoe = await server.register('Zoe')
      assert.equal(await outcome(zoe.call('workspaces.get', { workspace })), missing)
      const foreign = await createTeam(server, zoe)
      const own = await company.mia.call('workspaces.create', { name: 'Mine' })
      const shared = company.mia.call('workspaces.share', {
        workspace: own.id,
        team: foreign.id,
        role: 'viewer',
      })
      assert.equal(await outcome(shared), missing)
    })
  })
}

async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'yes'
  } catch (error) {
    const { status, code } = error as { status: number; code: string }
    return `${status} ${code}`
  }
}

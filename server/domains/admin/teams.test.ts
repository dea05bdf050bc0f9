import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`the teams of an instance, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    let ada: Person
    let ben: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Root')
      ada = await server.register('Ada')
      ben = await addMember(server, ada, 'member')
    })
    after(() => server.stop())

    const create = (name: string) => ada.call('teams.create', { name })

    it('lists the teams of all organizations, by search and organization', async () => {
      const team = await create('Gardeners')
      const other = await admin.call('teams.create', { name: 'Gardeners of Root' })
      const found = await admin.call('admin.listAllTeams', { search: 'gardeners' })
      assert.deepEqual(
        found.items.map(({ id, organization }) => [id, organization.id]),
        [
          [team.id, ada.organization.id],
          [other.id, admin.organization.id],
        ],
      )
      const own = await admin.call('admin.listAllTeams', { organization: ada.organization.slug })
      assert.ok(own.items.every(({ organization }) => organization.slug === ada.organization.slug))
      await assert.rejects(ada.call('admin.listAllTeams', {}), { code: 'administrators_only' })
    })

    it('changes a team by the rules of teams, and records it in its organization', async () => {
      const team = await create('Cooks')
      const taken = await create('Bakers')
      const shown = await admin.call('admin.getAnyTeam', { team: team.slug })
      assert.deepEqual([shown.memberCount, shown.organization.id], [1, ada.organization.id])
      const input = { team: team.id, name: 'Chefs' }
      const changed = await admin.call('admin.updateAnyTeam', input, { ifMatch: shown.version })
      assert.equal(changed.name, 'Chefs')
      await assert.rejects(admin.call('admin.updateAnyTeam', input, { ifMatch: 9 }), {
        code: 'version_conflict',
      })
      await assert.rejects(admin.call('admin.updateAnyTeam', { team: team.id, slug: taken.slug }), {
        code: 'already_taken',
      })
      const { items } = await ada.call('teams.listTeamActivity', { team: team.slug, type: 'team.updated' })
      assert.deepEqual(
        items.map(({ actor }) => actor.name),
        ['Root'],
      )
    })

    it('adds, changes and removes members of the organization only', async () => {
      const team = (await create('Painters')).slug
      const member = ben.user.username
      await assert.rejects(admin.call('admin.addAnyTeamMember', { team, user: admin.user.id }), {
        status: 400,
        code: 'invalid_input',
      })
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(admin.call('admin.addAnyTeamMember', { team, user: guest.user.id }), {
        code: 'guest_in_team',
      })
      await admin.call('admin.addAnyTeamMember', { team, user: member })
      await admin.call('admin.updateAnyTeamMember', { team, member, role: 'lead' })
      const { items } = await admin.call('admin.listAnyTeamMembers', { team })
      assert.deepEqual(
        items.map(({ user, role }) => [user.id, role]),
        [
          [ada.user.id, 'lead'],
          [ben.user.id, 'lead'],
        ],
      )
      await admin.call('admin.removeAnyTeamMember', { team, member })
      await assert.rejects(admin.call('admin.removeAnyTeamMember', { team, member }), { code: 'not_found' })
      const events = (await ada.call('teams.listTeamActivity', { team })).items.map(({ type }) => type)
      assert.deepEqual(events.slice(0, 3), [
        'team_member.removed',
        'team_member.changed',
        'team_member.added',
      ])
    })

    it('deletes a team and keeps its projects with the same people', async () => {
      const team = await create('Builders')
      await ada.call('teamMembers.add', { team: team.slug, user: ben.user.id })
      const project = await ada.call('projects.create', {
        name: 'House',
        team: team.slug,
        visibility: 'team',
      })
      const deleted = await admin.call('admin.deleteAnyTeam', { team: team.id })
      assert.deepEqual(
        deleted.projects.map(({ slug, visibility, sharedWith }) => [slug, visibility, sharedWith]),
        [[project.slug, 'private', 1]],
      )
      assert.equal((await ben.call('projects.get', { project: project.slug })).may.edit, true)
      await assert.rejects(admin.call('admin.getAnyTeam', { team: team.id }), { code: 'not_found' })
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { createTeam } from '../../../test/teams.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`visibility and team of a project, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let lead: Person
    let grace: Person
    let other: Person
    let team: { id: string; slug: string }
    let second: { id: string; slug: string }
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      lead = await addMember(server, ada, 'member')
      grace = await addMember(server, ada, 'member')
      other = await addMember(server, ada, 'member')
      team = await createTeam(server, ada, { name: 'first', leads: [lead], members: [grace] })
      second = await createTeam(server, ada, { name: 'second', members: [other] })
    })
    after(() => server.stop())

    const notFound = { status: 404, code: 'not_found' }
    const forbidden = { status: 403, code: 'forbidden' }
    const rejectsField =
      (path: string, message: RegExp) => (problem: { errors: { path: string; message: string }[] }) => {
        assert.equal(problem.errors[0]?.path, path)
        assert.match(problem.errors[0].message, message)
        return true
      }

    it('makes a project of a team visible to the team by default', async () => {
      const created = await grace.call('projects.create', { name: 'Ours', team: team.slug })
      assert.deepEqual([created.visibility, created.teamId], ['team', team.id])
      assert.equal((await lead.call('projects.get', { project: created.slug })).may.manage, true)
      await assert.rejects(other.call('projects.get', { project: created.slug }), notFound)
      const open = { name: 'Open', team: team.id, visibility: 'organization' } as const
      assert.equal((await grace.call('projects.create', open)).visibility, 'organization')
    })

    it('rejects adding a project to a team of which the caller is not a member', async () => {
      await assert.rejects(other.call('projects.create', { name: 'Not mine', team: team.slug }), forbidden)
      const { slug: project } = await other.call('projects.create', { name: 'Mine' })
      await assert.rejects(other.call('projects.update', { project, team: team.slug }), forbidden)
      await assert.rejects(other.call('projects.update', { project, team: 'no-such-team' }), notFound)
      assert.equal((await ada.call('projects.update', { project, team: team.slug })).teamId, team.id)
      const stays = await other.call('projects.update', { project, team: team.slug, name: 'Still mine' })
      assert.deepEqual([stays.name, stays.teamId], ['Still mine', team.id], 'the current team is accepted')
    })

    it('requires a team for visibility team', async () => {
      const teamless = { name: 'Teamless', visibility: 'team' } as const
      await assert.rejects(grace.call('projects.create', teamless), rejectsField('team', /needs a team/))
      const { slug: project } = await grace.call('projects.create', { name: 'Teamless' })
      const alone = grace.call('projects.update', { project, visibility: 'team' })
      await assert.rejects(alone, rejectsField('team', /needs a team/))
      const both = { project, visibility: 'team', team: team.slug } as const
      assert.equal((await grace.call('projects.update', both)).visibility, 'team')

      const removing = grace.call('projects.update', { project, team: null })
      await assert.rejects(removing, rejectsField('visibility', /Without a team, pass "visibility"/))
      const none = { project, team: null, visibility: 'team' } as const
      await assert.rejects(grace.call('projects.update', none), rejectsField('team', /needs a team/))
      const out = await grace.call('projects.update', { project, team: null, visibility: 'private' })
      assert.deepEqual([out.teamId, out.visibility], [null, 'private'])
    })

    it('uses the default visibility of the organization, also in its sandbox', async () => {
      const founder = await server.register('Founder')
      const key = await founder.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const inSandbox = server.client(key.value)
      const createdVisibilities = async () => [
        (await founder.call('projects.create', { name: 'Begun' })).visibility,
        (await inSandbox('projects.create', { name: 'Begun' })).visibility,
      ]
      assert.deepEqual(await createdVisibilities(), ['organization', 'organization'])
      await server.app.database.run(
        sql`update organizations set default_visibility = 'private' where id = ${founder.organization.id}`,
      )
      assert.deepEqual(await createdVisibilities(), ['private', 'private'])
    })

    it('rejects a change of visibility or team by an editor', async () => {
      const { slug: project } = await grace.call('projects.create', { name: 'Edited', team: team.slug })
      await ada.call('projects.share', { project, user: other.user.id, role: 'editor' })
      for (const change of [{ visibility: 'organization' }, { team: null }, { team: second.slug }] as const)
        await assert.rejects(other.call('projects.update', { project, ...change }), forbidden)
      const same = { project, visibility: 'team', team: team.id, name: 'Renamed' } as const
      assert.equal(
        (await other.call('projects.update', same)).name,
        'Renamed',
        'unchanged values are accepted',
      )
    })

    it('lets a team lead manage the project, and returns their remaining rights', async () => {
      const { slug: project } = await grace.call('projects.create', { name: 'Led', team: team.slug })
      await lead.call('projects.archive', { project })
      await lead.call('projects.unarchive', { project })
      const hidden = await lead.call('projects.update', { project, visibility: 'private' })
      assert.deepEqual(hidden.may, { edit: true, manage: true })
      const shown = { project, team: null, visibility: 'organization' } as const
      assert.deepEqual((await lead.call('projects.update', shown)).may, { edit: true, manage: false })
      await grace.call('projects.update', { project, team: team.slug })
      const hiddenFromLead = { project, team: null, visibility: 'private' } as const
      assert.deepEqual((await lead.call('projects.update', hiddenFromLead)).may, {
        edit: false,
        manage: false,
      })
      await assert.rejects(lead.call('projects.get', { project }), notFound)
    })

    it('lets an agent add a project to a team with the rights of its user', async () => {
      const agent = await grace.agent()
      const created = await agent.call('create_project', { name: 'By an agent', team: team.slug })
      assert.deepEqual([created.isError, created.data.visibility], [false, 'team'])
      const rejected = await agent.call('create_project', { name: 'Elsewhere', team: second.slug })
      assert.deepEqual([rejected.isError, rejected.data.code], [true, 'forbidden'])
      assert.match(
        String(rejected.data.detail),
        /Members of the team, and owners and admins of the organization\.$/,
      )
      await agent.close()
    })

    it('rejects a team from a key that is bound to a project', async () => {
      const { slug: project } = await grace.call('projects.create', { name: 'Bound' })
      const key = await grace.call('credentials.createApiKey', { name: 'bound', project })
      const update = server.client(key.value)('projects.update', { project, team: team.slug })
      await assert.rejects(update, { status: 403, code: 'project_only' })
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { teamProject } from '../../../../test/team-things.ts'
import { join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'

const secret = 'SECRET-5b1e'

for (const engine of oneEngine) {
  describe(`visibility of team analytics, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let team: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await server.register('Grace')
      await join(server, grace, ada, 'member')
      const created = await ada.call('teams.create', { name: 'Builders' })
      await teamProject(server, ada, created, 'Web')
      await teamProject(server, ada, created, 'Hidden', 'private')
      await ada.call('projects.create', { name: 'Other' })
      team = created.slug
      const builder = await ada.agent({ agent: secret })
      for (const project of ['web', 'hidden', 'other']) {
        await ada.call('tasks.create', { project, title: secret, status: 'complete', estimate: 1 })
        await ada.call('tasks.create', { project, title: project, status: 'blocked' })
      }
      await builder.call('create_task', { project: 'hidden', title: secret, status: 'complete' })
      await builder.close()
    })
    after(() => server.stop())

    const analyticsFor = (person: Person, input: object = {}) =>
      person.call('teams.getTeamAnalytics', { team, weeks: 1, ...input })

    it('includes a private project for its creator', async () => {
      const { weeks, burnUp, byAssignee, blocked } = await analyticsFor(ada)
      assert.deepEqual([weeks[0]!.throughput, weeks[0]!.created], [3, 5])
      assert.deepEqual(
        burnUp.map(({ project }) => project.slug),
        ['hidden', 'web'],
      )
      assert.deepEqual(
        byAssignee.agents.map(({ name, onBehalfOf }) => [name, onBehalfOf[0]?.name]),
        [[secret, 'Ada']],
      )
      assert.deepEqual(blocked.tasks.map(({ title }) => title).toSorted(), ['hidden', 'web'])
    })

    it('leaves out a private project for members who cannot see it', async () => {
      const result = await analyticsFor(grace)
      const { weeks, burnUp, byAssignee, blocked } = result
      assert.deepEqual([weeks[0]!.throughput, weeks[0]!.created], [1, 2])
      assert.deepEqual(
        burnUp.map(({ project }) => project.slug),
        ['web'],
      )
      assert.deepEqual(byAssignee.people, [
        { id: ada.user.id, name: 'Ada', completed: 1, points: 1, cycleTimeMedian: null },
      ])
      assert.deepEqual([byAssignee.agents, blocked.count], [[], 1])
      assert.doesNotMatch(JSON.stringify(result), new RegExp(`${secret}|hidden`, 'i'))
      await assert.rejects(analyticsFor(grace, { project: 'hidden' }), { code: 'not_found', status: 404 })
    })

    it('includes a private project once it is shared, and rejects guests', async () => {
      const { id } = await ada.call('projects.get', { project: 'hidden' })
      const linus = await server.register('Linus')
      await join(server, linus, ada, 'guest')
      for (const { user } of [grace, linus])
        await server.app.database.run(
          sql`insert into project_shares (id, organization_id, project_id, user_id, role)
           values (gen_random_uuid(), ${ada.organization.id}, ${id}, ${user.id}, 'viewer')`,
        )
      assert.equal((await analyticsFor(grace)).weeks[0]!.throughput, 3)
      await assert.rejects(analyticsFor(linus), { code: 'role_too_low', status: 403 })
      await server.app.database.run(sql`delete from project_shares where project_id = ${id}`)
    })

    it('leaves out a project in the trash, and includes it again once restored', async () => {
      await ada.call('projects.delete', { project: 'web' })
      assert.deepEqual((await analyticsFor(grace)).burnUp, [])
      await ada.call('trash.restore', { kind: 'project', item: 'web' })
      const [web] = (await analyticsFor(grace)).burnUp
      assert.deepEqual(web!.points[0]!.completed, { tasks: 1, points: 1 })
    })

    it('includes an archived project', async () => {
      await ada.call('projects.archive', { project: 'web' })
      assert.equal((await analyticsFor(grace)).weeks[0]!.throughput, 1)
      await ada.call('projects.unarchive', { project: 'web' })
    })

    it('rejects a project of another team', async () => {
      await assert.rejects(analyticsFor(grace, { project: 'other' }), { code: 'invalid_input', status: 400 })
    })

    it('returns zeros for a team without projects', async () => {
      const { id } = await ada.call('teams.create', { name: 'Idle' })
      const { weeks, burnUp, byAssignee } = await analyticsFor(ada, { team: id })
      assert.equal(weeks[0]!.throughput, 0)
      assert.deepEqual([burnUp, byAssignee.people], [[], []])
    })
  })
}

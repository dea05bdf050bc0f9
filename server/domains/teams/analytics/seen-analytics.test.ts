import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { teamProject } from '../../../../test/team-things.ts'
import { join } from '../../../../test/world.ts'

const secret = 'SECRET-5b1e'

for (const engine of oneEngine) {
  describe(`who sees which analytics, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let team: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await server.register('Grace')
      await join(server, grace, ada, 'member')
      const made = await ada.call('teams.create', { name: 'Builders' })
      await teamProject(server, ada, made, 'Web')
      await teamProject(server, ada, made, 'Hidden', 'private')
      await ada.call('projects.create', { name: 'Other' })
      team = made.slug
      const builder = await ada.agent({ agent: secret })
      for (const project of ['web', 'hidden', 'other']) {
        await ada.call('tasks.create', { project, title: secret, status: 'complete', estimate: 1 })
        await ada.call('tasks.create', { project, title: project, status: 'blocked' })
      }
      await builder.call('create_task', { project: 'hidden', title: secret, status: 'complete' })
      await builder.close()
    })
    after(() => server.stop())

    const ask = (person: Person, input: object = {}) =>
      person.call('teams.getTeamAnalytics', { team, weeks: 1, ...input })

    it('its creator sees the numbers of a private project among the others', async () => {
      const { weeks, burnUp, byAssignee, blocked } = await ask(ada)
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

    it('a member who does not see it sees numbers that are those of the others alone', async () => {
      const answer = await ask(grace)
      const { weeks, burnUp, byAssignee, blocked } = answer
      assert.deepEqual([weeks[0]!.throughput, weeks[0]!.created], [1, 2])
      assert.deepEqual(
        burnUp.map(({ project }) => project.slug),
        ['web'],
      )
      assert.deepEqual(byAssignee.people, [
        { id: ada.user.id, name: 'Ada', completed: 1, points: 1, cycleTimeMedian: null },
      ])
      assert.deepEqual([byAssignee.agents, blocked.count], [[], 1])
      assert.doesNotMatch(JSON.stringify(answer), new RegExp(`${secret}|hidden`, 'i'))
      await assert.rejects(ask(grace, { project: 'hidden' }), { code: 'not_found', status: 404 })
    })

    it('once it is shared with them, they see its numbers, and a guest sees none at all', async () => {
      const { id } = await ada.call('projects.get', { project: 'hidden' })
      const linus = await server.register('Linus')
      await join(server, linus, ada, 'guest')
      for (const { user } of [grace, linus])
        await server.app.database.run(
          `insert into project_shares (id, organization_id, project_id, user_id, role)
           values (gen_random_uuid(), $1, $2, $3, 'viewer')`,
          [ada.organization.id, id, user.id],
        )
      assert.equal((await ask(grace)).weeks[0]!.throughput, 3)
      await assert.rejects(ask(linus), { code: 'role_too_low', status: 403 })
      await server.app.database.run('delete from project_shares where project_id = $1', [id])
    })

    it('a project in the trash counts for nobody, and comes back with its numbers', async () => {
      await ada.call('projects.delete', { project: 'web' })
      assert.deepEqual((await ask(grace)).burnUp, [])
      await ada.call('trash.restore', { kind: 'project', item: 'web' })
      const [web] = (await ask(grace)).burnUp
      assert.deepEqual(web!.points[0]!.completed, { tasks: 1, points: 1 })
    })

    it('an archived project still counts', async () => {
      await ada.call('projects.archive', { project: 'web' })
      assert.equal((await ask(grace)).weeks[0]!.throughput, 1)
      await ada.call('projects.unarchive', { project: 'web' })
    })

    it("a project that is not the team's is refused in words", async () => {
      await assert.rejects(ask(grace, { project: 'other' }), { code: 'invalid_input', status: 400 })
    })

    it('of a team without projects there is nothing to tell', async () => {
      const { id } = await ada.call('teams.create', { name: 'Idle' })
      const { weeks, burnUp, byAssignee } = await ask(ada, { team: id })
      assert.equal(weeks[0]!.throughput, 0)
      assert.deepEqual([burnUp, byAssignee.people], [[], []])
    })
  })
}

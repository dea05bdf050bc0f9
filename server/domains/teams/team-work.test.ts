import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addFeature, addSkill, teamProject } from '../../../test/team-things.ts'
import { addMember, agentToken } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`work of a team, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let outside: Person
    let team: { id: string; slug: string }
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      outside = await addMember(server, ada, 'member')
      team = await newTeam('Core')
      await ada.call('teamMembers.add', { team: team.slug, user: grace.user.id })
    })
    after(() => server.stop())

    describe('projects', () => {
      it('lists the projects that the caller can see, by name, with their rights', async () => {
        const { id, slug } = await newTeam('Projects', grace)
        for (const [name, visibility] of [
          ['beta', 'team'],
          ['Alpha', 'organization'],
          ['Gamma', 'private'],
        ] as const)
          await teamProject(server, ada, { id }, name, visibility)
        const archived = await teamProject(server, ada, { id }, 'Old')
        await ada.call('projects.archive', { project: archived.slug })
        await ada.call('projects.create', { name: 'Elsewhere' })
        assert.deepEqual(await namesFor(ada, slug), ['Alpha', 'beta', 'Gamma'])
        assert.deepEqual(await namesFor(grace, slug), ['Alpha', 'beta'])
        assert.deepEqual(await namesFor(outside, slug), ['Alpha'])
        const [first] = (await grace.call('teams.listTeamProjects', { team: slug, limit: 1 })).items
        assert.deepEqual(first!.may, { edit: true, manage: false })
        const old = await grace.call('teams.listTeamProjects', { team: slug, archived: true })
        assert.deepEqual(
          old.items.map(({ name }) => name),
          ['Old'],
        )
      })

      async function namesFor({ call }: Person, ref: string): Promise<string[]> {
        const first = await call('teams.listTeamProjects', { team: ref, limit: 2 })
        const rest = first.nextCursor
          ? await call('teams.listTeamProjects', { team: ref, limit: 2, cursor: first.nextCursor })
          : { items: [] }
        return [...first.items, ...rest.items].map(({ name }) => name)
      }
    })

    describe('features', () => {
      it('lists features of visible projects, newest first, and filters by status', async () => {
        const { id, slug } = await newTeam('Features', grace)
        const open = await teamProject(server, ada, { id }, 'Open features')
        const hidden = await teamProject(server, ada, { id }, 'Hidden features', 'private')
        const elsewhere = await ada.call('projects.create', { name: 'Features elsewhere' })
        await addFeature(server, ada, open, { title: 'First' })
        await addFeature(server, ada, open, { title: 'Second', status: 'active' })
        await addFeature(server, ada, hidden, { title: 'Secret' })
        await addFeature(server, ada, elsewhere, { title: 'Not ours' })
        const deleted = await addFeature(server, ada, open, { title: 'Deleted' })
        await server.app.database.run(sql`update features set deleted_at = now() where id = ${deleted}`)
        const titles = async ({ call }: Person, more: { status?: ('active' | 'done')[] } = {}) =>
          (await call('teams.listTeamFeatures', { team: slug, ...more })).items.map(({ title }) => title)
        assert.deepEqual(await titles(ada), ['Secret', 'Second', 'First'])
        assert.deepEqual(await titles(grace), ['Second', 'First'])
        assert.deepEqual(await titles(grace, { status: ['active', 'done'] }), ['Second'])
        const first = await grace.call('teams.listTeamFeatures', { team: slug, limit: 1 })
        assert.deepEqual(
          [first.items[0]!.project, first.items[0]!.createdBy.name, first.items[0]!.may.edit],
          [open.slug, 'Ada', true],
        )
        const next = await grace.call('teams.listTeamFeatures', {
          team: slug,
          limit: 1,
          cursor: first.nextCursor!,
        })
        assert.deepEqual([next.items[0]!.title, next.nextCursor], ['First', null])
      })
    })

    describe('skills', () => {
      it('lists all skills for team members and only public ones for others', async () => {
        const { id, slug } = await newTeam('Skills', grace)
        await addSkill(server, grace, { name: 'review', scope: 'team', team: id })
        await addSkill(server, ada, { name: 'Release', scope: 'public', team: id })
        await addSkill(server, ada, { name: 'Without a team', scope: 'public' })
        await addSkill(server, ada, { name: 'Own', scope: 'personal' })
        await addSkill(server, ada, { name: 'Of another', scope: 'team', team: team.id })
        const names = async ({ call }: Person) =>
          (await call('teams.listTeamSkills', { team: slug })).items.map(({ name }) => name)
        assert.deepEqual(await names(grace), ['Release', 'review'])
        assert.deepEqual(await names(ada), ['Release', 'review'])
        assert.deepEqual(await names(outside), ['Release'])
        const first = await grace.call('teams.listTeamSkills', { team: slug, limit: 1 })
        const cursor = first.nextCursor!
        const [second] = (await grace.call('teams.listTeamSkills', { team: slug, limit: 1, cursor })).items
        assert.deepEqual([second!.name, second!.teamId, second!.scope], ['review', id, 'team'])
      })
    })

    describe('agents', () => {
      it('lists agents that work for a member or on tasks of visible projects', async () => {
        const { id, slug } = await newTeam('Agents', grace)
        const open = await teamProject(server, ada, { id }, 'Open work')
        const hidden = await teamProject(server, ada, { id }, 'Hidden work', 'private')
        // Grace is in the team. The agents of the outsider work for the team only through a task.
        const builder = await agentToken(server, grace, ada, 'Builder')
        for (const name of ['Scout', 'Ghost', 'Stranger']) await agentToken(server, outside, ada, name)
        for (const [project, assignee] of [
          [open, 'Builder'],
          [open, 'Scout'],
          [open, 'Scout'],
          [hidden, 'Ghost'],
          [hidden, 'Scout'],
        ] as const)
          await ada.call('tasks.create', { project: project.slug, title: 'x', assignee })
        const done = await ada.call('tasks.create', { project: open.slug, title: 'x', assignee: 'Builder' })
        await ada.call('tasks.complete', { task: done.id })
        assert.deepEqual(await agentsFor(ada, slug), { Builder: 1, Ghost: 1, Scout: 3 })
        assert.deepEqual(await agentsFor(grace, slug), { Builder: 1, Scout: 2 })

        const used = '2026-01-02T03:04:05.000Z'
        await server.app.database.run(
          sql`update credentials set last_used_at = ${used} where id = ${builder.id}`,
        )
        const { items } = await grace.call('teams.listTeamAgents', { team: slug, limit: 1 })
        assert.deepEqual([items[0]!.name, Date.parse(items[0]!.lastUsedAt!)], ['Builder', Date.parse(used)])
      })

      it('leaves out agents with a revoked or expired token, or one for another project', async () => {
        const { id, slug } = await newTeam('Tokens', grace)
        const here = await teamProject(server, ada, { id }, 'Here')
        const elsewhere = await ada.call('projects.create', { name: 'There' })
        const createToken = async (name: string, project?: string) => {
          const bound = project === undefined ? {} : { project }
          return grace.call('credentials.createMcpToken', { name, agent: name, ...bound })
        }
        await createToken('Works')
        await createToken('Works here', here.slug)
        await createToken('Works there', elsewhere.slug)
        const revoked = await createToken('Revoked')
        await grace.call('credentials.revokeMcpToken', { mcpToken: revoked.id })
        const expired = await createToken('Expired')
        await server.app.database.run(sql`update credentials set expires_at = now() where id = ${expired.id}`)
        const names = Object.keys(await agentsFor(ada, slug)).filter((name) => name !== 'Builder')
        assert.deepEqual(names, ['Works', 'Works here'])
        const cursor = (await ada.call('teams.listTeamAgents', { team: slug, limit: 2 })).nextCursor!
        const rest = await ada.call('teams.listTeamAgents', { team: slug, cursor })
        assert.deepEqual(
          rest.items.map(({ name }) => name),
          ['Works here'],
        )
      })

      /** Returns the number of open tasks by agent name. */
      async function agentsFor({ call }: Person, ref: string): Promise<Record<string, number>> {
        const { items } = await call('teams.listTeamAgents', { team: ref })
        return Object.fromEntries(items.map(({ name, openTasks }) => [name, openTasks]))
      }
    })

    async function newTeam(name: string, ...others: Person[]) {
      const created = await ada.call('teams.create', { name })
      for (const { user } of others) await ada.call('teamMembers.add', { team: created.slug, user: user.id })
      return created
    }
  })
}

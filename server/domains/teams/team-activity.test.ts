import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  startOwnServer,
} from '../../../test/harness.ts'
import { teamProject } from '../../../test/team-things.ts'
import { addMember, agentToken } from '../../../test/world.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { anonymous } from '../../operations/caller.ts'
import { listTeamActivity } from './list-team-activity.ts'

for (const engine of oneEngine) {
  describe(`team activity, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let outside: Person
    let team: string
    let open: string
    before(async () => {
      server = await startOwnServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      outside = await addMember(server, ada, 'member')
      const core = await ada.call('teams.create', { name: 'Core' })
      team = core.slug
      await ada.call('teamMembers.add', { team, user: grace.user.id })
      open = (await teamProject(server, ada, core, 'Open')).slug
      const hidden = await teamProject(server, ada, core, 'Hidden', 'private')
      const elsewhere = await ada.call('projects.create', { name: 'Elsewhere' })
      await ada.call('tasks.create', { project: elsewhere.slug, title: 'Not ours' })
      await ada.call('tasks.create', { project: hidden.slug, title: 'Secret' })
      await grace.call('tasks.create', { project: open, title: 'Ours' })
      await ada.call('teams.switch', { team })
      await ada.call('teams.update', { team, description: 'Changed' })
    })
    after(() => server.stop())

    it('lists events of the team, its members and its visible projects, newest first', async () => {
      const shared = ['project.created', 'team_member.added', 'team_member.added', 'team.created']
      assert.deepEqual(await typesFor(grace), ['team.updated', 'task.created', ...shared])
      assert.deepEqual(await typesFor(outside), await typesFor(grace))
      assert.deepEqual(await typesFor(ada), [
        'team.updated',
        'task.created',
        'task.created',
        'project.created',
        ...shared,
      ])
    })

    it('returns pages and ends with a null cursor', async () => {
      const all = (await ada.call('teams.listTeamActivity', { team })).items.map(({ id }) => id)
      const read = []
      let before: string | null | undefined
      do {
        const page = await ada.call('teams.listTeamActivity', { team, limit: 3, ...(before && { before }) })
        assert.ok(page.items.length <= 3)
        read.push(...page.items.map(({ id }) => id))
        before = page.nextCursor
      } while (before)
      assert.deepEqual(read, all)
      await assert.rejects(ada.call('teams.listTeamActivity', { team, before: 'nonsense' }), {
        status: 400,
        code: 'invalid_cursor',
      })
    })

    it('filters by type, actor and time', async () => {
      assert.deepEqual(await typesFor(ada, { type: 'team.updated' }), ['team.updated'])
      assert.deepEqual(await typesFor(ada, { actor: grace.user.id }), ['task.created'])
      assert.deepEqual(await typesFor(ada, { type: 'team.updated', actor: grace.user.id }), [])
      const { items } = await ada.call('teams.listTeamActivity', { team })
      const since = items[0]!.at
      const at = Date.parse(since)
      const late = items.filter((event) => Date.parse(event.at) >= at).map(({ type }) => type)
      assert.deepEqual(await typesFor(ada, { since }), late)
      const future = new Date(Date.now() + 3_600_000).toISOString()
      assert.deepEqual(await typesFor(ada, { since: future }), [])
    })

    it('shows an agent with the user it acts for, and finds the event by either', async () => {
      const { value, id } = await agentToken(server, grace, ada, 'Scout')
      const scout = await connectAgent(server.url, value, id, 'http')
      await scout.call('create_task', { project: open, title: 'By an agent' })
      await scout.close()
      const { items } = await ada.call('teams.listTeamActivity', { team, actor: grace.user.id })
      const { actor } = items[0]!
      assert.deepEqual([actor.name, actor.onBehalfOf!.id], ['Scout', grace.user.id])
      const byAgent = await ada.call('teams.listTeamActivity', { team, actor: actor.id! })
      assert.deepEqual(
        byAgent.items.map((event) => event.id),
        [items[0]!.id],
      )
    })

    it('uses only the indexes of the team and of its projects', async () => {
      const { role } = ada.organization
      const { id } = await ada.call('teams.get', { team })
      const plan = await server.app.database.transaction(async (db) => {
        // PostgreSQL would scan a small table despite its indexes.
        await db.run(sql`set local enable_seqscan = off`)
        let found: unknown
        const explain = async (statement: Sql) => {
          ;[found] = await db.run(sql`explain (format json) ${statement}`)
          return []
        }
        const ctx = { ...ada, app: server.app, caller: anonymous, team: { id }, db: { run: explain } }
        const organization = { ...ada.organization, role, sandbox: false }
        await listTeamActivity.run({ ...ctx, organization } as never, { team, limit: 50 })
        return found
      })
      const read = [...JSON.stringify(plan).matchAll(/"Index Name":"(journal\w+)"/g)].map(([, name]) => name)
      assert.deepEqual(new Set(read), new Set(['journal_of_project', 'journal_of_subject']))
      assert.doesNotMatch(JSON.stringify(plan), /"Seq Scan"[^{}]*"Relation Name":"journal"/)
    })

    async function typesFor(
      { call }: Person,
      more: { type?: string; actor?: string; since?: string } = {},
    ): Promise<string[]> {
      const { items } = await call('teams.listTeamActivity', { team, ...more })
      return items.map(({ type }) => type)
    }
  })
}

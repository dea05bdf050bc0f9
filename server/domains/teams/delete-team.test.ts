import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addSkill, teamProject } from '../../../test/team-things.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { newId } from '../../platform/ids.ts'

for (const engine of oneEngine) {
  describe(`deleting a team, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let linus: Person
    let outside: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      linus = await addMember(server, ada, 'member')
      outside = await addMember(server, ada, 'member')
    })
    after(() => server.stop())

    it('keeps project access for team members, and grants none to others', async () => {
      const team = await teamOf(grace, linus)
      const ours = await teamProject(server, ada, team, 'Ours', 'team')
      const open = await teamProject(server, ada, team, 'Open', 'organization')
      const task = await linus.call('tasks.create', { project: ours.slug, title: 'Started' })

      const { projects } = await grace.call('teams.delete', { team: team.slug })
      assert.deepEqual(
        projects.map(({ name, visibility, sharedWith }) => [name, visibility, sharedWith]),
        [
          ['Ours', 'private', 2],
          ['Open', 'organization', 0],
        ],
      )
      for (const { call } of [grace, linus]) {
        const found = await call('projects.get', { project: ours.slug })
        assert.deepEqual([found.visibility, found.teamId, found.may.edit], ['private', null, true])
      }
      await linus.call('tasks.complete', { task: task.id })
      await assert.rejects(outside.call('projects.get', { project: ours.slug }), { status: 404 })
      assert.equal((await outside.call('projects.get', { project: open.slug })).teamId, null)
      await assert.rejects(grace.call('teams.get', { team: team.slug }), { status: 404 })
    })

    it('records events on each project and in the organization', async () => {
      const team = await teamOf(grace, linus)
      const ours = await teamProject(server, ada, team, 'Recorded', 'team')
      await grace.call('teams.delete', { team: team.id })
      const eventsFor = async ({ call }: Person) => {
        const { items } = await call('activity.listEvents', { limit: 500 })
        return items.filter(({ subject }) => [ours.id, team.id].includes(subject.id))
      }
      const { activity } = await linus.call('projects.get', { project: ours.slug })
      assert.deepEqual(
        activity.map(({ type }) => type),
        ['project.shared', 'project.shared', 'project.updated', 'project.created'],
      )
      assert.deepEqual(activity[2]!.data.changes, {
        teamId: { from: team.id, to: null },
        visibility: { from: 'team', to: 'private' },
      })
      const shares = activity.slice(0, 2).map(({ data }) => [(data.user as { id: string }).id, data.role])
      assert.deepEqual(
        new Map(shares as [string, string][]),
        new Map([grace, linus].map(({ user }) => [user.id, 'editor'])),
      )
      assert.deepEqual(
        (await eventsFor(outside)).map(({ type }) => type),
        ['team.created', 'team_member.added', 'team_member.added', 'team.deleted'],
      )
    })

    it('keeps an equal share and upgrades a weaker one', async () => {
      const team = await teamOf(grace, linus)
      const ours = await teamProject(server, ada, team, 'Kept', 'team')
      for (const [{ user }, role] of [
        [grace, 'editor'],
        [linus, 'viewer'],
      ] as const)
        await share(ours.id, { user: user.id }, role)
      const { projects } = await grace.call('teams.delete', { team: team.slug })
      assert.equal(projects[0]!.sharedWith, 1)
      assert.deepEqual(await sharesOf(ours.id), {
        [grace.user.id]: ['editor', 1],
        [linus.user.id]: ['editor', 2],
      })
    })

    it('keeps projects that were shared with the team, with the same role', async () => {
      const team = await teamOf(grace, linus)
      const secret = await ada.call('projects.create', { name: 'Lent', visibility: 'private' })
      await share(secret.id, { team: team.id }, 'viewer')
      const { projects } = await grace.call('teams.delete', { team: team.slug })
      assert.deepEqual(projects, [], 'it never belonged to the team')
      const found = await linus.call('projects.get', { project: secret.slug })
      assert.deepEqual(found.may, { edit: false, manage: false })
      assert.deepEqual(Object.values(await sharesOf(secret.id)), [
        ['viewer', 1],
        ['viewer', 1],
      ])
    })

    it('hides private projects from the caller and grants no new access', async () => {
      const team = await teamOf(grace, linus)
      const hidden = await teamProject(server, ada, team, 'Hidden', 'private')
      const before = await canOpen(hidden.slug)
      const { projects } = await grace.call('teams.delete', { team: team.slug })
      assert.equal(
        projects.some(({ id }) => id === hidden.id),
        before[0],
      )
      assert.deepEqual(await canOpen(hidden.slug), before)
      assert.equal((await ada.call('projects.get', { project: hidden.slug })).teamId, null)
    })

    it('keeps access to a project that is restored from the trash later', async () => {
      const team = await teamOf(grace, linus)
      const trashed = await teamProject(server, ada, team, 'Trashed', 'team')
      await ada.call('projects.delete', { project: trashed.slug })
      const { projects } = await grace.call('teams.delete', { team: team.slug })
      assert.deepEqual(projects, [])
      await ada.call('trash.restore', { kind: 'project', item: trashed.slug })
      assert.deepEqual(await canOpen(trashed.slug), [true, true, false])
    })

    it('returns skills to their owners and removes shares of workspaces', async () => {
      const team = await teamOf(grace, linus)
      const own = await addSkill(server, grace, { name: 'Review', scope: 'team', team: team.id })
      const free = await addSkill(server, ada, { name: 'Release', scope: 'public', team: team.id })
      await addSkill(server, linus, { name: 'Personal', scope: 'personal' })
      const desk = await ada.call('workspaces.create', { name: 'Desk' })
      await ada.call('workspaces.share', { workspace: desk.id, team: team.slug, role: 'editor' })
      assert.equal((await grace.call('teams.delete', { team: team.slug })).skills, 2)
      const skills = await server.app.database.run<{ id: string; scope: string; team_id: string | null }>(
        sql`select id, scope, team_id from skills where id = any(${[own, free]}) order by id`,
      )
      assert.deepEqual(skills, [
        { id: own, scope: 'personal', team_id: null },
        { id: free, scope: 'public', team_id: null },
      ])
      const skillEventsFor = async ({ call }: Person) =>
        (await call('activity.listEvents', { limit: 500 })).items
          .filter(({ type, subject }) => type === 'skill.updated' && [own, free].includes(subject.id))
          .map(({ subject }) => subject.id)
      assert.deepEqual(await skillEventsFor(grace), [own, free])
      assert.deepEqual(
        await skillEventsFor(outside),
        [free],
        'only the owner receives events of a personal skill',
      )
      assert.deepEqual((await ada.call('workspaces.get', { workspace: desk.id })).teams, [])
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const ended = items.find(({ type }) => type === 'workspace.unshared')
      assert.deepEqual([ended?.subject.id, ended?.data.team], [desk.id, team.slug])
    })

    it('shares nothing with a member who leaves the organization concurrently', async () => {
      const leaver = await addMember(server, ada, 'member')
      const team = await teamOf(grace, leaver)
      const ours = await teamProject(server, ada, team, 'Without them', 'team')
      const [deletion] = await server.app.database.transaction(async (db) => {
        const membership = sql`memberships where user_id = ${leaver.user.id} and organization_id = ${ada.organization.id}`
        await db.run(sql`select 1 from ${membership} for update`)
        const deleting = grace.call('teams.delete', { team: team.slug })
        deleting.catch(() => {})
        await db.run(sql`delete from team_members where user_id = ${leaver.user.id}`)
        await db.run(sql`delete from project_shares where user_id = ${leaver.user.id}`)
        await db.run(sql`delete from ${membership}`)
        return [deleting]
      })
      await deletion
      assert.deepEqual(Object.keys(await sharesOf(ours.id)), [grace.user.id])
    })

    it('detaches or rejects a project that is created in the team concurrently', async () => {
      for (let round = 0; round < 5; round++) {
        const team = await teamOf(grace, linus)
        const id = newId()
        const key = `R${String.fromCharCode(65 + round)}`
        const insert = sql`insert into projects (id, organization_id, slug, key, name, visibility, team_id, created_by)
            values (${id}, ${ada.organization.id}, ${id}, ${key}, 'Raced', 'team', ${team.id}, ${linus.user.id})`
        const deleting = () => grace.call('teams.delete', { team: team.slug })
        if (round % 2 === 0) {
          // The project is inserted but not committed when the deletion starts.
          const [deletion] = await server.app.database.transaction(async (db) => {
            await db.run(insert)
            const started = deleting()
            started.catch(() => {})
            await db.run(sql`select 1`)
            return [started]
          })
          await deletion
        } else {
          await Promise.allSettled([deleting(), server.app.database.run(insert)])
        }
        const [project] = await server.app.database.run<{ visibility: string; team_id: string | null }>(
          sql`select visibility, team_id from projects where id = ${id}`,
        )
        if (project) assert.deepEqual(project, { visibility: 'private', team_id: null })
        else assert.equal(round % 2, 1)
        if (project) assert.deepEqual(await sharesOf(id), { [grace.user.id]: ['editor', 1] })
      }
    })

    it('rejects a deletion with a stale version', async () => {
      const team = await teamOf(grace)
      await grace.call('teams.update', { team: team.slug, name: 'Changed' })
      const stale = { status: 412, code: 'version_conflict' }
      await assert.rejects(grace.call('teams.delete', { team: team.slug }, { ifMatch: 1 }), stale)
      await grace.call('teams.delete', { team: team.slug }, { ifMatch: 2 })
    })

    it('keeps project access for the members of a sandbox', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const test = server.client(key.value)
      const team = await test('teams.create', { name: 'Trial' })
      await test('teamMembers.add', { team: team.slug, user: grace.user.username })
      const project = await teamProject(server, { ...ada, call: test }, team, 'Trial', 'team')
      const { projects } = await test('teams.delete', { team: team.slug })
      assert.deepEqual(
        projects.map(({ id, sharedWith }) => [id, sharedWith]),
        [[project.id, 1]],
      )
      assert.deepEqual(Object.keys(await sharesOf(project.id)), [grace.user.id])
    })

    it('wipes a sandbox that has a team with its own project and skill', async () => {
      const owner = await server.register('Tester')
      const scopes: ('read' | 'write' | 'admin')[] = ['read', 'write', 'admin']
      const key = await owner.call('credentials.createApiKey', { name: 'test', mode: 'test', scopes })
      const test = server.client(key.value)
      const team = await test('teams.create', { name: 'Wiped' })
      await teamProject(server, { ...owner, call: test }, team, 'Wiped', 'team')
      await addSkill(server, owner, { name: 'Wiped', scope: 'team', team: team.id })
      assert.equal((await test('sandbox.wipe', {})).removed.projects, 1)
      assert.deepEqual((await test('teams.list', { mine: false })).items, [])
    })

    /** Creates a team with a lead and other members. */
    async function teamOf(lead: Person, ...others: Person[]) {
      const team = await lead.call('teams.create', { name: 'Core' })
      for (const { user } of others) await lead.call('teamMembers.add', { team: team.slug, user: user.id })
      return team
    }

    function share(project: string, to: { user?: string; team?: string }, role: 'viewer' | 'editor') {
      return server.app.database.run(
        sql`insert into project_shares (id, organization_id, project_id, user_id, team_id, role)
         values (${newId()}, ${ada.organization.id}, ${project}, ${to.user ?? null}, ${to.team ?? null}, ${role})`,
      )
    }

    /** Returns the role and version of each share by user id. */
    async function sharesOf(project: string): Promise<Record<string, [string, number]>> {
      const rows = await server.app.database.run<{ user_id: string; role: string; version: number }>(
        sql`select user_id, role, version from project_shares where project_id = ${project}`,
      )
      return Object.fromEntries(rows.map(({ user_id, role, version }) => [user_id, [role, version]]))
    }

    /** Returns whether Grace, Linus and a member outside the team can see the project. */
    function canOpen(project: string): Promise<boolean[]> {
      return Promise.all(
        [grace, linus, outside].map(({ call }) =>
          call('projects.get', { project }).then(
            () => true,
            () => false,
          ),
        ),
      )
    }
  })
}

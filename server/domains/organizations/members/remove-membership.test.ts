import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  oneEngine,
  runTestServer,
  settled,
  startOwnServer,
} from '../../../../test/harness.ts'
import { mailAbout } from '../../../../test/mail-about.ts'
import { type TestMailServer, startMailServer } from '../../../../test/partners/mail.ts'
import { addMember, join } from '../../../../test/world.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { eraseAccounts } from '../../auth/accounts/erase-accounts.ts'

for (const engine of oneEngine) {
  describe(`ending a membership, on ${engine}`, () => {
    let server: TestServer
    /** A second node on engines that support several nodes. */
    let node: TestServer
    let mails: TestMailServer
    before(async () => {
      mails = await startMailServer()
      server = await startOwnServer(engine, { SMTP_URL: mails.url })
      node = engine === 'pgsql' ? await runTestServer(server.environment) : server
    })
    after(async () => {
      if (node !== server) await node.stop()
      await server.stop()
      await mails.close()
    })

    const ways: Record<string, (person: Person, owner: Person) => Promise<unknown>> = {
      'a removed member': ({ user }, owner) => owner.call('members.remove', { member: user.username }),
      'a member who leaves': ({ call }) => call('members.leave', {}),
      async 'an erased user'({ user }) {
        await server.app.database.run(
          sql`update users set erase_at = now() - interval '1 second' where id = ${user.id}`,
        )
        await eraseAccounts(server.app)
      },
    }

    for (const [way, end] of Object.entries(ways)) {
      it(`revokes all live and sandbox access of ${way} and keeps the work`, async () => {
        const ada = await server.register('Ada')
        const [later, member] = [
          await addMember(server, ada, 'owner'),
          await addMember(server, ada, 'member'),
        ]
        await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
        const { sandbox } = await ada.call('sandbox.get', {})
        const places = [ada.organization.id, sandbox!.id]
        const workspaces = await Promise.all(places.map((place) => populate(member, place)))
        const elsewhere = await populate(member, member.organization.id)
        assert.deepEqual(await remainingTables(member, places), allTables)

        await end(member, ada)
        assert.deepEqual(await remainingTables(member, places), [])
        for (const workspace of workspaces)
          assert.deepEqual(await ownerOf(workspace), [ada.user.id, 2], 'the longest-serving owner')
        const listEvents = (person: Person) => person.call('activity.listEvents', { limit: 500 })
        const transferred = ({ items }: Awaited<ReturnType<typeof listEvents>>) =>
          items.filter(({ type }) => type === 'workspace.transferred').map(({ subject }) => subject.id)
        assert.deepEqual(
          [transferred(await listEvents(ada)), transferred(await listEvents(later))],
          [[workspaces[0]], []],
        )
        if (way !== 'an erased user') {
          assert.deepEqual(
            await remainingTables(member, [member.organization.id]),
            allTables,
            'other organizations are unaffected',
          )
          assert.deepEqual(await ownerOf(elsewhere), [member.user.id, 1])
        }
        assert.equal((await ada.call('members.list', {})).items.length, 2)
      })
    }

    it('restores no key, team or share when a removed member rejoins', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      const project = await ada.call('projects.create', { name: 'Secret', visibility: 'private' })
      await share(project.id, ada.organization.id, member)
      assert.equal((await member.call('projects.list', {})).items.length, 1)
      const key = await member.call('credentials.createApiKey', { name: 'key' })
      await ada.call('members.remove', { member: member.user.id })
      await join(server, member, ada, 'member')
      assert.deepEqual((await member.call('projects.list', {})).items, [])
      await assert.rejects(server.client(key.value)('accounts.getMe', {}), {
        code: 'invalid_credential',
      })
      assert.deepEqual((await ada.call('members.list', { role: 'member' })).items[0]!.teams, [])
    })

    it('closes open streams of a removed member immediately on every node', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      const token = await member.call('credentials.createMcpToken', { name: 'stream' })
      const stream = await fetch(`${node.url}/mcp/sse`, {
        headers: { Authorization: `Bearer ${token.value}` },
      })
      const reader = stream.body!.getReader()
      await reader.read()
      const callNode = clientFor(node.url, member.token)
      await settled(server.app.database)
      const poll = callNode('activity.listEvents', { cursor: 'latest', wait: 25 })
      while (!/door="events"\} 1/.test(await node.app.metrics.text())) await new Promise(setImmediate)

      await ada.call('members.remove', { member: member.user.id })
      assert.equal((await reader.read()).done, true)
      assert.deepEqual((await poll).items, [], 'the removal event is not delivered either')
      const { slug } = ada.organization
      await assert.rejects(callNode('projects.list', {}, { organization: slug }), { code: 'no_organization' })
      assert.equal(
        (await fetch(`${node.url}/mcp/sse`, { headers: { Authorization: `Bearer ${token.value}` } })).status,
        401,
      )
    })

    it('switches a former member to another of their organizations', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      assert.equal((await member.call('accounts.getMe', {})).organization!.id, ada.organization.id)
      const { organization } = await member.call('members.leave', {})
      assert.equal(organization!.id, member.organization.id)
      assert.equal((await member.call('accounts.getMe', {})).organization!.id, member.organization.id)

      await join(server, member, ada, 'member')
      await member.call('organizations.switch', { organization: member.organization.id })
      await ada.call('members.remove', { member: member.user.id })
      assert.equal((await member.call('accounts.getMe', {})).organization!.id, member.organization.id)
    })

    it('emails a removed member but not one who leaves, and records both in the journal', async () => {
      const ada = await server.register('Ada')
      const [removed, left] = [await addMember(server, ada, 'admin'), await addMember(server, ada, 'guest')]
      await left.call('members.leave', {})
      await ada.call('members.remove', { member: removed.user.id })
      const mail = await mailAbout(mails, removed.email, /^You were removed from Ada's organization/)
      assert.match(mail.text, /API keys and MCP tokens for it no longer work/)
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const events = items.filter(({ subject }) => subject.kind === 'member')
      assert.deepEqual(
        events.map(({ type, actor, subject }) => [type, actor.id, subject.id]),
        [
          ['member.left', left.user.id, left.user.id],
          ['member.removed', ada.user.id, removed.user.id],
        ],
      )
      assert.ok(!JSON.stringify(events).includes('@'), 'events contain no email address')
    })

    it('lets admins remove non-owners and themselves, and rejects members and guests', async () => {
      const ada = await server.register('Ada')
      const people = new Map<string, Person>()
      for (const role of ['admin', 'member', 'guest'] as const)
        people.set(role, await addMember(server, ada, role))
      const [admin, member, guest] = [...people.values()] as [Person, Person, Person]
      for (const by of [member, guest])
        await assert.rejects(by.call('members.remove', { member: guest.user.id }), { code: 'role_too_low' })
      await admin.call('members.remove', { member: guest.user.id })
      await admin.call('members.remove', { member: admin.user.id })
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      assert.equal(items.at(-1)!.type, 'member.left')
    })

    it('revokes pending invitations of a removed member', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      await server.app.database.run(
        sql`insert into invitations (id, organization_id, email, role, hash, invited_by, expires_at)
         values (${newId()}, ${ada.organization.id}, upper(${member.email}), 'admin', ${Buffer.from(newId())}, ${ada.user.id}, now() + interval '1 day')`,
      )
      await ada.call('members.remove', { member: member.user.id })
      const [row] = await server.app.database.run<{ status: string }>(
        sql`select status from invitations where organization_id = ${ada.organization.id}`,
      )
      assert.equal(row!.status, 'revoked')
      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const events = items.filter(({ type }) => type === 'invitation.revoked')
      assert.deepEqual(
        events.map(({ data }) => data),
        [{ role: 'admin', team: null }],
      )
    })

    /** Inserts a row into every table that gives a user access to an organization. Returns the id of the workspace. */
    async function populate(person: Person, organizationId: string): Promise<string> {
      const { database } = server.app
      const [team, project, workspace, device] = [newId(), newId(), newId(), newId()]
      const { user } = person
      const rows = [
        sql`teams (id, organization_id, slug, name, created_by) values (${team}, ${organizationId}, ${team}, 'Crew', ${user.id})`,
        sql`team_members (team_id, organization_id, user_id, role) values (${team}, ${organizationId}, ${user.id}, 'lead')`,
        sql`current_teams (team_id, organization_id, user_id) values (${team}, ${organizationId}, ${user.id})`,
        sql`projects (id, organization_id, slug, key, name, created_by)
           values (${project}, ${organizationId}, ${project}, 'WEB', 'Web', ${user.id})`,
        sql`workspaces (id, organization_id, owner_id, name) values (${workspace}, ${organizationId}, ${user.id}, 'Desk')`,
        sql`devices (id, user_id, machine, name) values (${device}, ${user.id}, ${device}, 'Laptop')`,
        sql`workspace_folders (workspace_id, device_id, organization_id, path)
           values (${workspace}, ${device}, ${organizationId}, '/home')`,
        sql`credentials (id, kind, hash, hint, name, user_id, organization_id, scopes)
           values (${newId()}, 'api_key', ${Buffer.from(newId())}, 'svc_', 'key', ${user.id}, ${organizationId}, '{read}')`,
      ]
      for (const row of rows) await database.run(sql`insert into ${row}`)
      await share(project, organizationId, person)
      return workspace
    }

    async function share(projectId: string, organizationId: string, { user }: Person) {
      await server.app.database.run(
        sql`insert into project_shares (id, organization_id, project_id, user_id, role) values (${newId()}, ${organizationId}, ${projectId}, ${user.id}, 'editor')`,
      )
    }

    async function remainingTables({ user }: Person, organizationIds: string[]): Promise<string[]> {
      const found = []
      for (const [table, isOf] of Object.entries(accessTables)) {
        const rows = await server.app.database.run(
          sql`select 1 from ${sql.raw(table)} where organization_id = any(${organizationIds}) and ${isOf(user.id)}`,
        )
        if (rows.length > 0) found.push(table)
      }
      return found
    }

    async function ownerOf(workspace: string) {
      const [row] = await server.app.database.run<{ owner_id: string; version: number }>(
        sql`select owner_id, version from workspaces where id = ${workspace}`,
      )
      return [row!.owner_id, row!.version]
    }
  })
}

/** Tables that link a user to an organization, each with the condition that a row belongs to the user. */
const accessTables: Record<string, (userId: string) => Sql> = {
  memberships: (userId) => sql`user_id = ${userId}`,
  team_members: (userId) => sql`user_id = ${userId}`,
  current_teams: (userId) => sql`user_id = ${userId}`,
  project_shares: (userId) => sql`user_id = ${userId}`,
  workspaces: (userId) => sql`owner_id = ${userId}`,
  workspace_folders: (userId) => sql`device_id in (select id from devices where user_id = ${userId})`,
  credentials: (userId) => sql`user_id = ${userId} and revoked_at is null`,
}
const allTables = Object.keys(accessTables)

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { storeAnswer } from '../../../../test/conversations.ts'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../../test/harness.ts'
import { join } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { maxExported } from '../../data-export/accounts/own-work.ts'

for (const engine of oneEngine) {
  describe(`the account export, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('contains all stored data about a user and no secrets', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'ci' })
      const secret = 'sk-a-secret-for-an-integration'
      await ada.call('integrations.connectOwn', { provider: 'openai', secret, label: 'Mine' })
      await ada.call('preferences.update', { theme: 'dark' })
      const project = await ada.call('projects.create', { name: 'Engine' })
      const task = await ada.call('tasks.create', { project: project.slug, title: 'Turn' })
      await server.app.database.run(
        sql`insert into passkeys (id, user_id, credential_id, public_key, counter, synced, name)
         values (${newId()}, ${ada.user.id}, 'the-credential', 'the-public-key', 0, true, 'Phone')`,
      )
      await server.app.database.run(
        sql`insert into identities (id, user_id, provider, issuer, subject, email) values (${newId()}, ${ada.user.id}, 'github', 'i', 's', 'e')`,
      )
      const device = (await ada.call('devices.register', { machine: 'm', name: 'Laptop' })).id
      const { id: workspace } = await ada.call('workspaces.create', { name: 'Shop' })
      await ada.call('workspaces.setFolder', { workspace, device, path: '/src/shop' })
      const written = { project: project.slug, title: 'Engine spec', content: 'It turns.' }
      const spec = await ada.call('specs.create', written)
      const skill = await ada.call('skills.create', { name: 'Turning', content: 'Turn it.' })
      const { id: conversation } = await ada.call('aiSessions.create', { project: project.slug })
      await storeAnswer(server, ada, conversation, 'Does it turn?', { text: 'Yes.' })
      await ada.call('watchers.add', { task: task.key })
      const all = await ada.call('accounts.export', {})
      assert.deepEqual(
        all.watchedTasks.map((watched) => watched.key),
        [task.key],
      )
      assert.deepEqual([all.specs[0]!.key, all.specs[0]!.content], [spec.key, 'It turns.'])
      assert.deepEqual([all.skills[0]!.id, all.skills[0]!.content], [skill.id, 'Turn it.'])
      assert.deepEqual(
        all.aiSessions.map(({ id, messages }) => [id, messages.map(({ text }) => text)]),
        [[conversation, ['Does it turn?', 'Yes.']]],
      )
      assert.deepEqual(all.machines[0]!.folders, [
        { workspaceId: workspace, path: '/src/shop', localId: null },
      ])
      assert.deepEqual([all.machines[0]!.name, all.workspaces[0]!.name], ['Laptop', 'Shop'])
      assert.equal(all.profile.email, ada.email)
      assert.equal(all.preferences.theme, 'dark')
      assert.deepEqual([all.organizations[0]!.role, all.devices[0]!.method], ['owner', 'password'])
      assert.deepEqual([all.keys[0]!.id, all.integrations[0]!.label], [key.id, 'Mine'])
      assert.deepEqual([all.passkeys[0]!.name, all.connectedAccounts[0]!.provider], ['Phone', 'github'])
      // The export leaves out the permissions of the caller and the blockers, which can be in other projects.
      const { may: _, ...exportedProject } = project
      const { may: __, blockedBy: ___, ...exportedTask } = task
      assert.deepEqual([all.projects, all.tasks], [[exportedProject], [exportedTask]])
      const types = new Set(all.events.map(({ type }) => type))
      for (const type of ['user.registered', 'login.started', 'task.created', 'preferences.updated'])
        assert.ok(types.has(type), type)
      assert.deepEqual(all.truncated, [])
      const text = JSON.stringify(all)
      for (const hidden of [key.value, secret, ada.password, ada.token, 'the-public-key', 'argon2'])
        assert.ok(!text.includes(hidden), hidden)
    })

    it('leaves out the data of other users and items that the user can no longer see', async () => {
      const bob = await server.register('Bob')
      const { slug } = await bob.call('projects.create', { name: 'Theirs' })
      await bob.call('tasks.create', { project: slug, title: 'Made by Bob' })
      await join(server, ada, bob, 'member')
      await ada.call('tasks.create', { project: slug, title: 'Made by Ada there', assignee: 'me' })
      const inside = JSON.stringify(await ada.call('accounts.export', {}))
      assert.ok(inside.includes('Made by Ada there') && !inside.includes('Made by Bob'))
      await join(server, ada, bob, 'guest')
      assert.ok(!JSON.stringify(await ada.call('accounts.export', {})).includes('Made by Ada there'))
      await server.app.database.run(
        sql`delete from memberships where organization_id = ${bob.organization.id} and user_id = ${ada.user.id}`,
      )
      const outside = JSON.stringify(await ada.call('accounts.export', {}))
      assert.ok(!outside.includes('Made by Ada there') && !outside.includes(bob.organization.id))
      assert.ok(!outside.includes(bob.email))
    })

    it('reports truncated lists', async () => {
      const carol = await server.register('Carol')
      const actor = { kind: 'system', id: null, name: 'x', onBehalfOf: null, impersonatedBy: null, via: null }
      await server.app.database.run(
        sql`insert into journal (id, private_to, actor, type, subject_kind, subject_id)
         select gen_random_uuid(), ${carol.user.id}, ${JSON.stringify(actor)}, 'login.started', 'login', gen_random_uuid()
           from generate_series(1, ${maxExported}::int)`,
      )
      const { events, truncated } = await carol.call('accounts.export', {})
      assert.deepEqual([events.length, truncated], [maxExported, ['events']])
    })
  })
}

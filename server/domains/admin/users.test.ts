import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`the users of an instance, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Root')
    })
    after(() => server.stop())

    const run = (statement: ReturnType<typeof sql>) => server.app.database.run(statement)
    const promote = (person: Person) =>
      admin.call('admin.updateUserRole', { user: person.user.id, role: 'admin' })

    it('lists users by search, state, role and organization, with counts', async () => {
      const [ada, ben] = [await server.register('Ada-Quill'), await server.register('Ben-Quill')]
      const cleo = await addMember(server, ada, 'member')
      await run(sql`update users set name = 'Cleo-Quill' where id = ${cleo.user.id}`)
      await admin.call('admin.suspendUser', { user: ben.user.id })
      await run(sql`update users set erase_at = now() + interval '1 day' where id = ${cleo.user.id}`)

      const all = await admin.call('admin.listUsers', { search: 'QUILL', sort: 'name' })
      assert.deepEqual(
        all.items.map(({ name, state }) => [name, state]),
        [
          ['Ada-Quill', 'active'],
          ['Ben-Quill', 'suspended'],
          ['Cleo-Quill', 'closing'],
        ],
      )
      assert.deepEqual(all.counts, { all: 3, active: 1, suspended: 1, closing: 1, administrators: 0 })

      const filtered = await admin.call('admin.listUsers', { search: 'quill', state: 'suspended' })
      assert.deepEqual(
        filtered.items.map(({ id }) => id),
        [ben.user.id],
      )
      assert.equal(filtered.counts.all, 3, 'the counts ignore the state')
      const members = await admin.call('admin.listUsers', { organization: ada.organization.slug })
      assert.deepEqual(members.items.map(({ id }) => id).toSorted(), [ada.user.id, cleo.user.id].toSorted())
      const byEmail = await admin.call('admin.listUsers', { search: ada.email.toUpperCase() })
      assert.deepEqual(
        byEmail.items.map(({ id }) => id),
        [ada.user.id],
      )
      assert.deepEqual((await admin.call('admin.listUsers', { search: '%' })).items, [])
      const admins = await admin.call('admin.listUsers', { role: 'admin' })
      assert.ok(admins.items.every(({ role }) => role === 'admin'))
    })

    it('continues a list after its cursor in every sort order', async () => {
      for (const sort of ['name', 'email', 'createdAt', '-createdAt'] as const) {
        const whole = (await admin.call('admin.listUsers', { sort })).items.map(({ id }) => id)
        const ids: string[] = []
        let cursor: string | null | undefined
        do {
          const page = await admin.call('admin.listUsers', { sort, limit: 2, ...(cursor && { cursor }) })
          ids.push(...page.items.map(({ id }) => id))
          cursor = page.nextCursor
        } while (cursor)
        assert.deepEqual(ids, whole)
      }
    })

    it('shows one user by id, username or email address, without secrets', async () => {
      const dora = await server.register('Dora')
      for (const user of [dora.user.id, dora.user.username, dora.email.toUpperCase()]) {
        const shown = await admin.call('admin.getUser', { user })
        assert.equal(shown.id, dora.user.id)
        assert.deepEqual(shown.organizations, [
          {
            id: dora.organization.id,
            slug: dora.organization.slug,
            name: dora.organization.name,
            role: 'owner',
          },
        ])
        assert.deepEqual(shown.signInMethods, { password: true, passkeys: 0, providers: [] })
        assert.ok(shown.lastSeenAt)
      }
      await assert.rejects(admin.call('admin.getUser', { user: 'no-such-user' }), { code: 'not_found' })
      await run(sql`update users set erased_at = now() where id = ${dora.user.id}`)
      await assert.rejects(admin.call('admin.getUser', { user: dora.user.id }), { code: 'not_found' })
    })

    it('changes the role of a user with immediate effect and records who did it', async () => {
      const eve = await server.register('Eve')
      const { role, version } = await promote(eve)
      assert.deepEqual([role, version], ['admin', eve.user.role === 'user' ? 2 : 1])
      await eve.call('admin.listUsers', {})
      const demotion = { user: eve.user.id, role: 'user', reason: 'Moved to another team' } as const
      await assert.rejects(admin.call('admin.updateUserRole', demotion, { ifMatch: 1 }), {
        code: 'version_conflict',
      })
      await admin.call('admin.updateUserRole', demotion)
      await assert.rejects(eve.call('admin.listUsers', {}), { code: 'administrators_only' })
      const rows = await run(
        sql`select type, actor->>'name' as by, changes->'role'->>'to' as "to", data->>'reason' as reason from journal
          where subject_id = ${eve.user.id} and type in ('user.promoted', 'user.demoted') order by seq`,
      )
      assert.deepEqual(rows, [
        { type: 'user.promoted', by: 'Root', to: 'admin', reason: null },
        { type: 'user.demoted', by: 'Root', to: 'user', reason: 'Moved to another team' },
      ])
    })

    it('keeps the last administrator', async () => {
      const [finn, gwen] = [await server.register('Finn'), await server.register('Gwen')]
      await run(sql`update users set role = case when id = ${finn.user.id} then 'admin' else 'user' end`)
      const demote = (by: Person, target: Person) =>
        by.call('admin.updateUserRole', { user: target.user.id, role: 'user' })
      await assert.rejects(demote(finn, finn), { status: 422, code: 'last_admin' })
      await assert.rejects(finn.call('accounts.delete', { confirm: finn.user.username }), {
        code: 'last_admin',
      })

      // An account that is about to be erased is no administrator to rely on.
      await finn.call('admin.updateUserRole', { user: gwen.user.id, role: 'admin' })
      await run(sql`update users set erase_at = now() + interval '1 day' where id = ${finn.user.id}`)
      await assert.rejects(finn.call('admin.suspendUser', { user: gwen.user.id }), { code: 'last_admin' })
      await assert.rejects(demote(finn, gwen), { code: 'last_admin' })
      await run(sql`update users set erase_at = null where id = ${finn.user.id}`)
      await run(sql`update users set role = 'admin' where id = ${admin.user.id}`)
    })

    it('keeps an administrator under concurrent demotions, suspensions and deletions', async () => {
      const others = await Promise.all(['Hal', 'Ida', 'Jo'].map((name) => server.register(name)))
      for (let round = 0; round < 3; round++) {
        await run(sql`update users set role = 'user', suspended_at = null, erase_at = null`)
        await run(sql`update users set role = 'admin' where id = any(${others.map(({ user }) => user.id)})`)
        const [hal, ida, jo] = others as [Person, Person, Person]
        await Promise.allSettled([
          hal.call('admin.updateUserRole', { user: ida.user.id, role: 'user' }),
          ida.call('admin.suspendUser', { user: jo.user.id }),
          jo.call('accounts.delete', { confirm: jo.user.username }),
          hal.call('admin.updateUserRole', { user: hal.user.id, role: 'user' }),
          ida.call('accounts.delete', { confirm: ida.user.username }),
        ])
        const [left] = await server.app.database.run<{ count: number }>(
          sql`select count(*)::int as count from users
            where role = 'admin' and suspended_at is null and erase_at is null`,
        )
        assert.ok(left!.count >= 1, `round ${round}`)
      }
      await run(sql`update users set suspended_at = null, erase_at = null`)
      await run(sql`update users set role = 'admin' where id = ${admin.user.id}`)
    })

    it("lists a user's projects, teams and notes, and tells the user about the notes", async () => {
      const kim = await server.register('Kim')
      const { slug } = await kim.call('projects.create', { name: 'Secret garden', visibility: 'private' })
      const team = await kim.call('teams.create', { name: 'Gardeners' })
      await kim.call('notes.create', { title: 'Diary', content: 'Private words' })
      const stranger = await server.register('Stranger')
      await stranger.call('projects.create', { name: 'Elsewhere' })
      const user = kim.user.username

      const projects = await admin.call('admin.listUserProjects', { user })
      assert.deepEqual(
        projects.items.map((project) => [project.slug, project.creator, project.organization.id]),
        [[slug, true, kim.organization.id]],
      )
      const teams = await admin.call('admin.listUserTeams', { user })
      assert.ok(teams.items.some(({ id, role }) => id === team.id && role === 'lead'))
      const notes = await admin.call('admin.listUserNotes', { user })
      assert.deepEqual(
        notes.items.map(({ title, project }) => [title, project]),
        [['Diary', null]],
      )
      assert.ok(!JSON.stringify(notes).includes('Private words'))

      const { items } = await kim.call('activity.list', { type: 'user.inspected' })
      assert.deepEqual(
        items.map(({ actor }) => actor.name),
        ['Root'],
      )
      const own = await admin.call('activity.list', { type: 'user.inspected' })
      assert.deepEqual(own.items, [], 'only the user reads the event')
    })

    it('lists and ends the logins of a user', async () => {
      const lea = await server.register('Lea')
      const { email, password } = lea
      const { token } = await server.anonymous('accounts.logIn', { email, password })
      const user = lea.user.id
      const { items } = await admin.call('admin.listUserLogins', { user })
      assert.equal(items.length, 2)
      assert.ok(items.every(({ current, device }) => !current && device === 'Node.js'))
      const [newest] = items.toSorted((one, other) => (one.id < other.id ? 1 : -1))
      await admin.call('admin.revokeUserLogin', { user, login: newest!.id })
      await assert.rejects(server.client(token)('accounts.getMe', {}), { code: 'invalid_credential' })
      await lea.call('accounts.getMe', {})
      const foreign = (await admin.call('logins.list', {})).items[0]!.id
      await assert.rejects(admin.call('admin.revokeUserLogin', { user, login: foreign }), {
        code: 'not_found',
      })

      await admin.call('admin.revokeUserLogins', { user })
      await assert.rejects(lea.call('accounts.getMe', {}), { code: 'invalid_credential' })
      await admin.call('admin.revokeUserLogins', { user: admin.user.id })
      await admin.call('accounts.getMe', {})
    })
  })
}

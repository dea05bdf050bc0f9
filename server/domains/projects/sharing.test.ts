import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { createTeam } from '../../../test/teams.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`sharing a project, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let guest: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      guest = await addMember(server, ada, 'guest')
    })
    after(() => server.stop())

    const privateProject = async (name: string) =>
      (await ada.call('projects.create', { name, visibility: 'private' })).slug
    const notFound = { status: 404, code: 'not_found' }
    const forbidden = { status: 403, code: 'forbidden' }

    it('shares a project with a user in the last given role until the share ends', async () => {
      const project = await privateProject('Given')
      await assert.rejects(guest.call('projects.get', { project }), notFound)

      const { username } = guest.user
      const shared = await ada.call('projects.share', { project, user: username, role: 'viewer' })
      assert.deepEqual(
        { ...shared, id: '', createdAt: '' },
        {
          id: '',
          createdAt: '',
          role: 'viewer',
          team: null,
          public: null,
          version: 1,
          user: { id: guest.user.id, username, name: guest.user.name, avatarUrl: null },
          may: { change: true, remove: true },
        },
      )
      assert.deepEqual((await guest.call('projects.get', { project })).may, { edit: false, manage: false })

      const again = await ada.call('projects.share', { project, user: guest.user.id, role: 'editor' })
      assert.deepEqual([again.id, again.role, again.version], [shared.id, 'editor', 2])
      const same = await ada.call('projects.share', { project, user: username, role: 'editor' })
      assert.deepEqual(same, again, 'repeating a share changes nothing')
      assert.deepEqual((await guest.call('projects.get', { project })).may, { edit: true, manage: false })
      assert.deepEqual((await ada.call('projects.listShares', { project })).items, [again])

      await ada.call('projects.unshare', { project, user: username })
      await assert.rejects(guest.call('projects.get', { project }), notFound)
      assert.deepEqual((await ada.call('projects.listShares', { project })).items, [])
      await assert.rejects(ada.call('projects.unshare', { project, user: username }), notFound)

      const { activity } = await ada.call('projects.get', { project })
      const events = activity.slice(0, 3).map(({ type, subject, data }) => [type, subject.key, data])
      const user = { id: guest.user.id, name: guest.user.name }
      assert.deepEqual(events, [
        ['project.unshared', project, { user, team: null, role: 'editor' }],
        [
          'project.shared',
          project,
          { user, team: null, role: 'editor', changes: { role: { from: 'viewer', to: 'editor' } } },
        ],
        ['project.shared', project, { user, team: null, role: 'viewer' }],
      ])
    })

    it('hides the slug and key of a project that the caller cannot see', async () => {
      const hidden = { name: 'Secret plan', slug: 'secret-plan', key: 'PLAN' }
      await ada.call('projects.create', { ...hidden, visibility: 'private' })
      const own = await grace.call('projects.create', hidden)
      assert.equal(own.slug, 'secret-plan-2')
      assert.notEqual(own.key, 'PLAN')
      assert.equal((await grace.call('projects.get', { project: own.slug })).id, own.id)
      const task = await grace.call('tasks.create', { project: own.slug, title: 'x' })
      assert.equal(task.key, `${own.key}-1`)

      const taken = { status: 409, code: 'already_taken' }
      await assert.rejects(ada.call('projects.create', { name: 'x', slug: 'secret-plan' }), taken)
      await assert.rejects(ada.call('projects.create', { name: 'x', key: 'PLAN' }), taken)
      await assert.rejects(grace.call('projects.create', { name: 'x', slug: own.slug }), taken)
    })

    it('shares a project with all members of a team', async () => {
      const project = await privateProject('For a team')
      const team = await createTeam(server, ada, { name: 'readers', members: [grace] })
      const shared = await ada.call('projects.share', { project, team: team.slug, role: 'viewer' })
      assert.deepEqual([shared.user, shared.team?.id, shared.team?.name], [null, team.id, 'readers'])
      assert.equal((await grace.call('projects.get', { project })).may.edit, false)
      await ada.call('projects.share', { project, team: team.id, role: 'editor' })
      assert.equal((await grace.call('projects.get', { project })).may.edit, true)
      await ada.call('projects.unshare', { project, team: team.slug })
      await assert.rejects(grace.call('projects.get', { project }), notFound)
    })

    it('rejects a share without exactly one recipient of the organization', async () => {
      const project = await privateProject('With recipient')
      const stranger = await server.register('Stranger')
      const elsewhere = await createTeam(server, stranger, { name: 'elsewhere' })
      const team = await createTeam(server, ada, { name: 'here' })
      const share = (recipient: { user?: string; team?: string }) =>
        ada.call('projects.share', { project, role: 'viewer', ...recipient })
      const badUser =
        (message: RegExp) => (problem: { status: number; errors: { path: string; message: string }[] }) => {
          assert.deepEqual([problem.status, problem.errors[0]!.path], [400, 'user'])
          assert.match(problem.errors[0]!.message, message)
          return true
        }
      await assert.rejects(share({}), badUser(/exactly one of/))
      await assert.rejects(share({ user: grace.user.id, team: team.slug }), badUser(/exactly one of/))
      for (const ref of [stranger.user.id, stranger.user.username, 'nobody-at-all'])
        await assert.rejects(share({ user: ref }), badUser(/No one in the organization is called/))
      for (const ref of [elsewhere.id, elsewhere.slug]) await assert.rejects(share({ team: ref }), notFound)
      assert.deepEqual((await ada.call('projects.listShares', { project })).items, [])
    })

    it('requires the right to manage, and lets users leave a shared project', async () => {
      const project = await privateProject('Given back')
      for (const { user } of [grace, guest])
        await ada.call('projects.share', { project, user: user.id, role: 'editor' })
      const toOthers = { project, user: ada.user.id }
      for (const person of [grace, guest]) {
        await assert.rejects(person.call('projects.share', { ...toOthers, role: 'viewer' }), forbidden)
        await assert.rejects(person.call('projects.unshare', toOthers), forbidden)
        await assert.rejects(person.call('projects.unshare', { project }), forbidden)
      }
      await assert.rejects(guest.call('projects.unshare', { project, user: grace.user.id }), forbidden)

      await guest.call('projects.unshare', { project, user: 'me' })
      await grace.call('projects.unshare', { project, user: grace.user.username.toUpperCase() })
      for (const person of [grace, guest])
        await assert.rejects(person.call('projects.get', { project }), notFound)
    })

    it('lists shares in pages to members, and only their own share to a guest', async () => {
      const project = await privateProject('Listed')
      const team = await createTeam(server, ada, { name: 'listed' })
      await ada.call('projects.share', { project, team: team.slug, role: 'viewer' })
      for (const { user } of [grace, guest])
        await ada.call('projects.share', { project, user: user.id, role: 'viewer' })
      const first = await grace.call('projects.listShares', { project, limit: 2 })
      const rest = await grace.call('projects.listShares', { project, cursor: first.nextCursor! })
      const seen = [...first.items, ...rest.items].map(({ user, team: given }) => user?.id ?? given?.id)
      assert.deepEqual(seen, [team.id, grace.user.id, guest.user.id])
      const own = await guest.call('projects.listShares', { project })
      assert.deepEqual(
        own.items.map(({ user, may }) => [user?.id, may]),
        [[guest.user.id, { change: false, remove: true }]],
      )
    })

    it('rejects a change of an outdated share', async () => {
      const project = await privateProject('Seen')
      const input = { project, user: grace.user.id }
      const { version } = await ada.call('projects.share', { ...input, role: 'viewer' })
      await ada.call('projects.share', { ...input, role: 'editor' }, { ifMatch: version })
      const late = { status: 412, code: 'version_conflict' }
      await assert.rejects(
        ada.call('projects.share', { ...input, role: 'viewer' }, { ifMatch: version }),
        late,
      )
      await assert.rejects(ada.call('projects.unshare', input, { ifMatch: version }), late)
      assert.equal((await grace.call('projects.get', { project })).may.edit, true)
    })

    it('shares a sandbox project with members of the live organization', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const inSandbox = server.client(key.value)
      const { slug: project } = await inSandbox('projects.create', { name: 'Trial', visibility: 'private' })
      await inSandbox('projects.share', { project, user: guest.user.username, role: 'editor' })
      const guestKey = await guest.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const { may } = await server.client(guestKey.value)('projects.get', { project })
      assert.deepEqual(may, { edit: true, manage: false })
    })

    it('lets a key that is bound to a project share it with users but not teams', async () => {
      const project = await privateProject('Bound')
      const team = await createTeam(server, ada, { name: 'unknown' })
      const key = await ada.call('credentials.createApiKey', { name: 'bound', project })
      const bound = server.client(key.value)
      await bound('projects.share', { project, user: grace.user.username, role: 'viewer' })
      for (const ref of [team.slug, 'no-such-team'])
        await assert.rejects(bound('projects.share', { project, team: ref, role: 'viewer' }), {
          status: 403,
          code: 'project_only',
        })
    })
  })
}

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, settled, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeUser, startForge } from '../../../test/partners/forge.ts'
import { addMember, impersonate } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { gitTokenOf } from '../code-hosts/git-token.ts'
import { HostUnavailable, type HostedRepo, openRepoHost } from '../code-hosts/open-host.ts'
import { checkViewers } from './viewers.ts'

for (const engine of oneEngine) {
  describe(`the access of repositories, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    let bob: Person
    let users: { ada: ForgeUser; bob: ForgeUser }
    before(async () => {
      forge = await startForge()
      users = { ada: forge.addUser('ada'), bob: forge.addUser('bob') }
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host })
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'admin')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB', visibility: 'organization' })
      await connectAccount(ada, users.ada)
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    const connectAccount = ({ call }: Person, { token }: ForgeUser) =>
      call('integrations.connectOwn', { provider: 'github', secret: token, baseUrl: forge.url })
    const connect = ({ call }: Person, name: string, more: object = {}) =>
      call('repos.connect', { project: 'web', url: `${forge.url}/${name}`, ...more })
    const check = () => checkViewers(server.app)
    const namesFor = async ({ call }: Pick<Person, 'call'>) =>
      (await call('repos.list', { project: 'web' })).items.map(({ name }) => name)

    async function rowOf(id: string): Promise<HostedRepo & { is_private: boolean }> {
      const [row] = await server.app.database.run<HostedRepo & { is_private: boolean }>(
        sql`select id, access, connected_by, code_host_id, api_url, host_name, url, is_private from repos where id = ${id}`,
      )
      return row!
    }

    it('hides a private repository from people who cannot read it at the host', async () => {
      const remote = forge.addRepo('ada/treasure', { private: true })
      const { id: repo } = await connect(ada, 'ada/treasure')
      const row = await rowOf(repo)
      assert.deepEqual([row.access, row.host_name, row.is_private], ['person', 'ada/treasure', true])
      assert.deepEqual(await namesFor(ada), ['treasure'])
      const hiddenFrom = async (person: Pick<Person, 'call'>) => {
        assert.deepEqual(await namesFor(person), [])
        await assert.rejects(person.call('repos.get', { repo }), { status: 404 })
        await assert.rejects(person.call('repos.delete', { repo }), { status: 404 })
        const { items } = await person.call('activity.listEvents', { limit: 500 })
        assert.ok(!JSON.stringify(items).includes('treasure'))
      }
      await settled(server.app.database)
      await hiddenFrom(bob)
      await assert.rejects(connect(bob, 'ada/treasure'), { code: 'repo_unreadable' })
      await connectAccount(bob, users.bob)
      await check()
      await hiddenFrom(bob)
      // The host lets them read it, and later not.
      remote.setCollaborators(['ada', 'bob'])
      await check()
      assert.deepEqual(await namesFor(bob), ['treasure'])
      remote.setCollaborators(['ada'])
      await check()
      assert.deepEqual(await namesFor(bob), [])
      remote.setCollaborators(['ada', 'bob'])
      const [listed] = (await bob.call('repos.listAtHost', {})).items
      assert.deepEqual([listed!.name, listed!.connectedTo], ['ada/treasure', ['web']])
      assert.deepEqual(await namesFor(bob), ['treasure'], 'the list refreshes what they can see')
      // An outage of the host changes nothing.
      for (let times = 0; times < 2; times++)
        forge.respondOnce({ status: 503, line: /^GET \/repos\/ada\/treasure$/ })
      await check()
      assert.deepEqual(await namesFor(bob), ['treasure'])
      await bob.call('integrations.disconnectOwn', { provider: 'github' })
      await hiddenFrom(bob)
      const operator = { call: server.client(await impersonate(server, bob, ada)) }
      assert.deepEqual(await namesFor(operator), [])
      await assert.rejects(operator.call('repos.get', { repo }), { status: 404 })
      await assert.rejects(operator.call('repos.listAtHost', {}), { code: 'code_host_account_missing' })
      await ada.call('repos.delete', { repo })
      assert.deepEqual((await bob.call('trash.list', { kind: ['repo'] })).items, [])
      await assert.rejects(bob.call('trash.restore', { kind: 'repo', item: repo }), { status: 404 })
      assert.equal((await ada.call('trash.list', { kind: ['repo'] })).items.length, 1)
    })

    it('shares a private repository by token or by the connection of the organization', async () => {
      forge.addRepo('ada/shared', { private: true })
      const { id } = await connect(ada, 'ada/shared', { token: users.ada.token })
      const row = await rowOf(id)
      assert.deepEqual([row.access, row.api_url, row.is_private], ['token', forge.apiUrl, true])
      assert.ok((await namesFor(bob)).includes('shared'))
      await assert.rejects(connect(bob, 'ada/shared', { access: 'organization' }), { status: 400 })
      await assert.rejects(connect(bob, 'ada/shared', { access: 'person' }), { status: 400 })
      const { id: codeHost } = await ada.call('codeHosts.connect', { url: forge.url, token: users.ada.token })
      await connect(bob, 'ada/shared', { access: 'organization' })
      const changed = await rowOf(id)
      assert.deepEqual([changed.id, changed.access, changed.code_host_id], [id, 'organization', codeHost])
      assert.equal((await ada.call('repos.get', { repo: id })).hasToken, false)
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: 'web', user: guest.user.id, role: 'editor' })
      forge.addRepo('ada/other', { private: true })
      await assert.rejects(connect(guest, 'ada/other', { access: 'organization' }), { status: 400 })
      await assert.rejects(connect(guest, 'ada/other'), { code: 'repo_unreadable' })
      await ada.call('codeHosts.disconnect', { codeHost })
      await assert.rejects(gitTokenOf(server.app, await rowOf(id)), { fix: 'ask_admin' })
    })

    it('follows a renamed repository and connects it once', async () => {
      const remote = forge.addRepo('ada/old-name')
      const { id } = await connect(ada, 'ada/old-name')
      remote.rename('ada/new-name')
      const again = await connect(ada, 'ada/old-name', { access: 'person' })
      const fresh = await connect(ada, 'ada/NEW-name'.toLowerCase())
      assert.deepEqual([again.id === id, fresh.id === id], [true, true])
      assert.equal((await rowOf(id)).host_name, 'ada/new-name')
      assert.equal((await openRepoHost(server.app, await rowOf(id)))!.name, 'ada/new-name')
    })

    it('uses an account only for its own host, and only while its owner is a member', async () => {
      forge.addRepo('carol/app', { private: true })
      const carol = await addMember(server, ada, 'member')
      await connectAccount(carol, forge.addUser('carol'))
      const { id } = await connect(carol, 'carol/app')
      const row = await rowOf(id)
      assert.ok(await gitTokenOf(server.app, row))
      for (const foreign of [
        { url: 'https://git.example.com/carol/app' },
        { api_url: 'https://git.example.com' },
      ])
        await assert.rejects(gitTokenOf(server.app, { ...row, ...foreign }), HostUnavailable)
      for (const host_name of ['carol/..', '../user', 'carol/app/x', 'carol'])
        await assert.rejects(openRepoHost(server.app, { ...row, host_name }), { fix: 'check_url' })
      await assert.rejects(openRepoHost(server.app, row, bob.user.id), { fix: 'connect_account' })
      assert.equal((await openRepoHost(server.app, row))!.login, 'carol')
      await ada.call('members.remove', { member: carol.user.id })
      await assert.rejects(gitTokenOf(server.app, row), { fix: 'connect_account' })
    })
  })
}

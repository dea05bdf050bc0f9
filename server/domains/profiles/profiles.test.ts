import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'
import { eraseAccounts } from '../auth/accounts/erase-accounts.ts'

for (const engine of oneEngine) {
  describe(`public profiles, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Admin')
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    const getPage = async (username = ada.user.username) => {
      const response = await fetch(`${server.url}/@${username}`)
      return { status: response.status, text: await response.text() }
    }
    const getProfile = (username = ada.user.username) => server.anonymous('profiles.get', { username })
    const notFound = { status: 404, code: 'not_found' }
    const findPeople = async (q: string) => {
      const { items } = await server.anonymous('search.findPublic', { q, kind: ['person'] })
      return items.map(({ title, url }) => [title, url])
    }
    const getText = async (path: string) => (await fetch(server.url + path)).text()

    /** Expects that the profile is like that of a user who doesn't exist. */
    async function expectHidden(username = ada.user.username) {
      const [hidden, unknown] = [await getPage(username), await getPage('unknown-user')]
      assert.deepEqual([hidden.status, hidden.text], [404, unknown.text])
      await assert.rejects(getProfile(username), notFound)
      assert.deepEqual(await findPeople(username), [])
      assert.doesNotMatch(await getText('/sitemap.xml'), new RegExp(`/@${username}<`))
    }

    it('is off until the user turns it on, and then shows the chosen details only', async () => {
      await ada.call('accounts.updateProfile', { name: 'Ada Lovelace' })
      await ada.call('accounts.updateProfile', { bio: 'I write **programs**.', timezone: 'Europe/London' })
      const settings = await ada.call('profiles.getOwn', {})
      assert.deepEqual([settings.public, settings.url], [false, `/@${ada.user.username}`])
      await expectHidden()
      const link = 'https://ada.example/?a=1&b="'
      const invalid = ada.call('profiles.updateOwn', { link: 'javascript:alert(1)' })
      await assert.rejects(invalid, { code: 'invalid_input' })
      const changed = await ada.call(
        'profiles.updateOwn',
        { public: true, location: 'London', link, shows: ['link', 'name', 'bio', 'name'] },
        { ifMatch: settings.version },
      )
      assert.deepEqual(changed.shows, ['name', 'bio', 'link'])
      const { status, text } = await getPage()
      assert.equal(status, 200)
      assert.match(text, /<h1>Ada Lovelace<\/h1>/)
      assert.match(text, /<strong>programs<\/strong>/)
      assert.match(text, /rel="me nofollow ugc noopener" href="https:\/\/ada\.example\/\?a=1&#38;b=/)
      assert.doesNotMatch(
        text,
        /London|<img|@example/,
        'the location, the time zone and the email are hidden',
      )
      const profile = await getProfile()
      assert.deepEqual(
        [profile.name, profile.location, profile.timezone, profile.avatarUrl],
        ['Ada Lovelace', '', null, null],
      )
      assert.deepEqual(await findPeople('lovelace'), [['Ada Lovelace', `/@${ada.user.username}`]])
      assert.match(await getText('/sitemap.xml'), new RegExp(`<loc>[^<]+/@${ada.user.username}</loc></url>`))
      await ada.call('profiles.updateOwn', { shows: ['location'] })
      const nameless = await getPage()
      assert.match(nameless.text, new RegExp(`<h1>@${ada.user.username}</h1>[^]*London`))
      assert.doesNotMatch(nameless.text, /Lovelace/)
      assert.deepEqual(await findPeople('lovelace'), [], 'a hidden name is not searchable')
    })

    it('lists only public items, and links from posts', async () => {
      const project = { name: 'Engine', description: 'It computes.' }
      await ada.call('projects.create', { ...project, visibility: 'public', publicSections: ['overview'] })
      await ada.call('projects.create', { name: 'Secret engine' })
      await ada.call('skills.create', { name: 'Punch cards', content: 'x', scope: 'public' })
      await ada.call('skills.create', { name: 'Secret skill', content: 'x' })
      await ada.call('agents.create', { name: 'Loom', role: 'Weaves.', publicSlug: 'loom' })
      await ada.call('agents.create', { name: 'Secret loom' })
      const author = ada.user.username
      const post = { content: 'x', author }
      await admin.call('posts.create', { ...post, title: 'Notes', state: 'published' })
      await admin.call('posts.create', { ...post, title: 'Secret notes' })
      assert.match(await getText('/blog/notes'), /by <a rel="author" href="\/@[^"]+">Ada Lovelace<\/a>/)
      assert.match(await getText('/blog/feed.atom'), new RegExp(`<uri>[^<]+/@${author}</uri>`))
      await ada.call('profiles.updateOwn', { shows: ['projects', 'skills', 'agents', 'posts'] })
      const { projects, skills, agents, posts } = await getProfile()
      assert.deepEqual(projects, [{ ...project, url: `/public/${author}/engine` }])
      assert.deepEqual(
        [skills, agents, posts].map((items) => items.map(({ name, url }) => [name, url])),
        [
          [['Punch cards', '/public/skills/punch-cards']],
          [['Loom', '/public/agents/loom']],
          [['Notes', '/blog/notes']],
        ],
      )
      const { text } = await getPage()
      for (const shown of ['Engine', 'Punch cards', 'Loom', 'Notes'])
        assert.match(text, new RegExp(`>${shown}<`))
      assert.doesNotMatch(text, /secret/i)
    })

    it('exports the settings, and hides the profile of a suspended, renamed, closed or erased user', async () => {
      const { publicProfile } = await ada.call('accounts.export', {})
      assert.deepEqual([publicProfile.public, publicProfile.location], [true, 'London'])
      await admin.call('admin.suspendUser', { user: ada.user.id })
      await expectHidden()
      assert.doesNotMatch(await getText('/blog/notes'), /rel="author"/)
      await admin.call('admin.unsuspendUser', { user: ada.user.id })
      const { version } = await ada.call('accounts.updateProfile', { username: 'countess' })
      assert.ok(version > publicProfile.version)
      await expectHidden()
      assert.equal((await getPage('countess')).status, 200)
      assert.equal((await getPage('COUNTESS')).status, 200)
      await ada.call('profiles.updateOwn', { public: false })
      await expectHidden('countess')
      await ada.call('profiles.updateOwn', { public: true })
      await ada.call('accounts.delete', { confirm: 'countess' })
      await expectHidden('countess')
      const { database } = server.app
      await database.run(sql`update users set erase_at = now() where id = ${ada.user.id}`)
      await eraseAccounts(server.app)
      const [row] = await database.run(
        sql`select location, link, bio, profile_public from users where id = ${ada.user.id}`,
      )
      assert.deepEqual(row, { location: '', link: '', bio: '', profile_public: false })
      await expectHidden('countess')
    })
  })
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { sql } from '../../database/sql.ts'
import { purgeArticles } from './purge-articles.ts'

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

for (const engine of oneEngine) {
  describe(`pages and posts, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine)
      admin = await server.register('Admin')
    })
    after(() => server.stop())

    it('creates a draft with a slug from the title, and a free one for a second', async () => {
      const first = await admin.call('pages.create', { title: 'About Us', content: '# Hello' })
      assert.deepEqual(
        [first.slug, first.state, first.publishAt, first.url, first.revision, first.author?.name],
        ['about-us', 'draft', null, '/pages/about-us', 1, 'Admin'],
      )
      const second = await admin.call('pages.create', { title: 'About us!' })
      assert.equal(second.slug, 'about-us-2')
      const post = await admin.call('posts.create', { title: 'About us' })
      assert.equal(post.slug, 'about-us', 'a slug is unique per kind')
      assert.equal((await admin.call('pages.get', { page: first.id })).content, '# Hello')
    })

    it('rejects slugs that are taken, reserved or malformed', async () => {
      await admin.call('posts.create', { title: 'Taken', slug: 'taken' })
      await assert.rejects(admin.call('posts.create', { title: 'Other', slug: 'taken' }), {
        code: 'already_taken',
      })
      for (const slug of ['category', 'feed', 'Upper', 'a--b', '-a', 'feed.atom', '../x', 'ä'])
        await assert.rejects(admin.call('posts.create', { title: 'Other', slug }), { code: 'invalid_input' })
      const other = await admin.call('posts.create', { title: 'Category' })
      assert.equal(other.slug, 'category-2', 'a slug from the title avoids reserved ones')
    })

    it('publishes, schedules and archives, and rejects a time that contradicts the state', async () => {
      const { slug } = await admin.call('posts.create', { title: 'Release', slug: 'release' })
      const change = (input: object) => admin.call('posts.update', { post: slug, ...input })
      await assert.rejects(change({ state: 'scheduled' }), { code: 'invalid_input' })
      await assert.rejects(change({ state: 'scheduled', publishAt: '2001-01-01T00:00:00Z' }), {
        code: 'invalid_input',
      })
      await assert.rejects(change({ state: 'published', publishAt: tomorrow() }), { code: 'invalid_input' })
      const at = tomorrow()
      const scheduled = await change({ state: 'scheduled', publishAt: at })
      assert.deepEqual([scheduled.state, scheduled.publishAt], ['scheduled', at])
      const moved = await change({ publishAt: '2099-01-01T00:00:00+01:00' })
      assert.deepEqual([moved.state, moved.publishAt], ['scheduled', '2098-12-31T23:00:00.000Z'])
      const published = await change({ state: 'published' })
      assert.equal(published.state, 'published')
      assert.ok(Date.parse(published.publishAt!) <= Date.now() + 1000)
      const archived = await change({ state: 'archived' })
      assert.deepEqual([archived.state, archived.publishAt], ['archived', published.publishAt])
      const again = await change({ state: 'published' })
      assert.equal(again.publishAt, published.publishAt, 'a republished post keeps its date')
      const { items } = await admin.call('posts.list', { state: ['published', 'archived'] })
      assert.deepEqual(
        items.map((post) => post.slug),
        ['release'],
      )
    })

    it('stores revisions of the text, which can be compared and restored', async () => {
      const { id } = await admin.call('pages.create', { title: 'Terms', content: 'one\n' })
      await admin.call('pages.update', { page: id, content: 'two\n', reason: 'Legal review' })
      const { revision } = await admin.call('pages.update', { page: id, state: 'published' })
      assert.equal(revision, 2, 'publishing makes no revision')
      const { items } = await admin.call('pages.listRevisions', { page: id })
      assert.deepEqual(
        items.map((each) => [each.revision, each.reason, each.createdBy.name]),
        [
          [2, 'Legal review', 'Admin'],
          [1, '', 'Admin'],
        ],
      )
      const compared = await admin.call('pages.compare', { page: id })
      assert.deepEqual([compared.added, compared.removed], [1, 1])
      const old = await admin.call('pages.getRevision', { page: id, revision: 1 })
      const restored = await admin.call('pages.update', {
        page: id,
        content: old.content,
        reason: 'Restored revision 1.',
      })
      assert.deepEqual([restored.content, restored.revision], ['one\n', 3])
      const post = await admin.call('posts.create', { title: 'Revised', content: 'a\n' })
      await admin.call('posts.update', { post: post.id, content: 'b\n', reason: 'x' })
      assert.equal((await admin.call('posts.listRevisions', { post: post.id })).items.length, 2)
      assert.equal((await admin.call('posts.getRevision', { post: post.id, revision: 1 })).content, 'a\n')
      assert.equal((await admin.call('posts.compare', { post: post.id })).added, 1)
    })

    it('groups posts in categories, and keeps the posts of a deleted one', async () => {
      const category = await admin.call('categories.create', { name: 'How-to', description: 'Steps.' })
      assert.deepEqual([category.slug, category.url], ['how-to', '/blog/category/how-to'])
      await assert.rejects(admin.call('categories.create', { name: 'How to' }), { code: 'already_taken' })
      await assert.rejects(admin.call('posts.create', { title: 'x', categories: ['nothing'] }), {
        code: 'invalid_input',
      })
      const post = await admin.call('posts.create', { title: 'Install', categories: ['how-to'] })
      assert.deepEqual(
        post.categories.map(({ name }) => name),
        ['How-to'],
      )
      const { version } = await admin.call('posts.update', { post: post.id, categories: ['how-to'] })
      assert.equal(version, post.version, 'the same categories are no change')
      await admin.call('categories.update', { category: 'how-to', name: 'Guides', slug: 'guides' })
      const listed = await admin.call('posts.list', { category: 'guides' })
      assert.deepEqual(listed.items[0]!.categories[0]!.name, 'Guides')
      assert.equal((await admin.call('categories.get', { category: 'guides' })).posts, 1)
      const deleted = await admin.call('categories.delete', { category: category.id })
      assert.equal(deleted.posts, 1)
      assert.deepEqual((await admin.call('posts.get', { post: post.id })).categories, [])
      assert.deepEqual((await admin.call('categories.list', {})).items, [])
      const changed = await admin.call('posts.update', { post: post.id, categories: [] })
      assert.equal(changed.version, post.version)
    })

    it('rejects a change of an outdated version', async () => {
      const { id, version } = await admin.call('pages.create', { title: 'Versioned' })
      await admin.call('pages.update', { page: id, title: 'Versioned 2' }, { ifMatch: version })
      await assert.rejects(
        admin.call('pages.update', { page: id, title: 'Versioned 3' }, { ifMatch: version }),
        { code: 'version_conflict' },
      )
    })

    it('restores a deleted page for 30 days, then purges it with its revisions', async () => {
      const page = await admin.call('pages.create', { title: 'Old', slug: 'old' })
      const gone = await admin.call('pages.delete', { page: 'old' })
      assert.deepEqual([gone.kind, gone.key], ['page', 'old'])
      await assert.rejects(admin.call('pages.get', { page: page.id }), { code: 'not_found' })
      await assert.rejects(admin.call('pages.getRevision', { page: page.id, revision: 1 }), {
        code: 'not_found',
      })
      const trash = await admin.call('pages.list', { deleted: true })
      assert.deepEqual(
        trash.items.map(({ slug, deletedBy }) => [slug, deletedBy?.name]),
        [['old', 'Admin']],
      )
      const next = await admin.call('pages.create', { title: 'New', slug: 'old' })
      await assert.rejects(admin.call('pages.restore', { page: page.id }), { code: 'already_taken' })
      await admin.call('pages.update', { page: next.id, slug: 'newer' })
      assert.equal((await admin.call('pages.restore', { page: page.id })).deletedAt, null)
      await admin.call('pages.delete', { page: page.id })
      const { database } = server.app
      await database.run(
        sql`update articles set deleted_at = now() - interval '31 days' where id = ${page.id}`,
      )
      await assert.rejects(admin.call('pages.restore', { page: page.id }), { code: 'not_found' })
      assert.equal(await purgeArticles(database), 1)
      assert.deepEqual(await database.run(sql`select 1 from revisions where subject_id = ${page.id}`), [])
      const post = await admin.call('posts.create', { title: 'Deleted post' })
      await admin.call('posts.delete', { post: post.id })
      assert.equal((await admin.call('posts.restore', { post: post.id })).id, post.id)
    })

    it('stores one cover per article, and journals every change', async () => {
      const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0f766e' } })
        .png()
        .toBuffer()
      const image = new File([new Uint8Array(bytes)], 'cover.png', { type: 'image/png' })
      const { id } = await admin.call('pages.create', { title: 'Covered' })
      const { coverUrl } = await admin.call('pages.setCover', { page: id, image })
      assert.equal((await fetch(server.url + coverUrl)).status, 404, 'the cover of a draft is not public')
      const headers = { Authorization: `Bearer ${admin.token}` }
      const own = await fetch(server.url + coverUrl, { headers })
      assert.deepEqual(
        [own.headers.get('content-type'), own.headers.get('cache-control')],
        ['image/webp', 'private, no-cache'],
      )
      await admin.call('pages.update', { page: id, state: 'published' })
      assert.match((await fetch(server.url + coverUrl)).headers.get('cache-control')!, /^public,.*immutable$/)
      await admin.call('pages.setCover', { page: id, image })
      assert.equal((await fetch(server.url + coverUrl)).status, 404, 'the previous cover is deleted')
      assert.equal((await admin.call('pages.removeCover', { page: id })).coverUrl, null)
      const post = await admin.call('posts.create', { title: 'Covered' })
      assert.ok((await admin.call('posts.setCover', { post: post.id, image })).coverUrl)
      assert.equal((await admin.call('posts.removeCover', { post: post.id })).coverUrl, null)
      const rows = await server.app.database.run<{ type: string }>(
        sql`select type from journal where subject_id = ${id} order by seq`,
      )
      assert.deepEqual(
        rows.map(({ type }) => type),
        ['page.created', ...Array<string>(4).fill('page.updated')],
      )
    })

    it('lets only administrators in, with a login session', async () => {
      const member = await server.register('Member')
      await assert.rejects(member.call('pages.list', {}), { status: 403, code: 'administrators_only' })
      await assert.rejects(server.anonymous('posts.list', {}), { status: 401 })
      await assert.rejects(server.anonymous('posts.get', { post: randomUUID() }), { status: 401 })
    })
  })
}

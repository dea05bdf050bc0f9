import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, indexed, oneEngine, startOwnServer } from '../../../../test/harness.ts'
import { type Sql, sql } from '../../../database/sql.ts'

const appUrl = 'https://baton.example.com'
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

for (const engine of oneEngine) {
  describe(`the public site, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine, { APP_URL: appUrl })
      admin = await server.register('Ada')
      await admin.call('categories.create', { name: 'News & more', slug: 'news', description: 'All news.' })
    })
    after(() => server.stop())

    async function get(path: string, headers: Record<string, string> = {}) {
      const response = await fetch(server.url + path, { headers, redirect: 'manual' })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }

    it('serves a published page as HTML with its metadata and a policy without scripts', async () => {
      await admin.call('pages.create', {
        title: 'About <us>',
        slug: 'about',
        content: '# Team\n\nWe **build**. <script>alert(1)</script>\n\n[x](javascript:alert(1))',
        summary: 'Who "we" are',
        seoTitle: 'About the team',
        state: 'published',
      })
      const { status, headers, text } = await get('/pages/about')
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      const policy = headers.get('content-security-policy')!
      assert.match(policy, /default-src 'none'/)
      assert.doesNotMatch(policy, /script|unsafe/)
      assert.match(text, /^<!doctype html>/)
      assert.match(text, /<title>About the team · Baton<\/title>/)
      assert.match(text, /<h1>About &#60;us&#62;<\/h1>/)
      assert.match(text, /<h2>Team<\/h2>/, 'headings of the text are below the title')
      assert.match(text, /&lt;script&gt;/)
      assert.doesNotMatch(text, /<script|javascript:/i)
      assert.match(text, new RegExp(`<link rel="canonical" href="${appUrl}/pages/about"`))
      assert.match(text, /<meta property="og:description" content="Who &#34;we&#34; are"/)
      assert.match(text, new RegExp(`<meta property="og:image" content="${appUrl}/preview-card.png"`))
      assert.match(text, /<a href="\/pages\/about">About &#60;us&#62;<\/a>/, 'the navigation lists the page')
    })

    it('responds with 304 to a known ETag, and with a new page after a change', async () => {
      const first = await get('/pages/about')
      const etag = first.headers.get('etag')!
      assert.match(first.headers.get('cache-control')!, /^public, max-age=0, must-revalidate$/)
      assert.equal((await get('/pages/about', { 'If-None-Match': etag })).status, 304)
      await admin.call('pages.update', { page: 'about', content: 'Changed.' })
      const second = await get('/pages/about', { 'If-None-Match': etag })
      assert.equal(second.status, 200)
      assert.match(second.text, /<p>Changed\.<\/p>/)
      await admin.call('admin.updateSetting', { key: 'instance.name', value: 'Acme & Co' })
      await admin.call('admin.updateSetting', { key: 'instance.color', value: '#aa0044' })
      assert.match((await get('/pages/about')).text, /Acme &#38; Co/)
      assert.match((await get('/site.css')).text, /--link: light-dark\(#aa0044, #[0-9a-f]{6}\)/)
    })

    it('lists posts by date and category, and pages through them', async () => {
      for (let number = 1; number <= 21; number++)
        await admin.call('posts.create', {
          title: `Post ${number}`,
          content: `Text ${number} with a [link](/pages/about).`,
          state: 'published',
          publishAt: `2020-01-${String(number).padStart(2, '0')}T00:00:00Z`,
          categories: number === 7 ? ['news'] : [],
        })
      const blog = await get('/blog')
      assert.ok(blog.text.indexOf('Post 21') < blog.text.indexOf('Post 20'))
      assert.doesNotMatch(blog.text, />Post 1</)
      assert.match(blog.text, /href="\/blog\?page=2">Older posts/)
      assert.match((await get('/blog?page=2')).text, />Post 1</)
      assert.equal((await get('/blog?page=3')).status, 404)
      const category = await get('/blog/category/news')
      assert.match(category.text, /<h1>News &#38; more<\/h1>/)
      assert.match(category.text, />Post 7</)
      assert.doesNotMatch(category.text, />Post 8</)
      const post = await get('/blog/post-7')
      assert.match(post.text, /<time datetime="2020-01-07T00:00:00.000Z">January 7, 2020<\/time> by Ada/)
      assert.match(post.text, /<meta property="article:section" content="News &#38; more"/)
    })

    it('serves both feeds, the sitemap and robots.txt with absolute URLs', async () => {
      const atom = await get('/blog/feed.atom')
      assert.equal(atom.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
      assert.match(atom.text, /^<\?xml version="1.0"/)
      assert.equal(atom.text.match(/<entry>/g)!.length, 20)
      assert.match(atom.text, /href=&#34;https:\/\/baton\.example\.com\/pages\/about&#34;/)
      const json = await get('/blog/feed.json')
      assert.equal(json.headers.get('content-type'), 'application/feed+json; charset=utf-8')
      const feed = JSON.parse(json.text) as {
        version: string
        items: { url: string; content_html: string }[]
      }
      assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
      assert.equal(feed.items[0]!.url, `${appUrl}/blog/post-21`)
      assert.match(feed.items[0]!.content_html, /href="https:\/\/baton\.example\.com\/pages\/about"/)
      const { urls } = await admin.call('sitemap.generate', {})
      const map = await get('/sitemap.xml')
      assert.equal(map.headers.get('content-type'), 'application/xml; charset=utf-8')
      const locations = [...map.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location)
      assert.equal(locations.length, urls)
      for (const path of ['/blog', '/blog/category/news', '/blog/post-7', '/pages/about'])
        assert.ok(locations.includes(appUrl + path), path)
      assert.match((await get('/robots.txt')).text, /Sitemap: https:\/\/baton\.example\.com\/sitemap\.xml/)
    })

    /** Returns everything that the public can read and that could mention an article. */
    async function publicTexts(): Promise<string> {
      const paths = [
        '/blog',
        '/blog?page=2',
        '/blog/category/news',
        '/blog/category/secret',
        '/blog/feed.atom',
      ]
      const texts = await Promise.all(
        [...paths, '/blog/feed.json', '/sitemap.xml', '/pages/about', '/blog/post-7'].map((path) =>
          get(path),
        ),
      )
      await indexed(server)
      const found = await server.anonymous('search.findPublic', { q: 'zanzibar' })
      return texts.map(({ text }) => text).join('\n') + JSON.stringify(found)
    }

    it('never shows a draft, a scheduled, an archived or a deleted article', async () => {
      await admin.call('categories.create', { name: 'Zanzibar secret', slug: 'secret' })
      const fields = { content: 'zanzibar text', summary: 'zanzibar', categories: ['secret', 'news'] }
      const post = async (title: string, more: object) =>
        admin.call('posts.create', { title, ...fields, ...more })
      const hidden = [
        await post('Zanzibar draft', {}),
        await post('Zanzibar planned draft', { publishAt: '2020-01-01T00:00:00Z' }),
        await post('Zanzibar scheduled', { state: 'scheduled', publishAt: tomorrow() }),
        await post('Zanzibar archived', { state: 'published' }),
        await post('Zanzibar deleted', { state: 'published' }),
      ]
      await admin.call('posts.update', { post: hidden[3]!.id, state: 'archived' })
      await admin.call('posts.delete', { post: hidden[4]!.id })
      const { categories: _, ...text } = fields
      const page = await admin.call('pages.create', {
        title: 'Zanzibar page',
        ...text,
        state: 'scheduled',
        publishAt: tomorrow(),
      })
      assert.doesNotMatch(await publicTexts(), /zanzibar/i)
      for (const { slug, id } of hidden) {
        for (const path of [`/blog/${slug}`, `/blog/${id}`, `/pages/${slug}`]) {
          const { status, text, headers } = await get(path)
          assert.deepEqual([path, status], [path, 404])
          assert.doesNotMatch(text, /zanzibar/i)
          assert.equal(headers.get('cache-control'), 'no-store')
        }
        for (const path of ['', '/revisions', '/revisions/1', '/compare'])
          assert.equal((await get(`/api/admin/posts/${id}${path}`)).status, 401)
      }
      assert.equal((await get(`/pages/${page.slug}`)).status, 404)
      const { items } = await server.anonymous('activity.listEvents', {}).catch(() => ({ items: [] }))
      assert.deepEqual(items, [], 'events are not public')
      const member = await server.register('Member')
      const events = await member.call('activity.listEvents', {})
      assert.doesNotMatch(JSON.stringify(events), /zanzibar/i)
      const own = await member.call('search.find', { q: 'zanzibar' })
      assert.deepEqual(own.items, [], 'members do not find drafts either')
    })

    /** Changes rows as the passing of time does, which leaves the version of the site as it is. */
    async function changeSilently(change: Sql): Promise<void> {
      await server.app.database.transaction(async (db) => {
        await db.run(
          sql`create temporary table kept_version on commit drop as select version from site_version`,
        )
        await db.run(change)
        await db.run(sql`update site_version set version = (select version from kept_version)`)
      })
      server.app.bus.siteChanged()
    }

    it('shows the current sponsors by tier, and drops one after its last day', async () => {
      const today = new Date().toISOString().slice(0, 10)
      const acme = { name: 'Acme <1>', link: 'https://acme.example/?a=1&b=2', tier: 'silver' as const }
      const { id } = await admin.call('sponsors.create', { ...acme, from: today, until: today })
      const best = { name: 'Best', link: 'https://best.example/', tier: 'platinum' as const, from: today }
      await admin.call('sponsors.create', best)
      const link = '<a rel="sponsored noopener" href="https://acme.example/?a=1&#38;b=2">Acme &#60;1&#62;</a>'
      const blog = await get('/blog')
      assert.match(blog.text, /Platinum sponsors[^]*Best[^]*Silver sponsors/)
      assert.ok(blog.text.includes(link))
      assert.ok((await get('/blog/post-7')).text.includes(link), 'the footer names the sponsors')
      await changeSilently(
        sql`update sponsors set starts_on = starts_on - 2, ends_on = starts_on - 1 where id = ${id}`,
      )
      for (const path of ['/blog', '/blog/post-7']) {
        const { text } = await get(path)
        assert.doesNotMatch(text, /Acme &#60;1/, path)
        assert.match(text, /best\.example/, path)
      }
    })

    it('redirects the former URLs of a public article until another one gets the slug', async () => {
      const { id } = await admin.call('posts.create', { title: 'One', slug: 'one', state: 'published' })
      await admin.call('posts.update', { post: id, slug: 'two' })
      await admin.call('posts.update', { post: id, slug: 'three' })
      for (const path of ['/blog/one', '/blog/two']) {
        const { status, headers } = await get(path)
        assert.deepEqual([status, headers.get('location')], [301, '/blog/three'])
        assert.match(headers.get('cache-control')!, /must-revalidate/)
      }
      await admin.call('posts.create', { title: 'New', slug: 'one', state: 'published' })
      assert.equal((await get('/blog/one')).status, 200)
      const draft = await admin.call('posts.create', { title: 'Draft', slug: 'never-public' })
      await admin.call('posts.update', { post: draft.id, slug: 'now-public', state: 'published' })
      assert.equal((await get('/blog/never-public')).status, 404)
      await admin.call('posts.update', { post: id, state: 'archived' })
      assert.equal((await get('/blog/two')).status, 404, 'it does not reveal the new slug')
    })

    it('publishes a scheduled post at its time without a job', async () => {
      const { id, slug } = await admin.call('posts.create', {
        title: 'Due',
        content: 'It is due.',
        state: 'scheduled',
        publishAt: tomorrow(),
        categories: ['news'],
      })
      assert.equal((await get(`/blog/${slug}`)).status, 404)
      await get('/blog')
      await indexed(server)
      // Moves the time instead of waiting for it.
      await changeSilently(sql`update articles set publish_at = now() where id = ${id}`)
      assert.equal((await get(`/blog/${slug}`)).status, 200)
      for (const path of [
        '/blog',
        '/blog/category/news',
        '/blog/feed.atom',
        '/blog/feed.json',
        '/sitemap.xml',
      ])
        assert.match((await get(path)).text, /\/blog\/due/, path)
      assert.equal((await admin.call('posts.get', { post: id })).state, 'published')
      const { items } = await server.anonymous('search.findPublic', { q: 'due', kind: ['post'] })
      assert.deepEqual(
        items.map(({ url }) => url),
        ['/blog/due'],
      )
    })
  })
}

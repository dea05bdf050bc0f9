import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { sql } from '../server/database/sql.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { checkJsonFeed, lowContrast } from './site-checks.ts'
import { story } from './story.ts'
import { xssCorpus } from './xss-corpus.ts'

describe('the public site and its administration', { skip }, () => {
  let entrance: Entrance
  let ada: Person
  let visitor: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await entrance.server.app.database.run(sql`update users set role = 'admin' where id = ${ada.user.id}`)
    visitor = await entrance.visit('/blog')
  })
  after(() => entrance?.close())

  describe('writing a post', () => {
    const step = story()
    let page: Page
    const toast = (text: string) =>
      page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()

    step('creates a category and a draft with a preview', async () => {
      page = await entrance.visit('/admin/content/categories', ada)
      await page.getByRole('button', { name: 'New category' }).click()
      await page.getByLabel('Name').fill('Releases')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('/blog/category/releases').waitFor()
      await page.getByRole('link', { name: 'Posts', exact: true }).click()
      await page.getByRole('link', { name: 'New post' }).first().click()
      await page.getByLabel('Title', { exact: true }).fill('Hello world')
      await page.getByLabel('Summary').fill('The first post.')
      await page.getByLabel('Text', { exact: true }).fill('We **shipped** it.')
      await page.locator('strong', { hasText: 'shipped' }).first().waitFor({ state: 'attached' })
      await page.getByLabel('Releases').check()
      await page.getByRole('button', { name: 'Create post' }).click()
      await toast('Created “Hello world”.')
    })

    step('schedules it', async () => {
      await page.getByLabel('State').selectOption('scheduled')
      await page.getByLabel('Publication time').fill('2099-05-04T10:30')
      await save()
      await toast('Saved “Hello world”.')
      await page.getByRole('link', { name: 'All posts' }).click()
      await page
        .getByRole('row', { name: /Hello world/ })
        .getByText('Scheduled')
        .waitFor()
    })

    step('publishes it, and shows it to everyone without a script', async () => {
      await page.getByRole('link', { name: 'Hello world' }).click()
      await page.getByLabel('State').selectOption('published')
      await save()
      await page.getByRole('region', { name: 'Public URL' }).waitFor()
      await visitor.reload()
      await visitor.getByRole('link', { name: 'Hello world' }).click()
      await visitor.getByRole('heading', { name: 'Hello world', level: 1 }).waitFor()
      assert.match(await visitor.locator('article').innerText(), /by Ada[^]*We shipped it\.[^]*Releases/)
      assert.equal(await visitor.locator('script').count(), 0)
    })

    step('restores an earlier revision', async () => {
      await page.getByLabel('Text', { exact: true }).fill('Second text.')
      // Another reason starts another revision.
      const { items } = await ada.call('posts.list', { search: 'hello-world' })
      await save()
      await toast('Saved “Hello world”.')
      await ada.call('posts.update', { post: items[0]!.id, content: 'Third text.', reason: 'A typo.' })
      await page.getByRole('link', { name: /^Revisions/ }).click()
      await page.getByRole('button', { name: 'Restore revision 1' }).click()
      await toast('Restored revision 1 as revision 3.')
      await eventually(
        async () => (await ada.call('posts.get', { post: items[0]!.id })).content,
        'Second text.',
      )
    })

    step('fits on a phone, on both sides', async () => {
      await visitor.setViewportSize({ width: 360, height: 800 })
      await fitsPhone(visitor, 'html')
      await page
        .getByRole('navigation', { name: 'Administration' })
        .getByRole('link', { name: 'Content' })
        .click()
      await page.setViewportSize({ width: 360, height: 800 })
      await page.getByRole('link', { name: 'Hello world' }).waitFor()
      await fitsPhone(page)
      entrance.checkComplaints()
    })

    step('deletes it, and restores it from the list', async () => {
      await page.setViewportSize({ width: 1200, height: 800 })
      await page.getByRole('link', { name: 'Hello world' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await toast('Deleted “Hello world”.')
      await page.getByLabel('Filter by state').selectOption('deleted')
      await page
        .getByRole('row', { name: /Hello world/ })
        .getByRole('button', { name: 'Restore' })
        .click()
      await toast('Restored “Hello world”.')
    })
  })

  it('runs no script of hostile Markdown on any public page', async () => {
    assert.ok(xssCorpus.length >= 40)
    const short = xssCorpus.map((vector) => vector.replace(/\s+/g, ' ').slice(0, 80))
    const all = xssCorpus.join('\n\n')
    await ada.call('categories.create', { name: short[0]!, slug: 'hostile', description: all.slice(0, 500) })
    for (const [index, content] of xssCorpus.entries())
      await ada.call('posts.create', {
        title: short[index]!,
        slug: `hostile-${index}`,
        summary: short[index]!,
        seoTitle: short[index]!,
        seoDescription: short[index]!,
        content,
        categories: ['hostile'],
        state: 'published',
      })
    await ada.call('pages.create', { title: short[6]!, slug: 'hostile', content: all, state: 'published' })

    const ran: string[] = []
    visitor.on('dialog', (dialog) => {
      ran.push(`${visitor.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    visitor.on('console', (message) => {
      if (/script|inline/i.test(message.text())) ran.push(`${visitor.url()}: ${message.text()}`)
    })
    const policy = /^default-src 'none'; style-src 'self'/
    for (const path of ['/blog', '/blog?page=2', '/blog/category/hostile', '/pages/hostile']) {
      const response = await visitor.goto(entrance.url + path)
      assert.equal(response!.status(), 200, path)
      assert.match(response!.headers()['content-security-policy']!, policy)
      assert.equal(await visitor.evaluate(`'xss' in window`), false, path)
      assert.deepEqual(await visitor.evaluate(`(${unsafeParts})(document)`), [], path)
    }
    // The browser only parses the single posts, because opening each of them takes ten times as long.
    const posts = await Promise.all(
      xssCorpus.map(async (_, index) => {
        const response = await fetch(`${entrance.url}/blog/hostile-${index}`)
        assert.equal(response.status, 200)
        assert.match(response.headers.get('content-security-policy')!, policy)
        return response.text()
      }),
    )
    const parse = `(text) => (${unsafeParts})(new DOMParser().parseFromString(text, 'text/html'))`
    const found = await visitor.evaluate(`${JSON.stringify(posts)}.map(${parse})`)
    assert.deepEqual(
      found,
      posts.map(() => []),
    )
    assert.deepEqual(ran, [])
  })

  it('is readable in both color schemes, small, and loads nothing that its policy forbids', async () => {
    await ada.call('admin.updateSetting', { key: 'instance.color', value: '#ffd400' })
    const bio = xssCorpus.join(' ').slice(0, 500)
    await ada.call('accounts.updateProfile', { bio })
    const { url } = await ada.call('profiles.updateOwn', { public: true, location: 'London' })
    const today = new Date().toISOString().slice(0, 10)
    await ada.call('sponsors.create', { name: 'Acme', link: 'https://a.example', tier: 'gold', from: today })
    const content =
      '# A\n\n[a `link`](/blog) and `code`\n\n> quote [link](/blog)\n\n| a |\n|---|\n| [b](/c) |\n\n```\ncode\n```'
    await ada.call('pages.create', { title: 'Colors', slug: 'colors', content, state: 'published' })
    await visitor.setViewportSize({ width: 1280, height: 800 })
    const complaints: string[] = []
    visitor.on('console', (message) => complaints.push(message.text()))
    for (const path of ['/blog', '/pages/colors', '/blog/unknown', url]) {
      const bodies: Promise<number>[] = []
      const count = (response: Response) => {
        // A 304 has no body.
        if (response.status() !== 304) bodies.push(response.body().then(({ length }) => length))
      }
      visitor.on('response', count)
      await visitor.goto(entrance.url + path)
      visitor.off('response', count)
      const bytes = (await Promise.all(bodies)).reduce((sum, length) => sum + length, 0)
      assert.ok(bytes < 100_000, `${path} has ${bytes} bytes`)
      assert.deepEqual(await visitor.evaluate(`(${unsafeParts})(document)`), [], path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await visitor.emulateMedia({ colorScheme })
        assert.deepEqual(await visitor.evaluate(lowContrast), [], `${path} in ${colorScheme}`)
      }
    }
    await visitor.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
    // The browser reports the 404.
    assert.deepEqual(
      complaints.filter((text) => !text.includes('404')),
      [],
    )
    checkJsonFeed(await (await fetch(`${entrance.url}/blog/feed.json`)).text())
  })

  it('serves feeds and a sitemap that an XML parser accepts, with safe content', async () => {
    const documents = await Promise.all(
      ['/blog/feed.atom', '/sitemap.xml'].map(async (path) => (await fetch(entrance.url + path)).text()),
    )
    const [feed, map] = (await visitor.evaluate(
      `${JSON.stringify(documents)}.map(${parseXml})`,
    )) as ParsedXml[]
    assert.deepEqual(
      [feed!.error, feed!.root, feed!.namespace],
      [null, 'feed', 'http://www.w3.org/2005/Atom'],
    )
    assert.equal(feed!.entries.length, 20)
    for (const { has, updated, unsafe } of feed!.entries) {
      assert.ok(has)
      assert.match(updated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
      assert.deepEqual(unsafe, [])
    }
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
    assert.deepEqual([map!.error, map!.root, map!.namespace], [null, 'urlset', namespace])
    assert.ok(map!.locations.includes(`${entrance.url}/pages/hostile`))
    for (const location of map!.locations) assert.ok(URL.canParse(location), location)
  })
})

/** Runs in the browser. Returns elements and attributes of a document that could run a script. */
const unsafeParts = `(page) => [
  ...[...page.querySelectorAll('script, iframe, object, embed, svg, math, form, base, style, video, audio, ' +
    'marquee, [http-equiv], [srcdoc]')].map((element) => element.outerHTML),
  ...[...page.querySelectorAll('*')].flatMap((element) => [...element.attributes]
    .filter(({ name, value }) => name.startsWith('on') || /^\\s*(javascript|vbscript|data):/i.test(value))
    .map(({ name, value }) => name + '=' + value)),
]`

interface ParsedXml {
  error: string | null
  root: string
  namespace: string
  entries: { has: boolean; updated: string; unsafe: string[] }[]
  locations: string[]
}

/** Runs in the browser. Parses an XML document, and the HTML in the entries of a feed. */
const parseXml = `(text) => {
  const parsed = new DOMParser().parseFromString(text, 'application/xml')
  const textOf = (entry, name) => entry.querySelector(name)?.textContent ?? ''
  const isUnsafe = (element) => element.tagName === 'SCRIPT' || [...element.attributes].some(
    ({ name, value }) => name.startsWith('on') || /^\\s*(javascript|vbscript|data):/i.test(value))
  return {
    error: parsed.querySelector('parsererror')?.textContent ?? null,
    root: parsed.documentElement.tagName,
    namespace: parsed.documentElement.namespaceURI,
    entries: [...parsed.querySelectorAll('entry')].map((entry) => ({
      has: ['id', 'title', 'updated', 'link'].every((name) => entry.querySelector(name) !== null),
      updated: textOf(entry, 'updated'),
      unsafe: [...new DOMParser().parseFromString(textOf(entry, 'content'), 'text/html').querySelectorAll('*')]
        .filter(isUnsafe).map((element) => element.outerHTML),
    })),
    locations: [...parsed.querySelectorAll('loc')].map((location) => location.textContent),
  }
}`

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { openSettings } from './sidebar.ts'
import { story } from './story.ts'
import { xssCorpus } from './xss-corpus.ts'

describe('the pages of the community', { skip }, () => {
  let entrance: Entrance
  let admin: Person
  let ada: Person
  let bob: Person
  before(async () => {
    entrance = await openOwnEntrance()
    admin = await entrance.server.register('Admin')
    ada = await entrance.server.register('Ada')
    bob = await entrance.server.register('Bob')
  })
  after(() => entrance?.close())

  describe('a post', () => {
    const step = story()
    let page: Page
    let reader: Page
    let office: Page

    step('is written with a preview, and read by others', async () => {
      page = await entrance.visit('/projects', ada)
      await openSettings(page, 'Community')
      await page.getByRole('link', { name: 'New post' }).first().click()
      await page.getByLabel('Title', { exact: true }).fill('Hello everyone')
      await page.getByLabel('Text', { exact: true }).fill('We **shipped** it.')
      await page.locator('strong', { hasText: 'shipped' }).first().waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('heading', { name: 'Hello everyone', level: 1 }).waitFor()
      reader = await entrance.visit('/community', bob)
      await reader.getByRole('list', { name: 'Posts' }).getByText('We shipped it.').waitFor()
      await reader.getByRole('link', { name: 'Hello everyone' }).click()
      await reader.locator('strong', { hasText: 'shipped' }).waitFor()
    })

    step('is reported once by a reader', async () => {
      await reader.getByRole('button', { name: 'Report', exact: true }).click()
      const dialog = reader.getByRole('dialog', { name: 'Report “Hello everyone”' })
      await dialog.getByLabel('Reason').fill('It advertises something.')
      await dialog.getByRole('button', { name: 'Report', exact: true }).click()
      await reader.getByText('You reported this post').waitFor()
    })

    step('is hidden by an administrator with a reason', async () => {
      office = await entrance.visit('/admin/community', admin)
      await office
        .getByRole('list', { name: 'Reports of “Hello everyone”' })
        .getByText('advertises')
        .waitFor()
      await office.getByLabel('Posts', { exact: true }).and(office.locator('select')).selectOption('reported')
      await office.getByRole('button', { name: 'Hide', exact: true }).click()
      const dialog = office.getByRole('dialog', { name: 'Hide “Hello everyone”?' })
      await dialog.getByLabel('Reason').fill('No advertising here.')
      await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
      await office.getByRole('heading', { name: 'No matching posts' }).waitFor()
      await reader.reload()
      await reader.getByRole('link', { name: 'All posts' }).waitFor()
      assert.doesNotMatch(await reader.locator('main').innerText(), /shipped/)
    })

    step('shows the reason to its author, who edits it', async () => {
      await page.reload()
      await page.getByText('Reason: No advertising here.').waitFor()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Title', { exact: true }).fill('Hello again')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('heading', { name: 'Hello again', level: 1 }).waitFor()
    })

    step('is shown again, edited and pinned by an administrator', async () => {
      await office.getByLabel('Posts', { exact: true }).and(office.locator('select')).selectOption('hidden')
      await office.getByRole('button', { name: 'Show again' }).click()
      await office.goto(`${entrance.url}/admin/community?author=${ada.user.username}`)
      await office.getByRole('button', { name: 'Edit', exact: true }).click()
      await office.getByRole('dialog').getByLabel('Title').fill('Hello, all')
      await office.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      await office.getByRole('button', { name: 'Pin', exact: true }).click()
      await office.getByRole('button', { name: 'Unpin' }).waitFor()
      await reader.goto(`${entrance.url}/community`)
      const row = reader.getByRole('listitem').filter({ hasText: 'Hello, all' })
      await row.getByText('edited by an administrator').waitFor()
      await row.getByText('Pinned').waitFor()
    })

    step('fits on a phone, and is deleted by its author', async () => {
      for (const each of [reader, office]) {
        await each.setViewportSize({ width: 360, height: 740 })
        await fitsPhone(each)
      }
      await page.reload()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
      entrance.checkComplaints()
    })

    step('leaves the navigation while posts are off', async () => {
      await admin.call('admin.updateSetting', { key: 'features.community', value: false })
      await page.reload()
      await page.getByRole('heading', { name: 'Community posts are turned off' }).waitFor()
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: 'Trash' }).waitFor()
      await eventually(() => main.getByRole('link', { name: 'Community' }).count(), 0)
      await admin.call('admin.updateSetting', { key: 'features.community', value: true })
    })
  })

  it('runs no script of hostile titles, texts and reports', async () => {
    await admin.call('admin.updateSetting', { key: 'limits.community_posts', value: 1000 })
    const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
    const posts = []
    for (const body of xssCorpus)
      posts.push(await ada.call('communityPosts.create', { title: short(body), body }))
    const all = { title: 'All', body: xssCorpus.join('\n\n') }
    const { id: post } = await ada.call('communityPosts.create', all)
    await bob.call('communityPosts.report', { post, reason: xssCorpus.join('\n').slice(0, 1000) })

    const page = await entrance.visit('/admin/community', admin)
    const ran: string[] = []
    page.on('dialog', (dialog) => {
      ran.push(`${page.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    const expectSafe = async (rendered: number) => {
      await eventually(() => page.locator('.markdown').count(), rendered)
      const found = await page.evaluate(unsafeParts)
      assert.deepEqual(found, { xss: false, elements: [], attributes: [] }, page.url())
    }
    // Renders the text of every post.
    await page.getByRole('button', { name: 'Show more' }).click()
    await expectSafe(xssCorpus.length + 1)
    for (const path of [`/community/${post}`, `/community/${posts[0]!.id}`]) {
      const response = await page.goto(entrance.url + path)
      const policy = response!.headers()['content-security-policy']!
      assert.match(policy, /script-src 'self'/)
      assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/)
      await expectSafe(1)
    }
    await page.goto(`${entrance.url}/community`)
    await page.getByRole('link', { name: 'All', exact: true }).waitFor()
    await expectSafe(0)
    await page.goto(`${entrance.url}/community/new`)
    await page.getByLabel('Text', { exact: true }).fill(all.body)
    await expectSafe(1)
    assert.deepEqual(ran, [])
    entrance.checkComplaints()
  })
})

/** Runs in the browser. Returns parts of the page that could run a script, other than the page's own. */
const unsafeParts = `({
  xss: 'xss' in window,
  elements: [
    ...document.querySelectorAll('main :is(script, iframe, object, embed, math, base, video, audio, marquee, img, ' +
      '[http-equiv], [srcdoc])'),
    ...document.querySelectorAll('.markdown :is(svg, form, style, select, details, link, meta, input:not([disabled]))'),
  ].map((element) => element.outerHTML),
  attributes: [...document.querySelectorAll('main *')].flatMap((element) => [...element.attributes]
    .filter(({ name, value }) => name.startsWith('on') || /^\\s*(javascript|vbscript|data):/i.test(value))
    .map(({ name, value }) => name + '=' + value)),
})`

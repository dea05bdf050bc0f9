import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import { screenshot } from './given-issues.ts'
import { type Person, notified } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type CodeHostPartner, startCodeHost } from './partners/code-host.ts'
import { eventually } from './poll.ts'
import { openSettings } from './sidebar.ts'
import { story } from './story.ts'
import { xssCorpus } from './xss-corpus.ts'

describe('the pages of issues and of the community', { skip }, () => {
  const step = story()
  let host: CodeHostPartner
  let entrance: Entrance
  let admin: Person
  let ada: Person
  let bob: Person
  let page: Page
  let reader: Page
  let office: Page
  before(async () => {
    host = await startCodeHost()
    const settings = { GITHUB_API_URL: host.apiUrl, ISSUES_TOKEN: host.token, ISSUES_REPO: host.repo }
    entrance = await openOwnEntrance(() => settings)
    admin = await entrance.server.register('Admin')
    ada = await entrance.server.register('Ada')
    bob = await entrance.server.register('Bob')
    page = await entrance.visit('/projects', ada)
  })
  after(async () => {
    await entrance?.close()
    await host?.close()
  })

  const fitsOnPhone = async (shown: Page) => {
    await shown.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(shown)
    await shown.setViewportSize({ width: 1280, height: 800 })
  }
  const filterPosts = (state: string) =>
    office.getByLabel('Posts', { exact: true }).and(office.locator('select')).selectOption(state)
  const inMenu = async (name: string, role: 'button' | 'link') => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole(role, { name, exact: true }).click()
  }

  step('reports a problem with the page and a screenshot from the account menu', async () => {
    await inMenu('Report a problem', 'button')
    const dialog = page.getByRole('dialog', { name: 'Report a problem' })
    assert.equal(await dialog.getByLabel('Page', { exact: true }).inputValue(), `${entrance.url}/projects`)
    await dialog.getByRole('button', { name: 'Report', exact: true }).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await dialog.getByLabel('Problem').fill('The board stays empty')
    await dialog.getByLabel('Description').fill('<b>After</b> a reload.')
    const image = await screenshot(640, 200)
    await dialog.getByLabel('Screenshot').setInputFiles({
      name: image.name,
      mimeType: image.type,
      buffer: Buffer.from(await image.arrayBuffer()),
    })
    await dialog.getByRole('button', { name: 'Report', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const issue = await ada.call('issues.get', { issue: '1' })
    assert.deepEqual([issue.pageUrl, issue.hasScreenshot], [`${entrance.url}/projects`, true])
    assert.match(`${issue.browser} ${issue.appVersion}`, /Chrome.* \d+\.\d+\.\d+/)
  })

  step('shows the issue to its reporter', async () => {
    await inMenu('Your issues', 'link')
    await page.getByRole('link', { name: 'The board stays empty' }).click()
    await page.getByText('<b>After</b> a reload.').waitFor()
    const image = page.getByRole('img', { name: 'Screenshot of issue #1' })
    const width = () => image.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth)
    await eventually(width, 640)
    await page.getByText('No replies yet.').waitFor()
  })

  step('lets an administrator filter, assign, answer and resolve it', async () => {
    office = await entrance.visit('/admin/issues', admin)
    await office.getByRole('searchbox', { name: 'Search issues' }).fill('board')
    await office.getByRole('combobox', { name: 'State' }).selectOption('open')
    await office.getByRole('link', { name: 'The board stays empty' }).click()
    await office.getByRole('img', { name: 'Screenshot of issue #1' }).waitFor()
    await office.getByText(ada.email).waitFor()
    await office.getByRole('combobox', { name: 'Assignee' }).selectOption({ label: 'Admin' })
    await office.getByRole('textbox', { name: 'Reply' }).fill('Fixed in the next version.')
    await office.getByRole('button', { name: 'Reply' }).click()
    await office.getByRole('list', { name: 'Replies' }).getByText('Fixed in the next version.').waitFor()
    await office.getByRole('combobox', { name: 'State' }).selectOption('resolved')
    const assignee = async () => (await ada.call('issues.get', { issue: '1' })).assignee?.name
    await eventually(assignee, 'Admin')
  })

  step('publishes the issue at the code host, and links another one', async () => {
    await office.getByRole('button', { name: 'Create issue' }).click()
    const dialog = office.getByRole('dialog', { name: 'Create an issue at the code host' })
    assert.equal(await dialog.getByLabel('Text').inputValue(), '<b>After</b> a reload.')
    await dialog.getByLabel('Text').fill('The board stays empty after a reload.')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await office.getByRole('link', { name: 'acme/baton#1' }).waitFor()
    await office.getByRole('button', { name: 'Sync', exact: true }).click()
    await office.getByText('Closed there').waitFor()
    assert.deepEqual(
      host.issues.map(({ title, state }) => [title, state]),
      [['The board stays empty', 'closed']],
    )
    await office.getByRole('button', { name: 'Unlink', exact: true }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    host.add('Known there')
    await office.getByRole('button', { name: 'Link issue' }).click()
    await office.getByRole('combobox', { name: 'Issue' }).selectOption({ label: '#2 Known there' })
    await office.getByRole('button', { name: 'Link', exact: true }).click()
    await office.getByRole('link', { name: 'acme/baton#2' }).waitFor()
  })

  step('updates the page of the reporter, who replies and removes the screenshot', async () => {
    await notified(entrance.server)
    await page.getByText('Resolved', { exact: true }).waitFor()
    await page.getByText('Fixed in the next version.').waitFor()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Thank you.')
    await page.getByRole('button', { name: 'Reply' }).click()
    await page.getByRole('list', { name: 'Replies' }).getByText('Thank you.').waitFor()
    await page.getByRole('button', { name: 'Remove screenshot' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('img', { name: 'Screenshot of issue #1' }).waitFor({ state: 'detached' })
    for (const each of [page, office]) await fitsOnPhone(each)
  })

  step('publishes a post written with a preview, and shows it to others', async () => {
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

  step('lets a reader report a post', async () => {
    await reader.getByRole('button', { name: 'Report', exact: true }).click()
    const dialog = reader.getByRole('dialog', { name: 'Report “Hello everyone”' })
    await dialog.getByLabel('Reason').fill('It advertises something.')
    await dialog.getByRole('button', { name: 'Report', exact: true }).click()
    await reader.getByText('You reported this post').waitFor()
  })

  step('lets an administrator hide a post with a reason', async () => {
    await office
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Community' })
      .click()
    await office.getByRole('list', { name: 'Reports of “Hello everyone”' }).getByText('advertises').waitFor()
    await filterPosts('reported')
    await office.getByRole('button', { name: 'Hide', exact: true }).click()
    const dialog = office.getByRole('dialog', { name: 'Hide “Hello everyone”?' })
    await dialog.getByLabel('Reason').fill('No advertising here.')
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
    await office.getByRole('heading', { name: 'No matching posts' }).waitFor()
    await reader.reload()
    await reader.getByRole('link', { name: 'All posts' }).waitFor()
    assert.doesNotMatch(await reader.locator('main').innerText(), /shipped/)
  })

  step('shows the reason to the author, who edits the post', async () => {
    await page.reload()
    await page.getByText('Reason: No advertising here.').waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Title', { exact: true }).fill('Hello again')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Hello again', level: 1 }).waitFor()
  })

  step('lets an administrator show, edit and pin a post', async () => {
    await filterPosts('hidden')
    await office.getByRole('button', { name: 'Show again' }).click()
    await office.getByRole('heading', { name: 'No matching posts' }).waitFor()
    await filterPosts('')
    await office.getByLabel('Username of the author').fill(ada.user.username)
    await office.getByRole('button', { name: 'Edit', exact: true }).click()
    await office.getByRole('dialog').getByLabel('Title').fill('Hello, all')
    await office.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await office.getByRole('button', { name: 'Pin', exact: true }).click()
    await office.getByRole('button', { name: 'Unpin' }).waitFor()
    await reader.getByRole('link', { name: 'All posts' }).click()
    const row = reader.getByRole('listitem').filter({ hasText: 'Hello, all' })
    await row.getByText('edited by an administrator').waitFor()
    await row.getByText('Pinned').waitFor()
  })

  step('fits on a phone, and lets its author delete a post', async () => {
    for (const each of [reader, office]) await fitsOnPhone(each)
    await page.getByRole('link', { name: 'All posts' }).click()
    await page.getByRole('link', { name: 'Hello, all' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No posts yet' }).waitFor()
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

  step('runs no script of hostile titles, texts and reports', async () => {
    await admin.call('admin.updateSetting', { key: 'limits.community_posts', value: 1000 })
    const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
    for (const body of xssCorpus) await ada.call('communityPosts.create', { title: short(body), body })
    const all = { title: 'All', body: xssCorpus.join('\n\n') }
    const { id: post } = await ada.call('communityPosts.create', all)
    await bob.call('communityPosts.report', { post, reason: xssCorpus.join('\n').slice(0, 1000) })

    const ran: string[] = []
    office.on('dialog', (dialog) => {
      ran.push(`${office.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    const expectSafe = async (rendered: number) => {
      await eventually(() => office.locator('.markdown').count(), rendered)
      const found = await office.evaluate(unsafeParts)
      assert.deepEqual(found, { xss: false, elements: [], attributes: [] }, office.url())
    }
    const response = await office.goto(`${entrance.url}/admin/community`)
    const policy = response!.headers()['content-security-policy']!
    assert.match(policy, /script-src 'self'/)
    assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/)
    // Renders the text of every post.
    await office.getByRole('button', { name: 'Show more' }).click()
    await expectSafe(xssCorpus.length + 1)
    await office.goto(`${entrance.url}/community/${post}`)
    await expectSafe(1)
    await office.getByRole('link', { name: 'All posts' }).click()
    await office.getByRole('link', { name: 'All', exact: true }).waitFor()
    await expectSafe(0)
    await office.getByRole('link', { name: 'New post' }).first().click()
    await office.getByLabel('Text', { exact: true }).fill(all.body)
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

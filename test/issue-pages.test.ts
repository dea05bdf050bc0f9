import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import { screenshot } from './given-issues.ts'
import { type Person, notified } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type CodeHostPartner, startCodeHost } from './partners/code-host.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'

describe('the pages of issues', { skip }, () => {
  const step = story()
  let host: CodeHostPartner
  let entrance: Entrance
  let admin: Person
  let ada: Person
  let page: Page
  let office: Page
  before(async () => {
    host = await startCodeHost()
    const settings = { GITHUB_API_URL: host.apiUrl, ISSUES_TOKEN: host.token, ISSUES_REPO: host.repo }
    entrance = await openOwnEntrance(() => settings)
    admin = await entrance.server.register('Admin')
    ada = await entrance.server.register('Ada')
    page = await entrance.visit('/projects', ada)
  })
  after(async () => {
    await entrance?.close()
    await host?.close()
  })

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
    const outcome = async () => {
      const { state, assignee } = await ada.call('issues.get', { issue: '1' })
      return [state, assignee?.name]
    }
    await eventually(outcome, ['resolved', 'Admin'])
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
    for (const each of [page, office]) {
      await each.setViewportSize({ width: 360, height: 740 })
      await fitsPhone(each)
    }
    entrance.checkComplaints()
  })

  step('hides the administration from other users', async () => {
    const other = await entrance.visit('/admin/issues', ada)
    await other.getByRole('heading', { name: 'Page not found' }).waitFor()
  })
})

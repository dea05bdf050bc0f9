import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { toolCategories } from '../server/operations/tool-profiles.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import { type Person, clientFor } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { addMember } from './world.ts'

describe('credentials for programs and agents', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  /** The browser of a member and then a guest. */
  let other: Page
  let list: Locator
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Web shop' })
    page = await entrance.visit('/settings/api-keys', ada)
    list = page.getByRole('list', { name: 'Your API keys' })
  })
  after(() => entrance?.close())

  step('creates a live key for one project with an expiry date', async () => {
    await page.getByRole('button', { name: 'Create your first API key' }).click()
    await page.keyboard.type('Nightly report')
    await page.getByLabel('Write').uncheck()
    await page.getByText('More options').click()
    await page.getByLabel('Project access').selectOption({ label: 'Only Web shop' })
    await page.getByLabel('Expires').selectOption({ label: 'In 30 days' })
    await page.getByRole('button', { name: 'Create key' }).click()
    const value = await page.getByLabel('Key “Nightly report”').innerText()
    const row = list.getByRole('listitem').filter({ hasText: 'Nightly report' })
    for (const fact of ['Only Web shop', value.slice(0, 13)]) await row.getByText(fact).waitFor()
    // The list doesn't show the day.
    const [key] = (await ada.call('credentials.listApiKeys', {})).items
    assert.deepEqual([key!.mode, key!.scopes], ['live', ['read']])
    const days = (Date.parse(key!.expiresAt!) - Date.now()) / 86_400_000
    assert.ok(days > 29 && days < 31)
    await page.getByRole('button', { name: 'Done' }).click()
    assert.equal(await page.getByText(value).count(), 0, 'it is shown once')
  })

  step('shows missing fields beside them', async () => {
    await page.getByRole('button', { name: 'New API key' }).click()
    const form = page.getByRole('form', { name: 'New API key' })
    await form.getByLabel('Read').uncheck()
    await form.getByLabel('Write').uncheck()
    await page.getByText('More options').click()
    await form.getByLabel('Expires').selectOption({ label: 'On a specific day' })
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByText('Choose a day.').waitFor()
    await form.getByLabel('Last valid day').fill('2020-01-01')
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByText('This time has passed. Choose a later one.').waitFor()
    assert.equal(await form.getByLabel('Name').getAttribute('aria-invalid'), 'true')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'New API key' }))
      .waitFor()
  })

  step('creates a test key, shows the sandbox and empties it', async () => {
    await page.getByText('The first test key creates it.').waitFor()
    const value = await makeTestKey('CI')
    const row = list.getByRole('listitem').filter({ hasText: 'CI' })
    await row.getByText('Test', { exact: true }).waitFor()
    const key = clientFor(entrance.server.url, value)
    const { slug } = await key('projects.create', { name: 'Trial' })
    await key('tasks.create', { project: slug, title: 'Try it' })
    await page.reload()
    await page.getByText('1 project and 1 task since').waitFor()

    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('radio', { name: 'Sandbox' }).check()
    await page.getByText('More options').click()
    await page.getByLabel('Project access').selectOption({ label: 'Only Trial' })
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Empty sandbox' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty sandbox' }).click()
    await page.getByText('Sandbox emptied: 1 project and 1 task deleted.').waitFor()
    await page.getByText('0 projects and 0 tasks since').waitFor()
  })

  step('revokes a key, and shows live which keys there are', async () => {
    await ada.call('credentials.createApiKey', { name: 'From elsewhere' })
    await list.getByText('From elsewhere', { exact: true }).waitFor()
    await list.getByRole('button', { name: 'Revoke CI' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked “CI”.').waitFor()
    await list.getByText('CI', { exact: true }).waitFor({ state: 'detached' })
  })

  step('creates a token for an agent with few tools', async () => {
    await page.getByRole('link', { name: 'Connect an agent' }).first().click()
    await page.getByLabel('Agent name').fill('Builder')
    await page.getByLabel('Role (optional)').fill('Builds the shop')
    await page.getByText('More options').click()
    await page.getByLabel('Token name').fill('Builder on the desk')
    await page.getByLabel('Tools').selectOption({ label: 'Selected categories' })
    const kinds = page.locator('input[name=category]')
    for (const kind of await kinds.all()) await kind.uncheck()
    for (const name of ['Projects', 'Tasks']) await page.getByRole('checkbox', { name, exact: true }).check()
    await page.getByRole('button', { name: 'Create agent and token' }).click()
    await page.getByText('Copy it now').waitFor()
    const row = page.getByRole('list', { name: 'Your tokens' }).getByRole('listitem')
    await row.getByText('Tools: tasks, projects').waitFor()
  })

  step('changes the name and the tools of a token in use', async () => {
    const row = page.getByRole('list', { name: 'Your tokens' }).getByRole('listitem')
    await row.getByRole('button', { name: 'Edit Builder on the desk' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor()
    const kinds = dialog.getByRole('checkbox')
    assert.deepEqual(
      await Promise.all((await kinds.all()).map((kind) => kind.isChecked())),
      toolCategories.map(({ name }) => ['tasks', 'projects'].includes(name)),
    )
    await dialog.getByLabel('Name').fill('')
    for (const kind of await kinds.all()) await kind.uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    for (const field of ['Name', 'Tools'])
      await dialog.getByLabel(field).and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('Name').fill('Builder on the laptop')
    await dialog.getByRole('checkbox', { name: 'Notes' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved “Builder on the laptop”.').waitFor()
    await row.getByText('Tools: notes').waitFor()

    const [token] = (await ada.call('credentials.listMcpTokens', {})).items
    await ada.call('credentials.updateMcpToken', { mcpToken: token!.id, profile: 'core,specs' })
    await row.getByText('Tools: core, specs').waitFor()
    await row.getByRole('button', { name: 'Edit Builder on the laptop' }).click()
    await dialog.getByText('Current: core, specs').waitFor({ state: 'attached' })
    await dialog.getByLabel('Name').fill('Builder at home')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Builder at home').waitFor()
    await row.getByText('Tools: core, specs').waitFor()
  })

  step('offers to empty the sandbox only to users who can', async () => {
    const member = await addMember(entrance.server, ada, 'member')
    other = await entrance.visit('/settings/api-keys', member)
    await other.getByText('owners and admins can empty it').waitFor()
    assert.equal(await other.getByRole('button', { name: 'Empty sandbox' }).count(), 0)
  })

  step('gives a guest a token that acts as the guest', async () => {
    const guest = await addMember(entrance.server, ada, 'guest')
    await other.evaluate(`localStorage.setItem('baton.token', '${guest.token}')`)
    await other.goto(`${entrance.url}/connect`)
    await other.getByText("Guests can't create agents. This token acts as you.").waitFor()
    await other.getByLabel('Token name').fill('Viewer')
    await other.getByRole('button', { name: 'Create token' }).click()
    await other.getByLabel('Token “Viewer”').waitFor()
    entrance.checkComplaints()
  })

  async function makeTestKey(name: string): Promise<string> {
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.keyboard.type(name)
    await page.getByRole('radio', { name: 'Sandbox' }).check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const value = await page.getByLabel(`Key “${name}”`).innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    return value
  }
})

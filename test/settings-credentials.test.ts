import { sql } from '../server/database/sql.ts'
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
    const key = clientFor(entrance.server.url, value)
    assert.equal((await key('projects.get', { project: 'web-shop' })).name, 'Web shop')
    const { items } = await ada.call('credentials.listApiKeys', {})
    assert.deepEqual(
      [items[0]!.mode, items[0]!.scopes, items[0]!.project!.slug],
      ['live', ['read'], 'web-shop'],
    )
    const days = (Date.parse(items[0]!.expiresAt!) - Date.now()) / 86_400_000
    assert.ok(days > 29 && days < 31)

    const row = list.getByRole('listitem').filter({ hasText: 'Nightly report' })
    await row.getByText('Only Web shop').waitFor()
    await row.getByText(value.slice(0, 13)).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    assert.equal(await page.getByText(value).count(), 0, 'it is shown once')
  })

  step('asks for a new sign-in before it creates a key, if the last one is old', async () => {
    const { database } = entrance.server.app
    await database.run(
      sql`update login_sessions set created_at = now() - interval '2 hours' where user_id = ${ada.user.id}`,
    )
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.keyboard.type('Too late')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor()
    await database.run(sql`update login_sessions set created_at = now() where user_id = ${ada.user.id}`)
    await page.keyboard.press('Escape')
    await page.getByRole('form', { name: 'New API key' }).getByRole('button', { name: 'Cancel' }).click()
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
    assert.deepEqual((await key('projects.list', {})).items, [])
    assert.equal((await ada.call('projects.list', {})).items.length, 1, 'nothing real was touched')
  })

  step('revokes a key and updates a second tab', async () => {
    const other = await entrance.openTab(page.context(), '/settings/api-keys')
    const there = other.getByRole('list', { name: 'Your API keys' }).getByText('CI', { exact: true })
    await there.waitFor()
    await list.getByRole('button', { name: 'Revoke CI' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked “CI”.').waitFor()
    await there.waitFor({ state: 'detached' })
    await other.close()
    assert.deepEqual(
      (await ada.call('credentials.listApiKeys', {})).items.map(({ name }) => name),
      ['Nightly report'],
    )
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
    const [token] = (await ada.call('credentials.listMcpTokens', {})).items
    assert.deepEqual([token!.agent!.name, token!.profile], ['Builder', 'tasks,projects'])
    assert.equal((await ada.call('agents.get', { agent: 'Builder' })).role, 'Builds the shop')
    const row = page.getByRole('list', { name: 'Your tokens' }).getByRole('listitem')
    await row.getByText('Tools: tasks, projects').waitFor()
  })

  step('changes the name and the tools of a token in use', async () => {
    const [token] = (await ada.call('credentials.listMcpTokens', {})).items
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
    const [changed] = (await ada.call('credentials.listMcpTokens', {})).items
    assert.deepEqual(changed, { ...token!, name: 'Builder on the laptop', profile: 'notes' })

    await ada.call('credentials.updateMcpToken', { mcpToken: token!.id, profile: 'core,specs' })
    await row.getByText('Tools: core, specs').waitFor()
    await row.getByRole('button', { name: 'Edit Builder on the laptop' }).click()
    await dialog.getByText('Current: core, specs').waitFor({ state: 'attached' })
    await dialog.getByLabel('Name').fill('Builder at home')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Builder at home').waitFor()
    assert.equal((await ada.call('credentials.listMcpTokens', {})).items[0]!.profile, 'core,specs')
  })

  step('offers to empty the sandbox only to users who can', async () => {
    const member = await addMember(entrance.server, ada, 'member')
    const other = await entrance.visit('/settings/api-keys', member)
    await other.getByText('owners and admins can empty it').waitFor()
    assert.equal(await other.getByRole('button', { name: 'Empty sandbox' }).count(), 0)
    await other.close()
  })

  step('gives a guest a token that acts as the guest', async () => {
    const guest = await addMember(entrance.server, ada, 'guest')
    const other = await entrance.visit('/connect', guest)
    await other.getByText("Guests can't create agents. This token acts as you.").waitFor()
    await other.getByLabel('Token name').fill('Viewer')
    await other.getByRole('button', { name: 'Create token' }).click()
    await other.getByLabel('Token “Viewer”').waitFor()
    assert.equal((await guest.call('credentials.listMcpTokens', {})).items[0]!.agent, null)
    await other.close()
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

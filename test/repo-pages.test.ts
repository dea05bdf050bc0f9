import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type Forge, type ForgeRepo, type ForgeUser, startForge } from './partners/forge.ts'
import { openMore, openSettings } from './sidebar.ts'
import { story } from './story.ts'

describe('the pages of repositories and code hosts', { skip }, () => {
  const step = story()
  let forge: Forge
  let shop: ForgeRepo
  let robot: ForgeUser
  let entrance: Entrance
  let ada: Person
  let page: Page
  let task: string
  before(async () => {
    forge = await startForge()
    forge.addUser('ada')
    robot = forge.addUser('robot')
    const files = {
      'README.md': '# Shop\n\nSells.\n',
      'package.json': '{"scripts":{"test":"node --test"}}',
      'AGENTS.md': '# Old\n',
      '.github/CODEOWNERS': '*.ts @ada\n',
    }
    shop = forge.addRepo('acme/shop', {
      private: true,
      collaborators: ['ada'],
      commits: [{ message: 'Begin WEB-1', files }],
    })
    forge.addRepo('acme/tools', { collaborators: ['ada', 'robot'] })
    entrance = await openOwnEntrance(() => ({
      REPO_HOSTS: forge.host,
      GITHUB_URL: forge.url,
      GITHUB_API_URL: forge.apiUrl,
      GITHUB_CLIENT_ID: forge.oauth.clientId,
      GITHUB_CLIENT_SECRET: forge.oauth.clientSecret,
    }))
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', {
      name: 'Web shop',
      slug: 'web',
      key: 'WEB',
      description: 'Sells things.',
    })
    task = (await ada.call('tasks.create', { project: 'web', title: 'Sell teapots' })).key
    page = await entrance.visit('/projects/web', ada)
  })
  after(async () => {
    await entrance?.close()
    await forge?.close()
  })

  const list = (): Locator => page.getByRole('list', { name: 'Repositories', exact: true })
  const dialog = (): Locator => page.getByRole('dialog')
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true })
  const openConnect = () => button('Connect repository').click()

  step('leads a newcomer from the empty list to their account at the code host', async () => {
    await openMore(page, 'Web shop', 'Repositories')
    await page.getByRole('heading', { name: 'No repositories yet' }).waitFor()
    await openConnect()
    await dialog().getByRole('heading', { name: 'Connect your account' }).waitFor()
    await dialog().getByRole('link', { name: 'Connect account' }).click()
    await page.getByRole('heading', { name: 'Code host', exact: true }).waitFor()
    await page.getByText('Read your repositories, and write pull requests').waitFor()
    await page.getByLabel('Token', { exact: true }).fill('ghp_wrong')
    await button('Save token').click()
    await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
  })

  step('connects the account in the browser, shows its permissions and tests it', async () => {
    await button('Connect account').click()
    await page.getByText('Your account is connected.').waitFor()
    await page.getByText('ada', { exact: true }).waitFor()
    await button(`Test ${forge.host}`).click()
    await page.getByText('It works. Signed in as ada.').waitFor()
  })

  step('lists, searches and connects the repositories of the account', async () => {
    await page.goto(`${entrance.url}/projects/web/repos`)
    await openConnect()
    const found = dialog().getByRole('list', { name: 'Repositories at the code host' })
    await found.getByText('acme/tools').waitFor()
    await dialog().getByLabel('Search repositories').fill('shop')
    await found.getByText('acme/tools').waitFor({ state: 'detached' })
    await button('Connect acme/shop', found).click()
    await list().getByRole('link', { name: 'shop' }).waitFor()
    await list().getByText('Private', { exact: true }).waitFor()
    await list().getByText('Synced', { exact: true }).waitFor()
  })

  step('explains why a URL is rejected', async () => {
    await openConnect()
    await dialog().getByText('URL', { exact: true }).click()
    await dialog().getByLabel('URL', { exact: true }).last().fill('git@github.com:owner/name.git')
    await button('Connect', dialog()).click()
    await page.getByText("SSH URLs aren't supported.").waitFor()
    await button('Close', dialog()).click()
  })

  step(
    'shows pull requests with checks, commits with items, code owners and who sees the repository',
    async () => {
      const head = shop.commit({ message: 'Sell', files: { 'sell.ts': '1\n' } }, `${task}-sell`)
      const { number } = shop.openPull({
        head: `${task}-sell`,
        title: `Sell teapots (${task})`,
        author: 'ada',
      })
      shop.setCheck(head, 'unit tests', 'completed', 'failure')
      shop.review(number, 'robot', 'changes_requested')
      await list().getByRole('link', { name: 'shop' }).click()
      await button('Sync').click()
      await page.getByText(`Visible to people who can read it at ${forge.host}`).waitFor()
      const pulls = page.getByRole('list', { name: 'Pull requests' })
      await pulls.getByRole('link', { name: `Sell teapots (${task})` }).waitFor()
      await pulls.getByText('Changes requested by robot').waitFor()
      await pulls.getByText('Checks failed').click()
      await pulls.getByText('unit tests').waitFor()
      await page.getByRole('list', { name: 'Commits' }).getByText(task, { exact: true }).waitFor()
      await page.getByRole('list', { name: 'Code owners' }).getByText('@ada').waitFor()
      await page.getByText('Within seconds, by webhook').waitFor()
      shop.setCheck(head, 'unit tests', 'completed', 'success')
    },
  )

  step('shows the code on the task live, and lets pull requests move the tasks of the project', async () => {
    await page.getByRole('list', { name: 'Commits' }).getByRole('link').first().click()
    const code = page.getByRole('list', { name: 'Code', exact: true })
    await code.getByRole('link', { name: `Sell teapots (${task})` }).waitFor()
    await code.getByText(`${task}-sell`, { exact: true }).waitFor()
    // The webhook reports the change, and the page shows it without a reload.
    await code.getByText('Checks passed').waitFor()
    await openMore(page, 'Web shop', 'Settings')
    await page.getByLabel('Pull requests move tasks').click()
    await page.getByText('Pull requests now move tasks.').waitFor()
  })

  step('shows verified evidence on the feature, and why a passed gate is open again', async () => {
    const fix = shop.commit({ message: 'Fix the spout', files: { 'spout.ts': '1\n' } })
    const { key } = await ada.call('features.create', { project: 'web', title: 'Spouts', kind: 'hotfix' })
    await ada.call('evidence.add', { feature: key, kind: 'commit', reference: fix })
    await ada.call('features.advance', { feature: key })
    const tabs = page.getByRole('navigation', { name: 'Pages of Web shop' })
    await tabs.getByRole('link', { name: 'Features' }).click()
    await page.getByRole('link', { name: 'Spouts' }).click()
    await page.locator('li[aria-current=step]').getByRole('heading', { name: /^Test/ }).waitFor()
    await page.getByText('1 piece of evidence').click()
    await page.getByRole('list', { name: 'Evidence' }).getByText('Verified', { exact: true }).waitFor()
    shop.revert(fix)
    const reopened = page.locator('li[aria-current=step]')
    await reopened.getByText('This gate was passed, but its evidence no longer holds:').waitFor()
    await reopened.getByText('Failed', { exact: true }).waitFor()
  })

  step('shows how the instructions change, and opens a pull request with them', async () => {
    await openMore(page, 'Web shop', 'Repositories')
    await list().getByRole('link', { name: 'shop' }).click()
    await button('Instructions for agents').click()
    await dialog().getByRole('table').getByText('# Old').waitFor()
    await dialog().getByText('Whole file').click()
    await dialog().getByLabel('AGENTS.md', { exact: true }).getByText('Sells things.').waitFor()
    await button('Open pull request', dialog()).click()
    await dialog().getByRole('link', { name: 'Show pull request' }).waitFor()
    await button('Close', dialog()).click()
  })

  step('shows the new state of the code index without a reload', async () => {
    await page.getByText('4 files indexed', { exact: true }).waitFor()
    shop.commit({ message: 'Pour', files: { 'pour.ts': 'export const pour = 1\n', '.env': 'A=1\n' } })
    await page.getByText('5 files indexed, 1 left out', { exact: true }).waitFor()
  })

  step('guides through a webhook by hand where the account cannot create one', async () => {
    const docs = forge.addRepo('acme/docs')
    const { id } = await ada.call('repos.connect', { project: 'web', url: docs.url, access: 'person' })
    await openMore(page, 'Web shop', 'Repositories')
    await list().getByRole('link', { name: 'docs' }).click()
    await page.getByText(`The account can't create webhooks at ${forge.host}.`).waitFor()
    await button('Set up webhook').click()
    await dialog().getByText('Content type: application/json').waitFor()
    const url = (await dialog().getByLabel('URL', { exact: true }).textContent())!
    const [, events] = (await dialog().getByText('Events: ').textContent())!.split(': ')
    await button('Create secret', dialog()).click()
    const secret = (await dialog().getByLabel('Secret', { exact: true }).textContent())!
    await button('Copy secret', dialog()).waitFor()
    await button('Create secret', dialog()).waitFor({ state: 'detached' })
    await button('Done', dialog()).click()
    await page.getByText("The webhook hasn't reported anything yet.").waitFor()
    docs.hooks.push({ id: 1, url, secret, events: events!.split(', ') })
    docs.commit({ message: 'Explain', files: { 'guide.md': '# Guide\n' } })
    await page.getByText('Within seconds, by webhook').waitFor()
    await page.getByText('Explain', { exact: true }).waitFor()
    await button('Set up webhook').waitFor({ state: 'detached' })
    await ada.call('repos.delete', { repo: id })
    await openMore(page, 'Web shop', 'Repositories')
    await list().getByRole('link', { name: 'shop' }).click()
  })

  step('explains a failure with the next step, disconnects the repository and restores it', async () => {
    shop.remove()
    await button('Sync').click()
    await page.getByText('Sync failed').first().waitFor()
    await page.getByText('Give the account access to this repository').waitFor()
    await button('Actions for shop').click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await page.getByRole('heading', { name: 'No repositories yet' }).waitFor()
    await button('Undo', page.getByRole('region', { name: 'Notifications' })).click()
    await list().getByRole('link', { name: 'shop' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await list().getByRole('link', { name: 'shop' }).click()
    await page.getByRole('heading', { name: 'Pull requests' }).waitFor()
    await fitsPhone(page)
  })

  step('connects the organization to a code host, tests the connection and disconnects it', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openSettings(page, 'Code hosts')
    await button('Connect code host').click()
    await dialog().getByLabel('URL', { exact: true }).fill(forge.url)
    await dialog().getByLabel('Token', { exact: true }).last().fill(robot.token)
    await button('Connect', dialog()).click()
    const connections = page.getByRole('list', { name: 'Code hosts' })
    await connections.getByText(forge.host, { exact: true }).waitFor()
    robot.revoke()
    await button(`Test ${forge.host}`).click()
    await connections.getByText('The token expired or was revoked.').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await button(`Actions for ${forge.host}`).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await button('Disconnect', dialog()).click()
    await page.getByRole('heading', { name: 'No code hosts yet' }).waitFor()
    entrance.checkComplaints()
  })
})

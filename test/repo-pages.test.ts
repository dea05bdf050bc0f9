import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type GitServer, startGitServer } from './partners/git-server.ts'
import { story } from './story.ts'

describe('the repositories of a project in its settings', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let git: GitServer
  let ada: Person
  let page: Page
  before(async () => {
    git = await startGitServer()
    entrance = await openOwnEntrance(() => ({ REPO_HOSTS: git.host }))
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Web shop', slug: 'web', description: 'Sells things.' })
    page = await entrance.visit('/projects/web/settings', ada)
  })
  after(async () => {
    await entrance?.close()
    await git?.close()
  })

  const list = () => page.getByRole('list', { name: 'Repositories' })

  step('shows why a repository is rejected, then connects and reads one', async () => {
    const files = { 'README.md': '# Shop\n\nSells.\n', 'package.json': '{"scripts":{"test":"node --test"}}' }
    const { url } = git.repo('shop.git', [{ message: 'Begin', files }])
    await page.getByText('No repositories yet.').waitFor()
    await page.getByRole('button', { name: 'Connect repository' }).click()
    await page.getByLabel('URL', { exact: true }).fill('git@github.com:owner/name.git')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText("SSH URLs aren't supported.").waitFor()
    await page.getByLabel('URL', { exact: true }).fill(git.url('nothing.git'))
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('There is no repository at this URL').waitFor()
    await page.getByLabel('URL', { exact: true }).fill(url)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await list().getByText(url).waitFor()
    await list().getByText('· synced').waitFor()
    assert.equal((await ada.call('repos.get', { repo: 'shop' })).status, 'ready')
  })

  step('generates instructions for assistants to copy', async () => {
    await list().getByRole('button', { name: 'AGENTS.md' }).click()
    const shown = page.getByLabel('AGENTS.md', { exact: true })
    await shown.getByText('npm run test').waitFor()
    assert.match(await shown.innerText(), /Sells things\./)
    await page.getByLabel('File', { exact: true }).selectOption('claude')
    await page.getByLabel('CLAUDE.md', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  })

  step("shows why a repository can't be read, disconnects it and restores it", async () => {
    const there = git.repo('gone.git')
    await ada.call('repos.connect', { project: 'web', url: there.url })
    // It appears without a reload.
    await list().getByText('Not synced yet').waitFor()
    there.remove()
    await list().getByRole('button', { name: 'Sync gone' }).click()
    await list().getByText('Sync failed').waitFor()
    await list().getByText('There is no repository at this URL').waitFor()
    await list().getByRole('button', { name: 'Disconnect gone' }).click()
    await list().getByText(there.url).waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await list().getByText(there.url).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
  })
})

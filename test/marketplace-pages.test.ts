import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../server/database/sql.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import { type Person, notified } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { xssCorpus } from './xss-corpus.ts'

describe('the pages of the marketplace', { skip }, () => {
  const step = story()
  const name = 'Mend a broken thread'
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let adaPage: Page
  let gracePage: Page
  before(async () => {
    entrance = await openEntrance()
    const { server } = entrance
    ada = await server.register('Ada')
    grace = await server.register('Grace')
    await server.app.database.run(sql`update users set role = 'admin' where id = ${grace.user.id}`)
    await grace.call('teams.create', { name: 'Weavers' })
  })
  after(() => entrance?.close())

  const toast = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
  const navigate = (page: Page, path: string) =>
    page.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(path)})`)
  const checkPhone = async (page: Page) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  step('publishes a skill, and shows that a later change is not public yet', async () => {
    const skill = await ada.call('skills.create', {
      name,
      description: 'When a thread breaks.',
      content: `## Steps\n\n1. Stop the **loom**\n\n${xssCorpus.join('\n\n')}`,
    })
    adaPage = await entrance.visit(`/skills/${skill.id}`, ada)
    const part = adaPage.getByRole('region', { name: 'Marketplace' })
    await part.getByRole('button', { name: 'Publish…' }).click()
    const dialog = adaPage.getByRole('dialog', { name: `Publish ${name} to the marketplace` })
    await dialog.getByLabel('Category').selectOption({ label: 'Operations' })
    await dialog.getByLabel('Release notes').fill('For every loom.')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await toast(adaPage, `Published ${name}, release 1.`)
    await part.getByText('Published', { exact: true }).waitFor()
    await ada.call('skills.update', { skill: skill.id, description: 'A private draft.' })
    await part.getByText('Changed since this release.').waitFor()
  })

  step('finds the skill in another organization, adds it and shows its origin', async () => {
    gracePage = await entrance.visit('/skills', grace)
    await gracePage.evaluate('window.alert = () => { window.xss = 1 }')
    await gracePage.getByRole('link', { name: 'Browse the marketplace' }).click()
    await gracePage.getByLabel('Search items').fill('broken thread')
    await gracePage.getByLabel('Filter by category').selectOption({ label: 'Operations' })
    const card = gracePage.getByRole('list', { name: 'Marketplace items' }).getByRole('listitem')
    await card
      .filter({ hasText: name })
      .getByText(/by Ada/)
      .waitFor()
    // The page shows the previous items until the filtered ones are loaded.
    await eventually(() => card.count(), 1)
    await checkPhone(gracePage)
    await card.getByRole('link', { name }).click()
    await gracePage.locator('.markdown strong', { hasText: 'loom' }).waitFor()
    await gracePage.getByText('For every loom.').waitFor()
    assert.equal(await gracePage.getByText('A private draft.').count(), 0)
    assert.equal(await gracePage.evaluate('window.xss'), undefined)
    await checkPhone(gracePage)
    await gracePage.getByRole('button', { name: 'Add to my organization' }).click()
    const dialog = gracePage.getByRole('dialog', { name: `Add ${name} to your organization` })
    await dialog.getByLabel('Team').selectOption({ label: 'Weavers' })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await toast(gracePage, `Added ${name}.`)
    await gracePage.getByRole('heading', { name, level: 1 }).waitFor()
    const part = gracePage.getByRole('region', { name: 'Marketplace' })
    await part.getByText('Copied from').waitFor()
    await part.getByText(`Ada, ${ada.organization.name}`).waitFor()
    await part.getByRole('link', { name }).click()
    await gracePage.getByText('1 organization', { exact: true }).waitFor()
  })

  step('publishes an agent and a workflow in the same way', async () => {
    const agent = await ada.call('agents.create', {
      name: 'Thread watcher',
      instructions: 'Watch the *thread*.',
    })
    const gates = [{ name: 'draft', requirements: [{ kind: 'tasks' }] }] as never
    const workflow = await ada.call('workflows.create', { name: 'Weave and check', gates })
    const pages = [
      ['Thread watcher', `/agents/${agent.id}`],
      ['Weave and check', `/organization/workflows/${workflow.id!}`],
    ] as const
    for (const [title, path] of pages) {
      await navigate(adaPage, path)
      await adaPage.getByRole('heading', { name: title }).first().waitFor()
      await adaPage.getByRole('button', { name: 'Publish…' }).click()
      const dialog = adaPage.getByRole('dialog', { name: `Publish ${title} to the marketplace` })
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await toast(adaPage, `Published ${title}, release 1.`)
    }
  })

  step('features and removes an item, and notifies its organization with the reason', async () => {
    const page = gracePage
    await navigate(page, '/admin/marketplace')
    await page.getByLabel('Search items').fill('broken thread')
    const row = page
      .getByRole('table', { name: 'Marketplace items' })
      .getByRole('row')
      .filter({ hasText: name })
    const choose = async (item: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await row.waitFor()
    await choose('Feature')
    await row.getByText('Featured').waitFor()
    await row.getByRole('link', { name }).click()
    await page.locator('.markdown strong', { hasText: 'loom' }).waitFor()
    await checkPhone(page)
    await choose('Remove…')
    const dialog = page.getByRole('dialog', { name: `Remove ${name} from the marketplace?` })
    await dialog.getByLabel('Reason').fill('It breaks looms.')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await toast(page, `Removed ${name}.`)
    await page.getByText('Removed by an administrator').waitFor()
    await navigate(page, '/marketplace?find=broken%20thread')
    await gracePage.getByText('No matching items').waitFor()
    await notified(entrance.server)
    await navigate(adaPage, '/inbox')
    await adaPage.getByRole('link', { name: `removed "${name}" from the marketplace` }).click()
    await adaPage.getByText('An administrator removed it: It breaks looms.').waitFor()
    await checkPhone(adaPage)
  })
})

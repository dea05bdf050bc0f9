import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import { type Person, indexed } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'

describe('the command palette and the search', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('tasks.create', { project: 'engine', title: 'Turn the crank', description: 'Slowly.' })
    await ada.call('agents.create', { name: 'Crankshaft' })
    await ada.call('memories.store', {
      content: '- [x] *Deploys* go out after the `stand-up`.',
      scope: 'project',
      project: 'engine',
    })
    await indexed(entrance.server, { embedded: true })
    page = await entrance.visit('/projects', ada)
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  })
  after(() => entrance?.close())

  const field = () => page.getByRole('combobox', { name: 'Search or create' })
  const option = (name: string | RegExp) => page.getByRole('option', { name })

  step('finds an item despite a typo, by kind, and opens it with the keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('turn the crnk')
    const tasks = page.getByRole('group', { name: 'Tasks' })
    await tasks.getByRole('option', { name: /Turn the crank.*ENG-1/ }).waitFor()
    await field().press('ArrowDown')
    await field().press('ArrowUp')
    const active = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.ariaSelected`
    await eventually(() => page.evaluate(active), 'true')
    await field().fill('ENG-1')
    await tasks.getByRole('option', { name: /Turn the crank/ }).waitFor()
    while (!(await option(/Turn the crank/).getAttribute('aria-selected'))?.includes('true'))
      await field().press('ArrowDown')
    await field().press('Enter')
    await page.getByRole('region', { name: 'Task ENG-1' }).waitFor()
  })

  step('returns the focus to where it was', async () => {
    await page.getByRole('button', { name: 'Search or create' }).click()
    await field().press('Escape')
    await field().waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'Search or create' }).waitFor()
  })

  step('opens pages and runs commands', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('theme dark')
    await field().press('Enter')
    await page.locator('html[data-theme=dark]').waitFor()
    await page.keyboard.press('Control+k')
    await field().fill('crankshaft')
    await page
      .getByRole('group', { name: 'Agents' })
      .getByRole('option', { name: /Crankshaft/ })
      .click()
    await page.getByRole('heading', { name: 'Crankshaft', exact: true }).waitFor()
  })

  step(
    'returns passages for a question with links, and explains why there is no generated answer',
    async () => {
      await page.keyboard.press('Control+k')
      await field().fill('when are deployments made?')
      await option(/^Ask: when are deployments made\?/).click()
      await page.waitForURL('**/search?q=*')
      const answer = page.getByRole('region', { name: 'Answer' })
      await answer.getByText(/No language model is connected/).waitFor()
      const sources = answer.getByRole('list', { name: 'Sources' })
      await sources.getByRole('link', { name: 'Deploys go out after the stand-up.' }).waitFor()
      assert.equal(
        await sources.getByText('Deploys go out').count(),
        1,
        'the text is not repeated below the title',
      )
      await sources.getByRole('link', { name: 'Deploys go out after the stand-up.' }).click()
      await page.getByRole('region', { name: 'Memory entry' }).getByText('Source', { exact: true }).waitFor()
      await page.goBack()
    },
  )

  step('shows all results with highlights and by kind', async () => {
    await page.getByRole('searchbox', { name: 'Question' }).fill('crank')
    await page.keyboard.press('Enter')
    const results = page.getByRole('list', { name: 'Results' })
    await results.getByRole('link', { name: 'Turn the crank' }).waitFor()
    await page
      .getByRole('list', { name: 'Kinds' })
      .getByRole('button', { name: /Tasks 1/ })
      .click()
    await results.getByText('Crankshaft').waitFor({ state: 'detached' })
    await results.getByRole('link', { name: 'Turn the crank' }).click()
    await page.getByRole('region', { name: 'Task ENG-1' }).waitFor()
    await page.goBack()
    await results.waitFor()
  })

  step('opens the handbook, whose pages link to each other', async () => {
    await page.keyboard.press('Control+k')
    await field().fill('handbook')
    await field().press('Enter')
    await page
      .getByRole('list', { name: 'Handbook pages' })
      .getByRole('link', { name: 'Work in teams' })
      .click()
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
  })

  step('fits on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(page)
    await page.goBack()
    await page.goBack()
    await page.getByRole('list', { name: 'Results' }).waitFor()
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Search or create' }).click()
    await field().fill('crank')
    await page.getByRole('group', { name: 'Tasks' }).waitFor()
    await fitsPhone(page, 'dialog')
    entrance.checkComplaints()
  })
})

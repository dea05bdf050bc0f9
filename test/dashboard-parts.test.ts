import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type PreviewServer, build, preview } from 'vite'
import { fitsPhone, openPage, sharedChromium, skip } from './partners/chromium.ts'
import { until } from './poll.ts'
import { lowContrast } from './site-checks.ts'
import { story } from './story.ts'

const root = fileURLToPath(new URL('../dashboard', import.meta.url))

describe('the components of the dashboard', { skip }, () => {
  const step = story()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-parts-'))
  const complaints: string[] = []
  let server: PreviewServer
  let page: Page

  before(async () => {
    const outDir = path.join(folder, 'parts')
    const input = path.join(root, 'parts.html')
    await build({ root, logLevel: 'warn', build: { outDir, rolldownOptions: { input } } })
    server = await preview({
      root,
      logLevel: 'warn',
      build: { outDir },
      preview: { port: 0, host: '127.0.0.1' },
    })
    page = await openPage(await (await sharedChromium()).newContext(), complaints)
    await page.goto(new URL('/parts.html', server.resolvedUrls!.local[0]).href)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  })
  after(async () => {
    await page?.context().close()
    await server?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  step('marks finished steps and the current one', async () => {
    const steps = page.getByRole('list', { name: 'Setting up' }).getByRole('listitem')
    assert.match((await steps.first().textContent())!, /Organization, done/)
    assert.equal(await steps.nth(1).getAttribute('aria-current'), 'step')
    assert.equal(await steps.nth(2).getAttribute('aria-current'), null)
  })

  step('shows tabs as links, and marks the current one', async () => {
    const tabs = page.getByRole('navigation', { name: 'Organization' })
    assert.equal(await tabs.locator('[aria-current=page]').innerText(), 'Projects\n3')
    await tabs.getByRole('link', { name: 'Members' }).click()
    assert.equal(await tabs.locator('[aria-current=page]').innerText(), 'Members\n12')
  })

  step('shows initials when an image fails to load', async () => {
    const section = page.getByRole('region', { name: 'People' })
    await section.locator('[data-initials=LI]').waitFor()
    assert.equal(await section.locator('img').count(), 1)
  })

  step('describes the selected option', async () => {
    const role = page.getByLabel('Role', { exact: true })
    const meaning = async () =>
      page.locator(`[id="${await role.getAttribute('aria-describedby')}"]`).innerText()
    assert.match(await meaning(), /^Works in the projects/)
    await role.selectOption('guest')
    assert.match(await meaning(), /^Only sees projects shared/)
    assert.equal(await role.locator('option').count(), 3, "roles above the user's own are not offered")
  })

  step('loads the next page of a list, and reports when it is complete', async () => {
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row')
    assert.equal(await rows.count(), 4, 'the head and three members')
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('All 4 members shown').waitFor()
    assert.equal(await rows.count(), 5)
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
  })

  step('opens, navigates and closes a menu with the keyboard, and returns the focus', async () => {
    const name = 'Actions for Ada Byron'
    const button = page.getByRole('button', { name })
    const isExpanded = (expanded: boolean) => page.getByRole('button', { name, expanded }).waitFor()
    const focused = () => page.locator(':focus').innerText()
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Show projects' }).waitFor()
    await isExpanded(true)
    await waitForFocus(page, 'Show projects')
    await page.keyboard.press('ArrowUp')
    // From the first item to the last one, the focus moves with the next frame.
    await page.getByRole('menuitem', { name: 'Remove' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('m')
    assert.equal(await focused(), 'Make owner')
    // A disabled item can be focused and read, but not chosen.
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('menu').count(), 1)
    await page.keyboard.press('Escape')
    await isExpanded(false)
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), name)
    await page.keyboard.press('ArrowDown')
    await waitForFocus(page, 'Show projects')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText('Removed Ada Byron.').waitFor()
    assert.equal(await page.getByRole('menu').count(), 0)
    assert.equal(await page.getByText('This must not happen.').count(), 0)
  })

  step('shows the values of a chart on hover, with arrow keys, and in a table', async () => {
    const chart = page.getByRole('figure', { name: 'Completed per week' })
    await chart.getByRole('group').focus()
    await page.keyboard.press('ArrowLeft')
    assert.equal(await chart.getByRole('status').innerText(), '17 Nov: 10 tasks')
    await page.keyboard.press('Home')
    assert.equal(await chart.getByRole('status').innerText(), '1 Sep: 2 tasks')
    await page.keyboard.press('Escape')
    assert.equal(await chart.getByRole('status').count(), 0)
    const numbers = chart.getByRole('table', { name: 'Completed per week' })
    assert.deepEqual((await numbers.getByRole('row').allInnerTexts()).slice(0, 2), [
      'Week of\tTasks',
      '1 Sep\t2',
    ])

    const burnUp = page.getByRole('figure', { name: 'Burn-up' })
    await burnUp.getByRole('group').hover()
    assert.match(await burnUp.getByRole('status').innerText(), /^\d+ \w+: \d+ scope, \d+ completed$/)
    assert.deepEqual(await burnUp.getByRole('columnheader').allInnerTexts(), [
      'Week of',
      'Scope',
      'Completed',
    ])
  })

  step('explains an empty chart, and sorts a ranking from the highest value', async () => {
    const emptyChart = page.getByRole('figure', { name: 'Reviews per week' })
    await emptyChart.getByText('No reviews in this period.').waitFor()
    assert.equal(await emptyChart.locator('svg').count(), 0)
    const ranking = page.getByRole('table', { name: 'Completed by person' })
    assert.match((await ranking.getByRole('row').nth(1).textContent())!, /Ada Byron42/)
    assert.match((await ranking.getByRole('row').nth(2).textContent())!, /Builder, agent31/)
  })

  step('fits on a phone, where table rows become cards and keep their table roles', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    // Charts measure themselves after the page has its new width.
    await fitsPhone(page, 'html')
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row').nth(1)
    await row.getByText('Teams').waitFor()
    const { height } = (await row.boundingBox())!
    assert.ok(height > 100, 'its cells are stacked')
    assert.equal(await row.getByRole('cell').count(), 3)
    assert.equal(await row.getByRole('rowheader').count(), 1)
    await row.getByRole('button', { name: 'Actions for Ada Byron' }).click()
    await until(async () => {
      const { x, width } = (await page.getByRole('menu').boundingBox())!
      return x >= 0 && x + width <= 360
    })
    await page.keyboard.press('Escape')
  })

  step('gives people and agents colors by their id, with enough contrast in both themes', async () => {
    const section = page.getByRole('region', { name: 'People' })
    const hues = await section
      .locator('.identity')
      .evaluateAll((all) => all.map((each) => each.style.cssText))
    assert.ok(new Set(hues).size > 1, hues.join())
    // Shows the initials in all hues.
    await page.evaluate(`{
      const [avatar] = document.querySelectorAll('.identity')
      for (let hue = 0; hue < 360; hue += 10) {
        const copy = avatar.cloneNode(true)
        copy.style.setProperty('--hue', hue)
        avatar.after(copy)
      }
    }`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const found = await page.evaluate<string[]>(lowContrast)
      assert.deepEqual(
        found.filter((text) => text.startsWith('AB')),
        [],
        colorScheme,
      )
    }
  })

  step('reports no script error', () => {
    // One image is missing on purpose.
    const texts = complaints.filter((text) => !text.includes('404'))
    assert.deepEqual(texts, [])
  })
})

/** Waits for the focus, which the browser moves shortly after a menu opens. */
async function waitForFocus(page: Page, text: string): Promise<void> {
  await page.locator(':focus', { hasText: text }).waitFor()
}

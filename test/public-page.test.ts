import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'

describe('a project with a public page', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let page: Page
  let stranger: Page
  let address: string
  before(async () => {
    entrance = await openEntrance()
    ada = await entrance.server.register('Ada')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG', description: 'Turns numbers.' })
    await ada.call('tasks.create', { project: 'engine', title: 'Oil the gears' })
    await ada.call('features.create', { project: 'engine', title: 'Print tables' })
    const epic = await ada.call('epics.create', { project: 'engine', title: 'The mill' })
    const story = await ada.call('stories.create', { project: 'engine', epic: epic.key, title: 'Wheels' })
    await ada.call('tasks.create', { project: 'engine', story: story.key, title: 'Cut brass' })
    address = `/public/${ada.user.username}/engine`
    page = await entrance.visit('/projects/engine/settings', ada)
  })
  after(() => entrance?.close())

  const toast = (text: string) =>
    page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()

  step('shows only the numbers by default', async () => {
    await page.getByRole('combobox', { name: 'Visibility' }).selectOption('public')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast('Saved the visibility of Engine.')
    const link = page.getByRole('link', { name: /\/public\// })
    assert.equal(await link.innerText(), entrance.url + address)
    stranger = await entrance.visit(address)
    await stranger.getByRole('heading', { name: 'Engine' }).waitFor()
    await stranger.getByText('2 tasks, 2 open.').waitFor()
    await stranger.getByText('by Ada').waitFor()
    for (const name of ['Tasks', 'Epics', 'Features'])
      assert.equal(await stranger.getByRole('heading', { name, exact: true }).count(), 0)
  })

  step('shows every chosen section', async () => {
    for (const name of [/^Tasks/, /^Epics/, /^Features/]) await page.getByLabel(name).check()
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await saved
    await stranger.reload()
    await stranger.getByRole('list', { name: 'Tasks', exact: true }).getByText('Oil the gears').waitFor()
    await stranger.getByRole('list', { name: 'Epics' }).getByText('0 of 1 done').waitFor()
    await stranger.getByRole('list', { name: 'Features' }).getByText('Print tables').waitFor()
  })

  step('fits on a phone, and links users with an account to their dashboard', async () => {
    await stranger.setViewportSize({ width: 360, height: 800 })
    await fitsPhone(stranger, 'html')
    await stranger.getByRole('link', { name: 'Sign in' }).click()
    await stranger.waitForURL('**/sign-in')
    await page.goto(entrance.url + address)
    await page.getByRole('link', { name: 'Your projects' }).waitFor()
  })

  step('returns nothing after the project is unpublished', async () => {
    await ada.call('projects.unshare', { project: 'engine', public: true })
    await page.reload()
    await page.getByRole('heading', { name: "This page isn't public" }).waitFor()
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Entrance, isAt, openEntrance } from './entrance.ts'
import type { Agent, Person } from './harness.ts'
import { markdownOf } from './markdown-field.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('the page of a task', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let scout: Agent
  let page: Page

  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = (await entrance.server.newcomer('Grace')).person
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Looms', key: 'LOOM' })
    for (const title of ['Weave the cloth', 'Wind the yarn', 'Punch the cards'])
      await ada.call('tasks.create', { project: 'looms', title, status: 'todo' })
    const { key: epic } = await ada.call('epics.create', { project: 'looms', title: 'The cloth' })
    const story = await ada.call('stories.create', { project: 'looms', epic, title: 'A weaver weaves' })
    const feature = await ada.call('features.create', { project: 'looms', title: 'Patterns' })
    const reference = 'https://code.invalid/looms/pull/7'
    await ada.call('evidence.add', {
      feature: feature.key,
      kind: 'pull_request',
      title: 'Read cards',
      reference,
    })
    const { key: spec } = await ada.call('specs.create', {
      project: 'looms',
      title: 'Card format',
      content: '',
    })
    await ada.call('specs.link', { spec, item: 'LOOM-2' })
    await ada.call('decisions.log', { project: 'looms', title: 'Use wool', context: 'LOOM-2 needs yarn.' })
    await ada.call('tasks.update', { task: 'LOOM-2', story: story.key, feature: feature.key })
    await ada.call('agents.create', { name: 'Scout' })
    page = await entrance.visit('/projects/looms', ada)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  after(async () => {
    await scout?.close()
    await entrance?.close()
  })

  const task = (key: string) => page.getByRole('region', { name: `Task ${key}` })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => task('LOOM-2').getByLabel(name, { exact: true })
  const stream = () => page.getByRole('list', { name: 'Comments and activity' })
  const x = async (part: Locator) => (await part.boundingBox())!.x
  const y = async (part: Locator) => (await part.boundingBox())!.y

  step('opens from the panel, and shows the properties beside the text', async () => {
    await page.getByRole('link', { name: 'Wind the yarn' }).click()
    await task('LOOM-2').getByRole('link', { name: 'Open full page' }).click()
    await isAt(page, '/projects/looms/tasks/LOOM-2')
    const [status, title] = [field('Status'), field('Title')]
    await title.waitFor()
    assert.ok((await x(status)) > (await x(title)) + 300)
    await page.getByRole('link', { name: 'Show in list' }).click()
    await isAt(page, '/projects/looms?task=LOOM-2')
    await page.getByRole('button', { name: 'Close task' }).waitFor()
    assert.ok((await y(field('Status'))) < (await y(field('Description'))))
    await task('LOOM-2').getByRole('link', { name: 'Open full page' }).click()
  })

  step('shows the plan, specs, decisions and code that the task belongs to', async () => {
    const relations = page.getByRole('list', { name: 'Relations' })
    for (const text of ['The cloth', 'A weaver weaves', 'Patterns', 'Card format', 'Use wool'])
      await relations.getByRole('link', { name: text }).waitFor()
    const code = page
      .getByRole('list', { name: /^Code of LOOM-\d$/ })
      .getByRole('link', { name: 'Read cards' })
    assert.equal(await code.getAttribute('href'), 'https://code.invalid/looms/pull/7')
  })

  step('lists comments and changes in one stream, oldest first, as they happen', async () => {
    await page.getByLabel('Write a comment').fill('The bobbin is empty.')
    await page.keyboard.press('Control+Enter')
    await stream().getByText('The bobbin is empty.').waitFor()
    await grace.call('tasks.update', { task: 'LOOM-2', priority: 'high' })
    await stream().getByText('set the priority of LOOM-2 to high').waitFor()
    await grace.call('comments.create', { item: 'LOOM-2', body: 'Filled it.' })
    await stream().getByText('Filled it.').waitFor()
    const entries = (await stream().getByRole('listitem').allTextContents()).slice(-3)
    const expected = [/The bobbin is empty\./, /set the priority of LOOM-2 to high/, /Filled it\./]
    for (const [index, pattern] of expected.entries()) assert.match(entries[index]!, pattern)
  })

  step('shows who watches the task, and lets a person watch and unwatch it', async () => {
    const watchers = page.getByRole('region', { name: 'Watchers' })
    await watchers.getByRole('button', { name: 'Watch', exact: true }).click()
    await watchers.getByRole('img', { name: 'Watched by Ada' }).waitFor()
    await grace.call('watchers.add', { task: 'LOOM-2' })
    await watchers.getByRole('img', { name: 'Watched by Ada and Grace' }).waitFor()
    await watchers.getByRole('button', { name: 'Stop watching' }).click()
    await watchers.getByRole('img', { name: 'Watched by Grace' }).waitFor()
  })

  step('opens the neighbours in the list by button and by key', async () => {
    // The list shows the newest task first.
    await button('Next task').click()
    await task('LOOM-1').waitFor()
    await isAt(page, '/projects/looms/tasks/LOOM-1')
    assert.equal(await button('Next task').isDisabled(), true)
    await page.keyboard.press('k')
    await task('LOOM-2').waitFor()
    await page.keyboard.press('k')
    await task('LOOM-3').waitFor()
    await page.getByLabel('Write a comment').press('j')
    assert.equal(await markdownOf(page.getByLabel('Write a comment')), 'j')
    await page.getByLabel('Write a comment').fill('')
    await page.getByRole('link', { name: 'Show in list' }).click()
    await button('Close task').waitFor()
    await page.keyboard.press('j')
    await task('LOOM-2').waitFor()
    await isAt(page, '/projects/looms?task=LOOM-2')
  })

  step('copies the link and the branch name', async () => {
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await button('Copy branch name').click()
    await page.getByText('Copied loom-2-wind-the-yarn.').waitFor()
    assert.equal(await copied(), 'loom-2-wind-the-yarn')
    await button('Copy link').click()
    await page.getByText('Copied the link.').waitFor()
    assert.equal(await copied(), `${entrance.url}/projects/looms/tasks/LOOM-2`)
    await page.goto(`${entrance.url}/items/LOOM-2`)
    await isAt(page, '/projects/looms/tasks/LOOM-2')
  })

  step('shows the agent at work with its last step and lease, and steers it', async () => {
    scout = await ada.agent({ agent: 'Scout' })
    await scout.call('claim_task', { task: 'LOOM-2' })
    const strip = page.getByRole('region', { name: 'An agent is working on this' })
    await strip.getByText('Last step: claimed LOOM-2').waitFor()
    await strip.getByRole('img', { name: /^Lease: 1\d:\d\d left$/ }).waitFor()
    await scout.call('update_task', { task: 'LOOM-2', priority: 'urgent' })
    await strip.getByText('set the priority of LOOM-2 to urgent').waitFor()
    await strip.getByRole('button', { name: 'Message' }).waitFor()
    await strip.getByRole('button', { name: 'Release' }).click()
    await strip.waitFor({ state: 'detached' })
  })

  step('shows the properties above the text on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    assert.ok((await y(field('Status'))) < (await y(field('Description'))))
    await fitsPhone(page)
  })

  step('reports no browser error or policy violation', () => entrance.checkComplaints())
})

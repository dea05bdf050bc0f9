import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { askQuestion } from './ask-question.ts'
import { type CheckedPage, withAxe } from './axe.ts'
import { showsTexts } from './board.ts'
import { type Entrance, addressOf, isAt, openOwnEntrance } from './entrance.ts'
import { recordSecret } from './evidence.ts'
import { type Person, indexed } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type ModelServer, startModels } from './partners/models.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const key = 'sk-the-key-that-the-admin-enters-1234'

describe('the language model of an organization, and questions to it', { skip }, () => {
  const step = story()
  let models: ModelServer
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let checked: CheckedPage
  before(async () => {
    recordSecret(key)
    models = await startModels()
    entrance = await openOwnEntrance(() => ({ AI_CHAT_HOSTS: new URL(models.url).host }))
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('tasks.create', { project: 'engine', title: 'Turn the crank', description: 'Slowly.' })
    await indexed(entrance.server, { embedded: true })
    page = await entrance.visit('/organization/ai', ada)
    checked = await withAxe(page)
  })
  after(async () => {
    await entrance?.close()
    await models?.close()
  })

  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true })
  const form = () => page.getByRole('form', { name: 'Language model' })
  const source = (name: string) =>
    page.getByRole('radiogroup', { name: 'Model' }).getByText(name, { exact: true })
  const panel = () => page.getByRole('complementary', { name: 'Ask' })
  const field = () => page.getByRole('textbox', { name: 'Question' })
  const answers = () => page.getByRole('article', { name: 'Answer' })
  const ask = (question: string) => askQuestion(page, question)

  step('connects an own model, and shows the errors at their fields', async () => {
    await page.getByText('No language model is connected.').waitFor()
    await page.getByText('The operator of this instance has not set a shared model.').waitFor()
    assert.equal(await button('Test model').count(), 0)
    await source('Own').click()
    await form().getByLabel('URL (optional)').fill('http://10.0.0.1/v1')
    await form().getByLabel('Model name').fill('clever')
    await form().getByLabel('API key').fill(key)
    await button('Save model').click()
    await form().getByText('It is not an https URL.').waitFor()
    assert.equal(await form().getByLabel('URL (optional)').getAttribute('aria-invalid'), 'true')
    await form().getByLabel('URL (optional)').fill(`${models.url}/v1`)
    await button('Save model').click()
    await page.getByText('A key that ends with 1234 is stored.').waitFor()
    assert.equal(await form().getByLabel('API key').inputValue(), '')
  })

  step('tests the model, and explains a failure', async () => {
    await button('Test model').click()
    await page.getByText(/^It works\. openai:clever started to reply/).waitFor()
    await page.getByText(/^Last test passed/).waitFor()
    models.turns.push({ status: 404 })
    await button('Test model').click()
    await page.getByText('does not have this model').waitFor()
    await page.getByText(/^Last test failed/).waitFor()
  })

  step('limits the tokens, and shows the use as bars and by person', async () => {
    await page.getByLabel('Tokens per month for the organization').fill('lots')
    await button('Save limits').click()
    await page.getByText('Enter a whole number').waitFor()
    await page.getByLabel('Tokens per month for the organization').fill('1,000,000')
    await button('Save limits').click()
    const meter = page.getByRole('meter', { name: 'Organization' })
    await meter.waitFor()
    assert.equal(await meter.getAttribute('aria-valuetext'), '110 of 1,000,000 tokens')
    await page.getByRole('table', { name: 'Use by person' }).getByText('Ada', { exact: true }).waitFor()
    await checked.loaded()
    assert.deepEqual(await checked.violations(), [])
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  step('shows the model and the own use to members, and follows changes live', async () => {
    const other = await entrance.visit('/organization/ai', grace)
    await other.getByText('Questions are answered by openai:clever.').waitFor()
    assert.equal(await button('Save model', other).count(), 0)
    assert.equal(await other.getByRole('table', { name: 'Use by person' }).count(), 0)
    await source('Off').click()
    await button('Save model').click()
    await other.getByText('Answers are turned off in this organization.').waitFor()
    await other.close()
  })

  step('keeps unsaved changes when another admin changes the model', async () => {
    await ada.call('aiSettings.update', { source: 'own' })
    await form().getByLabel('Model name').fill('mine')
    await ada.call('aiSettings.update', { model: 'theirs' })
    await form().getByRole('alert').waitFor()
    assert.equal(await form().getByLabel('Model name').inputValue(), 'mine')
    await button('Use theirs', form()).click()
    assert.equal(await form().getByLabel('Model name').inputValue(), 'theirs')
    await button('Delete key').click()
    await button('Delete key', page.getByRole('alertdialog').or(page.getByRole('dialog'))).click()
    await page.getByText('Deleted the API key.').first().waitFor()
  })

  step('answers a question on the search page, with links to its sources', async () => {
    await checked.navigate('/search?q=turn%20the%20crank')
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText('It is known').waitFor()
    await answer.getByRole('link', { name: '[1]' }).click()
    await page.getByRole('region', { name: 'Task ENG-1' }).waitFor()
  })

  step(
    'opens with a key beside the page, about its project, and streams an answer with its sources',
    async () => {
      await checked.navigate('/projects/engine')
      await page.getByRole('heading', { name: 'Engine', level: 1 }).waitFor()
      await page.getByRole('region', { name: 'Task ENG-1' }).waitFor({ state: 'detached' })
      const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>()
      models.turns.push({ text: ['The crank turns ', rest, '**slowly** [1].'] })
      await page.keyboard.press('q')
      await panel().waitFor()
      await eventually(() => panel().getByRole('combobox', { name: 'About' }).inputValue(), 'project engine')
      await page.locator('textarea:focus').fill('How fast does the crank turn?')
      await page.keyboard.press('Enter')
      await answers().getByText('The crank turns').waitFor()
      await button('Stop').waitFor()
      sendRest()
      await answers().locator('strong', { hasText: 'slowly' }).waitFor()
      await button('Stop').waitFor({ state: 'detached' })
      await checked.loaded()
      assert.deepEqual(await checked.violations(), [])
      const sources = answers().getByRole('list', { name: 'Sources' })
      await sources.getByRole('link', { name: 'Turn the crank' }).waitFor()
      await answers().getByRole('link', { name: '[1]' }).click()
      await page.getByRole('region', { name: 'Task ENG-1' }).waitFor()
    },
  )

  step('closes with Escape and returns the focus, and shows the conversation on a page', async () => {
    await field().press('Escape')
    await panel().waitFor({ state: 'detached' })
    await button('Ask (Q)').click()
    await field().press('Escape')
    await page.locator('button:focus[aria-label="Ask (Q)"]').click()
    await answers().getByText('slowly', { exact: true }).waitFor()
    await panel().getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('textbox', { name: 'Title of the conversation' }).waitFor()
    assert.match(addressOf(page), /^\/ask\/[0-9a-f-]{36}$/)
    await panel().waitFor({ state: 'detached' })
    await answers().getByText('slowly', { exact: true }).waitFor()
    const list = page.getByRole('region', { name: 'Conversations' }).getByRole('link')
    await showsTexts(list.locator('span').first(), ['How fast does the crank turn?'])
  })

  step('performs one proposed change when the user confirms it, and dismisses another', async () => {
    const create = (title: string) => ({ name: 'create_task', input: { project: 'engine', title } })
    const calls = [create('Oil the crank'), create('Paint the crank')]
    models.turns.push({ calls }, { text: 'I proposed two tasks.' })
    await ask('Create tasks to oil and paint the crank.')
    const cards = page.getByRole('list', { name: 'Proposed changes' }).getByRole('listitem')
    const oil = cards.filter({ hasText: 'Oil the crank' })
    const paint = cards.filter({ hasText: 'Paint the crank' })
    await answers().getByText('I proposed two tasks.').waitFor()
    await oil.getByRole('button', { name: 'Confirm' }).click()
    await oil.getByText('Done').waitFor()
    await oil.getByRole('link', { name: /ENG-2/ }).waitFor()
    await paint.getByRole('button', { name: 'Dismiss' }).click()
    await paint.getByText('Dismissed').waitFor()
  })

  step('explains why a model fails, stops the next answer, and then answers the question', async () => {
    models.turns.push({ status: 401 })
    await ask('How is the crank oiled?')
    const answer = answers().last()
    await answer.getByText(/key/i).waitFor()
    await answer.getByRole('list', { name: 'Sources' }).waitFor()
    models.turns.push({ text: ['Half of'], ending: 'hang' })
    await button('Retry').click()
    await answer.getByText('Half of').waitFor()
    await button('Stop').click()
    await answer.getByText(/stopped/i).waitFor()
    await answer.getByText('Half of').waitFor()
    // A text of a model links only to its sources.
    models.turns.push({ text: 'With oil [1], see [home](/settings).' })
    await button('Retry').click()
    await answer.getByText('With oil').waitFor()
    await page.getByText('Half of').waitFor({ state: 'detached' })
    await showsTexts(answer.locator('.markdown a'), ['[1]'])
    await eventually(() => page.getByRole('article', { name: /^Question/ }).count(), 3)
    await eventually(() => answers().count(), 3)
  })

  step('renames a conversation, finds others by their words, and updates the list', async () => {
    const list = page.getByRole('region', { name: 'Conversations' })
    const title = page.getByRole('textbox', { name: 'Title of the conversation' })
    await title.fill('The speed of the crank')
    await title.press('Enter')
    await list.getByText('The speed of the crank').waitFor()
    await ada.call('aiSessions.create', { title: 'From elsewhere' })
    await list.getByRole('link', { name: /From elsewhere/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('oiled')
    await list.getByRole('link', { name: /From elsewhere/ }).waitFor({ state: 'detached' })
    await list.getByRole('link', { name: /The speed of the crank/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('')
  })

  step('deletes a conversation, and restores it', async () => {
    await button('Conversation actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Deleted The speed of the crank.').waitFor()
    await isAt(page, '/ask')
    await button('Undo').click()
    await page.getByText('Restored The speed of the crank.').waitFor()
    await page.getByRole('link', { name: /The speed of the crank/ }).waitFor()
  })

  step('asks from the palette, and fits on a phone', async () => {
    await checked.navigate('/projects/engine')
    await page.getByRole('heading', { name: 'Engine', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or create' }).fill('why is it slow?')
    await page.getByRole('option', { name: 'Start a conversation: why is it slow?' }).click()
    await answers().last().getByText('It is known').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page, '[aria-label=Ask]')
    await panel().getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('link', { name: 'All conversations' }).waitFor()
    await fitsPhone(page)
    await page.getByRole('link', { name: 'All conversations' }).click()
    await page.getByRole('heading', { name: 'Ask', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Conversations' }).getByText('why is it slow?').waitFor()
    await fitsPhone(page)
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { withAxe } from './axe.ts'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import { recordSecret } from './evidence.ts'
import type { Person } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type ModelServer, startModels } from './partners/models.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const key = 'sk-the-key-that-the-admin-enters-1234'

describe('the page of the language model', { skip }, () => {
  const step = story()
  let models: ModelServer
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  before(async () => {
    recordSecret(key)
    models = await startModels()
    entrance = await openOwnEntrance(() => ({ AI_CHAT_HOSTS: new URL(models.url).host }))
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    page = await entrance.visit('/organization', ada)
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

  step('opens from the settings of the organization, and says that no model is connected', async () => {
    await page.getByRole('link', { name: 'AI', exact: true }).first().click()
    await page.getByRole('heading', { name: 'AI', exact: true }).waitFor()
    await page.getByText('No language model is connected.').waitFor()
    await page.getByText('The operator of this instance has not set a shared model.').waitFor()
    assert.equal(await button('Test model').count(), 0)
  })

  step('connects an own model, and shows the errors at their fields', async () => {
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
    await page.getByText('Not tested yet.').waitFor()
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
    await page.getByLabel('Tokens per month for the organization').fill('1,000')
    await page.getByLabel('Tokens per month for each person').fill('200')
    await button('Save limits').click()
    const meter = page.getByRole('meter', { name: 'Organization' })
    await meter.waitFor()
    assert.equal(await meter.getAttribute('aria-valuetext'), '110 of 1,000 tokens')
    await page.getByRole('table', { name: 'Use by person' }).getByText('Ada', { exact: true }).waitFor()
  })

  step('shows the model and the own use to members, and follows changes live', async () => {
    const other = await entrance.visit('/organization/ai', grace)
    await other.getByText('Questions are answered by openai:clever.').waitFor()
    assert.equal(await button('Save model', other).count(), 0)
    assert.equal(await other.getByRole('table', { name: 'Use by person' }).count(), 0)
    await source('Off').click()
    await button('Save model').click()
    await other.getByText('Answers are turned off in this organization.').waitFor()
    await ada.call('aiSettings.update', { source: 'own' })
    await other.getByText('Questions are answered by openai:clever.').waitFor()
  })

  step('keeps unsaved changes when another admin changes the model', async () => {
    await form().getByLabel('Model name').fill('mine')
    await ada.call('aiSettings.update', { model: 'theirs' })
    await form().getByRole('alert').waitFor()
    assert.equal(await form().getByLabel('Model name').inputValue(), 'mine')
    await button('Use theirs', form()).click()
    assert.equal(await form().getByLabel('Model name').inputValue(), 'theirs')
  })

  step('deletes the key, fits a phone and is accessible in both themes', async () => {
    const checked = await withAxe(page)
    await page.reload()
    await form().getByLabel('Model name').waitFor()
    await checked.loaded()
    assert.deepEqual(await checked.violations(), [])
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsPhone(page)
    await button('Delete key').click()
    await button('Delete key', page.getByRole('alertdialog').or(page.getByRole('dialog'))).click()
    await page.getByText('Deleted the API key.').first().waitFor()
    assert.equal((await ada.call('aiSettings.get', {})).hasKey, false)
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { askQuestion } from './ask-question.ts'
import { withAxe } from './axe.ts'
import { showsTexts } from './board.ts'
import { type Entrance, addressOf, isAt, openOwnEntrance } from './entrance.ts'
import { type Person, indexed } from './harness.ts'
import { fitsPhone, skip } from './partners/chromium.ts'
import { type ModelServer, startModels } from './partners/models.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

describe('questions in the dashboard', { skip }, () => {
  const step = story()
  let models: ModelServer
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  before(async () => {
    models = await startModels()
    const chat = { AI_CHAT: 'openai', AI_CHAT_URL: `${models.url}/v1`, AI_CHAT_MODEL: 'clever' }
    entrance = await openOwnEntrance(() => chat)
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Engine', key: 'ENG' })
    await ada.call('tasks.create', { project: 'engine', title: 'Turn the crank', description: 'Slowly.' })
    await indexed(entrance.server, { embedded: true })
    page = await entrance.visit('/projects/engine', ada)
    await page.getByRole('heading', { name: 'Engine', level: 1 }).waitFor()
  })
  after(async () => {
    await entrance?.close()
    await models?.close()
  })

  const panel = () => page.getByRole('complementary', { name: 'Ask' })
  const field = () => page.getByRole('textbox', { name: 'Question' })
  const answers = () => page.getByRole('article', { name: 'Answer' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const ask = (question: string) => askQuestion(page, question)

  step(
    'opens with a key beside the page, about its project, and streams an answer with its sources',
    async () => {
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
      const sources = answers().getByRole('list', { name: 'Sources' })
      await sources.getByRole('link', { name: 'Turn the crank' }).waitFor()
      await answers().getByRole('link', { name: '[1]' }).click()
      await page.getByRole('region', { name: 'Task ENG-1' }).waitFor()
    },
  )

  step('keeps the conversation while the user opens other pages, and shows it on a page', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
    await answers().getByText('slowly', { exact: true }).waitFor()
    await panel().getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('textbox', { name: 'Title of the conversation' }).waitFor()
    assert.match(addressOf(page), /^\/ask\/[0-9a-f-]{36}$/)
    await panel().waitFor({ state: 'detached' })
    await answers().getByText('slowly', { exact: true }).waitFor()
    const list = page.getByRole('region', { name: 'Conversations' }).getByRole('link')
    await showsTexts(list.locator('span').first(), ['How fast does the crank turn?'])
  })

  step('performs a proposed change only when the user confirms it', async () => {
    const oil = { project: 'engine', title: 'Oil the crank' }
    models.turns.push({ calls: [{ name: 'create_task', input: oil }] }, { text: 'I proposed a task.' })
    await ask('Create a task to oil the crank.')
    const card = page.getByRole('list', { name: 'Proposed changes' }).getByRole('listitem')
    await card.getByText('Oil the crank').waitFor()
    await answers().getByText('I proposed a task.').waitFor()
    assert.equal((await ada.call('tasks.list', { project: 'engine' })).items.length, 1)
    await card.getByRole('button', { name: 'Confirm' }).click()
    await card.getByText('Done').waitFor()
    await card.getByRole('link', { name: /ENG-2/ }).waitFor()
    assert.equal((await ada.call('tasks.list', { project: 'engine' })).items.length, 2)
    models.turns.push({ calls: [{ name: 'create_task', input: oil }] }, { text: 'Again.' })
    await ask('And another one.')
    await card.last().getByRole('button', { name: 'Dismiss' }).click()
    await card.last().getByText('Dismissed').waitFor()
    assert.equal((await ada.call('tasks.list', { project: 'engine' })).items.length, 2)
  })

  step('shows no images of an answer, and links only to its sources', async () => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    models.turns.push({
      text: [
        '![secret](https://evil.example/image?leak) [a page](https://evil.example/page) [home](/settings)',
        ' <https://evil.example/auto> [1][ref] <img src="https://evil.example/html"> [1]',
        '\n\n[ref]: https://evil.example/reference',
      ],
    })
    await ask('What does the crank need?')
    const answer = answers().last()
    await answer.getByText('a page (https://evil.example/page)').waitFor()
    await button('Stop').waitFor({ state: 'detached' })
    await showsTexts(answer.locator('.markdown a'), ['[1]'])
    assert.equal(await answer.locator('img').count(), 0)
    assert.deepEqual(
      requests.filter((url) => url.includes('evil.example')),
      [],
    )
  })

  step('stops an answer, keeps its text, and answers the question again', async () => {
    models.turns.push({ text: ['Half of'], ending: 'hang' })
    await ask('How is the crank oiled?')
    await answers().last().getByText('Half of').waitFor()
    await button('Stop').click()
    await answers()
      .last()
      .getByText(/stopped/i)
      .waitFor()
    await answers().last().getByText('Half of').waitFor()
    models.turns.push({ text: 'With oil [1].' })
    await button('Retry').click()
    await answers().last().getByText('With oil').waitFor()
    await page.getByText('Half of').waitFor({ state: 'detached' })
    await eventually(() => page.getByRole('article', { name: /^Question/ }).count(), 5)
    await eventually(() => answers().count(), 5)
  })

  step('explains why a model fails, and shows the sources', async () => {
    models.turns.push({ status: 401 })
    await ask('Is the crank red?')
    await answers().last().getByText(/key/i).waitFor()
    await answers().last().getByRole('list', { name: 'Sources' }).waitFor()
    await button('Retry').click()
    await answers().last().getByText('It is known').waitFor()
  })

  step('renames a conversation, and shares it with its project', async () => {
    const title = page.getByRole('textbox', { name: 'Title of the conversation' })
    await title.fill('The speed of the crank')
    await title.press('Enter')
    await page.getByRole('region', { name: 'Conversations' }).getByText('The speed of the crank').waitFor()
    await button('Conversation actions').click()
    await page.getByRole('menuitem', { name: 'Share with the project…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click()
    await page
      .getByRole('banner')
      .or(page.getByRole('main'))
      .getByText('Shared', { exact: true })
      .first()
      .waitFor()
  })

  step('lets others read a shared conversation, and continue it as their own copy', async () => {
    const theirs = await entrance.visit('/ask', grace)
    const list = theirs.getByRole('region', { name: 'Conversations' })
    await list.getByRole('link', { name: /The speed of the crank.*Shared by Ada/ }).click()
    await theirs.getByRole('article', { name: 'Question from Ada' }).first().waitFor()
    assert.equal(await theirs.getByRole('button', { name: 'Confirm' }).count(), 0)
    assert.equal(await theirs.getByRole('textbox', { name: 'Question' }).count(), 0)
    await theirs.getByRole('button', { name: 'Continue as a copy' }).click()
    await theirs.getByRole('article', { name: 'Question from Grace' }).first().waitFor()
    await theirs.getByRole('textbox', { name: 'Question' }).fill('Who turns it?')
    await theirs.keyboard.press('Enter')
    await theirs.getByRole('article', { name: 'Answer' }).last().getByText('It is known').waitFor()
    await theirs.close()
  })

  step('finds conversations by the words of their messages, and updates the list', async () => {
    const list = page.getByRole('region', { name: 'Conversations' })
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('oiled')
    await eventually(() => list.getByRole('link').count(), 1)
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zeppelin')
    await list.getByText('No matching conversations').waitFor()
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('')
    await ada.call('aiSessions.create', { title: 'From elsewhere' })
    await list.getByRole('link', { name: /From elsewhere/ }).waitFor()
    await list.getByText('Shared', { exact: true }).first().click()
    await list.getByRole('link', { name: /From elsewhere/ }).waitFor({ state: 'detached' })
  })

  step('deletes a conversation, and restores it', async () => {
    const address = addressOf(page)
    await button('Conversation actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Deleted The speed of the crank.').waitFor()
    await isAt(page, '/ask?show=shared')
    await button('Undo').click()
    await page.getByText('Restored The speed of the crank.').waitFor()
    await page.goto(entrance.url + address)
    await answers().first().waitFor()
  })

  step('has no accessibility violation, also in the panel', async () => {
    const checked = await withAxe(page)
    await answers().first().waitFor()
    await checked.loaded()
    assert.deepEqual(await checked.violations(), [])
    await checked.navigate('/projects/engine')
    await page.getByRole('heading', { name: 'Engine', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Ask (Q)' }).click()
    await ask('And now?')
    await answers().last().getByText('It is known').waitFor()
    await checked.loaded()
    assert.deepEqual(await checked.violations(), [])
    await field().press('Escape')
    await panel().waitFor({ state: 'detached' })
    await page.locator('button:focus[aria-label="Ask (Q)"]').waitFor()
  })

  step('asks from the palette, and fits on a phone', async () => {
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

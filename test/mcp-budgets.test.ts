import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { type Agent, type Person, type TestServer, settled, startTestServer } from './harness.ts'
import { tokenTable } from './token-table.ts'
import { addMember } from './world.ts'

/*
 * The responses that agents read most, measured with the tokenizer of a current model. The project is an ordinary one:
 * an agent works in it for Ada, and its tasks have descriptions, labels, due dates, a feature and blockers.
 */
describe('response budgets in tokens', () => {
  let server: TestServer
  let ada: Person
  let scout: Agent
  let other: Agent
  let feature: string
  const keys: string[] = []
  const measured = tokenTable()
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    await ada.call('projects.create', {
      name: 'Web shop',
      slug: 'web',
      key: 'WEB',
      description: 'The shop on the web. Sells things to people in three languages and nine countries.',
    })
    scout = await ada.agent({ agent: 'Scout' })
    other = await ada.agent({ agent: 'Builder' })
    feature = String((await done(scout, 'create_feature', { project: 'web', title: 'Prices with tax' })).key)
    for (let index = 0; index < 12; index++) await createTask(index)
    await done(scout, 'claim_task', { task: keys[0] })
    await done(scout, 'update_task', { task: keys[1], comment: 'The service returns cents, not units.' })
    const { claim } = await done(other, 'claim_task', { task: keys[3] })
    await done(other, 'complete_task', { task: keys[3], claim, notes: 'Tested with nine rates.' })
    await workOnFeature()
    await settled(server.app.database)
  })
  after(async () => {
    measured.print()
    await scout.close()
    await other.close()
    await server.stop()
  })

  async function createTask(index: number): Promise<void> {
    const { key } = await done(scout, 'create_task', {
      project: 'web',
      title: `Show the price with tax in part ${index} of the cart`,
      description: 'The tax depends on the country of the customer. '.repeat(8),
      priority: 'high',
      assignee: index % 2 === 0 ? 'Scout' : 'Builder',
      labels: ['backend'],
      dueAt: '2026-12-24T17:00:00Z',
      feature,
    })
    keys.push(String(key))
    if (index > 4)
      await done(scout, 'update_task', { task: key, link: [{ kind: 'blocked_by', task: keys[index - 1] }] })
  }

  async function workOnFeature(): Promise<void> {
    const spec = {
      project: 'web',
      title: 'Prices with tax',
      content: '# Prices\n\nWith tax.',
      links: [feature],
    }
    await done(scout, 'create_spec', spec)
    await ada.call('specs.update', { spec: 'S-1', status: 'review' })
    await ada.call('specs.update', { spec: 'S-1', status: 'approved' })
    await done(scout, 'advance_feature', { feature })
    await ada.call('evidence.add', { feature, kind: 'note', content: 'Built on the branch prices-with-tax.' })
    const grace = await addMember(server, ada, 'member')
    await grace.call('reviews.submit', { feature, verdict: 'commented', body: 'Check the rounding.' })
  }

  const call = async (agent: Agent, tool: string, input: Record<string, unknown>) => {
    const { isError, content } = await agent.client.callTool({ name: tool, arguments: input })
    const { text } = (content as { text: string }[])[0]!
    return { isError: isError === true, text, data: JSON.parse(text) as Record<string, unknown> }
  }
  const done = async (agent: Agent, tool: string, input: Record<string, unknown>) => {
    const { isError, text, data } = await call(agent, tool, input)
    assert.equal(isError, false, `${tool}: ${text}`)
    return data
  }
  /** Returns the tokens of a response, and adds them to the table. Ids and cursors count the same in every run. */
  const tokensOf = async (tool: string, input: Record<string, unknown>, agent = scout) => {
    const { text, isError } = await call(agent, tool, input)
    const tokens = countTokens(withFixedIds(text))
    measured.add(`${tool}${isError ? ` (rejected) ${JSON.stringify(input)}` : ''}`, tokens, text)
    return { tokens, text, isError }
  }
  const assertWithin = async (limit: number, tool: string, input: Record<string, unknown>) => {
    const { tokens, text } = await tokensOf(tool, input)
    assert.ok(tokens <= limit, `${tool} takes ${tokens} tokens: ${text}`)
  }

  it('lists each task in at most 60 tokens', async () => {
    for (const input of [{ project: 'web' }, {}, { project: 'web', status: ['in_progress', 'complete'] }]) {
      const { tokens, text } = await tokensOf('list_tasks', input)
      const { items } = JSON.parse(text) as { items: unknown[] }
      const each = tokens / items.length
      measured.add(`list_tasks, per task`, Math.ceil(each), JSON.stringify(items.at(-1)))
      assert.ok(items.length > 1 && each <= 60, `${each}: ${text.slice(0, 2000)}`)
    }
  })

  it('shows a project in at most 700 tokens', () => assertWithin(700, 'get_project', { project: 'web' }))

  it('shows a feature in at most 900 tokens', () => assertWithin(900, 'get_feature', { feature }))

  it('shows a task with its comments and history in at most 900 tokens', () =>
    assertWithin(900, 'get_task', { task: keys[1] }))

  it('confirms a write in at most 350 tokens', async () => {
    await assertWithin(350, 'create_task', {
      project: 'web',
      title: 'One more task',
      description: 'Long. '.repeat(200),
    })
    await assertWithin(350, 'update_task', { task: keys[5], priority: 'low' })
    await assertWithin(400, 'claim_task', { task: keys[2] })
  })

  it('lists projects, features and activity briefly', async () => {
    await assertWithin(100, 'list_projects', {})
    await assertWithin(130, 'list_features', { project: 'web' })
    await assertWithin(1500, 'list_activities', { project: 'web', limit: 10 })
  })

  it('explains a rejection in at most 60 tokens', async () => {
    const [held, blocked] = [keys[0], keys[7]]
    const rejected: [tool: string, input: Record<string, unknown>][] = [
      ['get_project', { project: 'wbe' }],
      ['get_project', { project: 'nowhere' }],
      ['create_task', { title: 'No project' }],
      ['get_task', { task: 'WEB-999' }],
      ['get_task', { task: 'WBE-2' }],
      ['get_task', {}],
      ['update_task', { task: keys[1], status: 'compleet' }],
      ['update_task', { task: keys[1], asignee: 'me' }],
      ['update_task', { task: keys[1], link: 'WEB-3' }],
      ['list_tasks', { limit: 'many' }],
      ['create_task', { project: 'web', title: 'Due', dueAt: 'soon' }],
      ['claim_task', { task: held }],
      ['claim_task', { task: blocked }],
      ['complete_task', { task: held }],
      ['complete_task', { task: blocked }],
      ['complete_task', { task: keys[3], claim: 7 }],
      ['submit_review', { feature, verdict: 'approved' }],
    ]
    for (const [tool, input] of rejected) {
      const { tokens, text, isError } = await tokensOf(tool, input, other)
      assert.ok(isError, `${tool}: ${text}`)
      assert.ok(tokens <= 60, `${tool} takes ${tokens} tokens: ${text}`)
    }
  })
})

/** An id of 26 tokens. Ids have 16 to 30 tokens, and 98 in 100 have no more than this one. */
const fixedId = '01a1f4a9-9cdd-7000-b35c-5d17658157b6'

function withFixedIds(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, fixedId)
    .replace(/(?<="nextCursor":")[^"]+/, fixedId)
}

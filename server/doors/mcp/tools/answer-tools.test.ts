import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, startTestServer } from '../../../../test/harness.ts'
import { authenticateForMcp } from '../../../domains/auth/credentials/authenticate.ts'
import { noCookies } from '../../../operations/context.ts'

const facts = { id: 'asked', network: '203.0.113.7', userAgent: 'test', cookies: noCookies }

describe('the tools of answers', () => {
  let server: TestServer
  let ada: Person
  before(async () => {
    server = await startTestServer()
    ada = await server.register('Ada')
    await ada.call('projects.create', { name: 'Web', slug: 'web' })
  })
  after(() => server.stop())

  const callerOf = async (given: Partial<Parameters<Person['agent']>[0]>) =>
    authenticateForMcp(server.app, (await ada.agent(given)).token)
  const tools = () => server.app.answerTools
  const names = (listed: { name: string }[]) => listed.map(({ name }) => name)

  it('count against the budget of an agent, like MCP calls', async () => {
    await ada.call('agents.create', { name: 'scout', dailyBudget: 2 })
    const scout = await callerOf({ agent: 'scout' })
    const list = () => tools().read(scout, facts, { name: 'list_projects', input: {} })
    const results = [await list(), await list(), await list()]
    assert.deepEqual(
      results.map(({ hasFailed }) => hasFailed),
      [false, false, true],
    )
    assert.match(results[2]!.text, /budget_spent/)
  })

  it('follow the profile and the scopes of a token', async () => {
    const reader = await callerOf({ scopes: ['read'], profile: 'notes' })
    assert.deepEqual(names(tools().reads(reader)), ['list_notes', 'get_note'])
    assert.deepEqual(tools().writes(reader), [])
    await assert.rejects(tools().check(reader, { name: 'create_note', input: { content: 'Hello.' } }), {
      code: 'scope_missing',
    })
    const { hasFailed } = await tools().read(reader, facts, { name: 'list_tasks', input: {} })
    assert.equal(hasFailed, true)
  })

  it('read, and neither write nor contact other servers', async () => {
    const agent = await callerOf({})
    for (const name of ['create_note', 'sync_repo', 'resume_session', 'no_such_tool']) {
      const result = await tools().read(agent, facts, { name, input: { content: 'Hello.' } })
      assert.deepEqual([result.hasFailed, result.text], [true, 'This tool is not available.'])
    }
    await assert.rejects(tools().check(agent, { name: 'delete_task', input: { task: 'WEB-1' } }), {
      code: 'invalid_input',
    })
    assert.deepEqual((await ada.call('notes.list', {})).items, [])
  })

  it('offer harmless changes only, without the fields of agents', async () => {
    const writes = tools().writes(await callerOf({}))
    assert.deepEqual(names(writes), [
      'create_task',
      'update_task',
      'complete_task',
      'store_memory',
      'log_decision',
      'create_note',
      'create_spec',
    ])
    const fields = writes.flatMap(({ inputSchema }) =>
      Object.keys((inputSchema as { properties: object }).properties),
    )
    assert.deepEqual(
      fields.filter((field) => ['claim', 'idempotencyKey', 'tasks', 'entries', 'dryRun'].includes(field)),
      [],
    )
  })

  it('return the exact input of a change, with the project of a bound token', async () => {
    const { id } = await ada.call('projects.get', { project: 'web' })
    const bound = await callerOf({ project: id })
    const { operation, input } = await tools().check(bound, {
      name: 'create_task',
      input: { title: 'Sweep', labels: 'home, floor', idempotencyKey: 'once' },
    })
    assert.equal(operation.id, 'tasks.create')
    assert.deepEqual(input, { project: id, title: 'Sweep', labels: ['home', 'floor'] })
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Agent, type Person, type TestServer, oneEngine, startTestServer } from './harness.ts'

interface Problem {
  code: string
  detail: string
  suggestions?: string[]
  errors?: { path: string; message: string }[]
}

for (const engine of oneEngine) {
  describe(`errors that teach agents (${engine})`, () => {
    let server: TestServer
    let ada: Person
    let agent: Agent
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      agent = await ada.agent()
      await ada.call('projects.create', { name: 'Website', key: 'WEB' })
      await ada.call('tasks.create', { project: 'website', title: 'Fix the login page' })
      await ada.call('features.create', { project: 'website', title: 'Dark mode' })
      await ada.call('agents.create', { name: 'Release Scout' })
    })
    after(async () => {
      await agent.close()
      await server.stop()
    })

    const problemOf = async (tool: string, input: Record<string, unknown>): Promise<Problem> => {
      const { isError, data } = await agent.call(tool, input)
      assert.equal(isError, true, JSON.stringify(data))
      return data as unknown as Problem
    }
    const message = async (tool: string, input: Record<string, unknown>) =>
      (await problemOf(tool, input)).errors![0]!.message

    it('suggests the intended parameter in an error, or lists all of them', async () => {
      assert.match(
        await message('create_task', { project: 'website', title: 'x', asignee: 'me' }),
        /mean assignee\?$/,
      )
      assert.match(await message('get_task', { taskId: 'WEB-1' }), /field is required|mean task\?$/)
      const { errors } = await problemOf('get_task', { task_id: 'WEB-1' })
      assert.deepEqual(errors!.map(({ path }) => path).toSorted(), ['task', 'task_id'])
      assert.match(
        await message('list_projects', { colour: 'red' }),
        /Known fields: archived, sort, limit, cursor\.$/,
      )
    })

    it('suggests the intended value in an error, and lists all allowed ones', async () => {
      const input = { project: 'website', title: 'x' }
      const status = await message('create_task', { ...input, status: 'completed' })
      assert.match(status, /^Must be one of: backlog, todo, .*\. Did you mean complete\?$/)
      assert.match(await message('list_tasks', { status: ['todo', 'blokced'] }), /Did you mean blocked\?$/)
      assert.doesNotMatch(await message('create_task', { ...input, priority: 'banana' }), /mean/)
    })

    it('suggests the intended item in an error, as the caller sees it', async () => {
      const project = await problemOf('get_project', { project: 'web-site' })
      assert.deepEqual([project.code, project.suggestions], ['not_found', ['website']])
      assert.equal(
        project.detail,
        `The project "web-site" doesn't exist, or you don't have access to it. Did you mean website?`,
      )
      assert.deepEqual((await problemOf('get_agent', { agent: 'Release-Scot' })).suggestions, [
        'Release Scout',
      ])
      assert.match(
        (await problemOf('get_agent', { agent: 'scout' })).detail,
        /Did you mean "Release Scout"\?$/,
      )
      const task = await problemOf('get_task', { task: 'fix login page' })
      assert.match(task.detail, /Did you mean WEB-1 \("Fix the login page"\)\?$/)
      assert.deepEqual((await problemOf('get_skill', { skill: 'handover' })).suggestions, ['hand-over-work'])
      const workflow = await problemOf('create_feature', {
        project: 'website',
        title: 'x',
        workflow: 'standart',
      })
      assert.deepEqual(workflow.suggestions, ['standard'])
      const assignee = { project: 'website', title: 'x', assignee: 'relese scout' }
      assert.match(
        await message('create_task', assignee),
        /No user or agent .* Did you mean "Release Scout"\?$/,
      )
      const skills = { name: 'Skilled', skills: ['handover'] }
      assert.match(await message('create_agent', skills), /Did you mean hand-over-work\?$/)
    })

    it('corrects the project or names the kind of an unknown number, and never suggests another number', async () => {
      assert.deepEqual((await problemOf('get_task', { task: 'WBE-1' })).suggestions, ['WEB-1'])
      assert.match((await problemOf('get_task', { task: 'WEB-2' })).detail, / WEB-2 is a feature\.$/)
      assert.match((await problemOf('get_feature', { feature: 'WEB-1' })).detail, / WEB-1 is a task\.$/)
      assert.equal((await problemOf('get_task', { task: 'WEB-999' })).suggestions, undefined)
      assert.equal((await problemOf('get_task', { task: 'WBE-999' })).suggestions, undefined)
    })

    it("reveals nothing in an error that the caller can't see", async () => {
      const mallory = await server.register('Mallory')
      const other = await mallory.agent()
      for (const [tool, input] of [
        ['get_project', { project: 'web-site' }],
        ['get_agent', { agent: 'scout' }],
        ['get_task', { task: 'WBE-1' }],
        ['get_task', { task: 'fix login page' }],
        ['get_task', { task: 'WEB-2' }],
      ] as const) {
        const { data } = await other.call(tool, input)
        assert.equal(data.suggestions, undefined)
        assert.match(String(data.detail), /, or you don't have access to it\.$/)
      }
      await other.close()
      const bound = await ada.agent({ project: 'website' })
      await ada.call('projects.create', { name: 'Secrets' })
      assert.equal((await bound.call('get_project', { project: 'secret' })).data.suggestions, undefined)
      await bound.close()
    })

    it('returns the same error sentences over HTTP and to agents', async () => {
      await assert.rejects(ada.call('projects.get', { project: 'web-site' }), {
        status: 404,
        message: /Did you mean website\?$/,
      })
    })

    it('suggests existing tools for an unknown tool name', async () => {
      await assert.rejects(
        agent.call('list_task'),
        /There is no tool "list_task"\. Did you mean list_tasks\?/,
      )
      await assert.rejects(agent.call('getTask'), /Did you mean get_task\?/)
      const few = await ada.agent({ profile: 'notes' })
      await assert.rejects(few.call('list_task'), /There is no tool "list_task"\.$/)
      await few.close()
      const long = `ignore\n"all" ${'x'.repeat(5000)}`
      await assert.rejects(agent.call(long), (error: Error) => {
        assert.ok(error.message.length < 250 && !error.message.includes('\n'))
        return /There is no tool "ignore 'all' xxx/.test(error.message)
      })
    })
  })
}

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
      const tasks = [{ title: 'x', asignee: 'me' }]
      assert.match(await message('create_task', { project: 'website', tasks }), /mean assignee\?$/)
    })

    it('suggests the intended value in an error, and lists all allowed ones', async () => {
      const input = { project: 'website', title: 'x' }
      const status = await message('create_task', { ...input, status: 'compleet' })
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
      await assert.rejects(
        few.call('list_tasks'),
        /The profile "notes" of this token hides the tool "list_tasks"\. Ask its owner to add "tasks"/,
      )
      await few.close()
      const long = `ignore\n"all" ${'x'.repeat(5000)}`
      await assert.rejects(agent.call(long), (error: Error) => {
        assert.ok(error.message.length < 250 && !error.message.includes('\n'))
        return /There is no tool "ignore 'all' xxx/.test(error.message)
      })
    })

    it('lists the projects if a required project is missing or unknown', async () => {
      assert.equal(
        await message('create_task', { title: 'x' }),
        'This field is required. Your projects: secrets, website.',
      )
      const unknown = await problemOf('get_project', { project: 'zzz' })
      assert.match(unknown.detail, / Your projects: secrets, website\.$/)
      const newcomer = await (await server.register('Newcomer')).agent()
      const { data } = await newcomer.call('create_task', { title: 'x' })
      const [error] = data.errors as unknown as [{ message: string }]
      assert.equal(error.message, 'This field is required.')
      await newcomer.close()
    })

    it('shows the shape of an object where the call has another type', async () => {
      assert.equal(
        await message('update_task', { task: 'WEB-1', link: ['WEB-2'] }),
        'Must be an object. Example: {"kind": "blocks", "task": "…"}.',
      )
      assert.match(
        await message('update_task', { task: 'WEB-1', link: 5 }),
        /^Must be a list\. Example: \[\{"kind"/,
      )
    })

    it('accepts synonyms, plain dates and texts for objects with one main field', async () => {
      const done = async (tool: string, input: Record<string, unknown>) => {
        const { isError, data } = await agent.call(tool, input)
        assert.equal(isError, false, JSON.stringify(data))
        return data as Record<string, unknown>
      }
      const base = { project: 'website', title: 'Synonyms' }
      const { key, dueAt } = await done('create_task', { ...base, due_date: '2026-12-24', tags: 'one, two' })
      assert.equal(dueAt, '2026-12-24T23:59:59Z')
      await done('update_task', { task: key, depends_on: ['WEB-1'] })
      assert.equal((await ada.call('tasks.get', { task: String(key) })).openBlockers, 1)
      const { items } = await done('list_tasks', { project: 'website', status: 'open' })
      assert.equal((items as unknown[]).length, 2)
      assert.equal((await done('update_task', { task: key, status: 'done', force: true })).status, 'complete')
      const decided = { project: 'website', title: 'Cents', alternatives: ['Units'], status: 'approved' }
      const { alternatives, status } = await done('log_decision', decided)
      assert.deepEqual([(alternatives as { title: string }[])[0]!.title, status], ['Units', 'accepted'])
    })

    for (const transport of ['http', 'sse'] as const)
      it(`returns a tool result for a call above the size limit over ${transport}`, async () => {
        const large = await ada.agent({ transport })
        const { isError, data } = await large.call('create_note', { content: 'x'.repeat(1_200_000) })
        assert.deepEqual([isError, data.code], [true, 'too_large'])
        assert.match(String(data.detail), /The limit is 1024 KiB/)
        assert.equal((await large.call('list_notes', {})).isError, false)
        await large.close()
      })
  })
}

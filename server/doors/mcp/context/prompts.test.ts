import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import { tools } from '../tools/tool-registry.ts'

for (const engine of oneEngine) {
  describe(`prompts and completion over MCP, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let agent: Agent
    let keys: Record<'task' | 'feature' | 'spec' | 'session', string>
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', description: 'SAID BY ADA' })
      const task = await ada.call('tasks.create', { project: 'web', title: 'SAID BY ADA', status: 'todo' })
      const feature = await ada.call('features.create', { project: 'web', title: 'SAID BY ADA' })
      const spec = await ada.call('specs.create', {
        project: 'web',
        title: 'SAID BY ADA',
        content: 'SAID BY ADA',
        links: [feature.key],
      })
      const session = await ada.call('sessions.create', { title: 'SAID BY ADA', project: 'web' })
      keys = { task: task.key, feature: feature.key, spec: spec.key, session: session.id }
      agent = await ada.agent({ transport: 'sse' })
    })
    after(async () => {
      await agent.close()
      await server.stop()
    })

    async function get(name: string, given: Record<string, string> = {}) {
      const { messages } = await agent.client.getPrompt({ name, arguments: given })
      const texts = messages.flatMap(({ content }) => (content.type === 'text' ? content.text : []))
      const resources = messages.flatMap(({ content }) =>
        content.type === 'resource' ? content.resource : [],
      )
      return { texts, resources, uris: resources.map(({ uri }) => uri) }
    }

    it('lists four prompts with title, description and described arguments', async () => {
      const { prompts } = await agent.client.listPrompts()
      assert.deepEqual(
        prompts.map(({ name, arguments: accepted }) => [
          name,
          accepted!.map(({ name, required }) => [name, required]),
        ]),
        [
          ['start_work', [['project', false]]],
          [
            'hand_over',
            [
              ['session', false],
              ['task', false],
            ],
          ],
          ['review_feature', [['feature', true]]],
          [
            'plan_project',
            [
              ['project', true],
              ['goal', true],
            ],
          ],
        ],
      )
      for (const { title, description, arguments: accepted } of prompts)
        assert.ok(title && description && accepted!.every((each) => each.description))
    })

    it('returns instructions that name only existing tools, and stored data only as resources', async () => {
      for (const [name, given, uris] of [
        ['start_work', {}, ['baton://me']],
        ['start_work', { project: 'WEB' }, ['baton://me', 'baton://overview/web']],
        ['hand_over', { session: 'latest' }, [`baton://session/${keys.session}`]],
        ['hand_over', { task: keys.task.toLowerCase() }, [`baton://task/${keys.task}`]],
        [
          'review_feature',
          { feature: keys.feature },
          [`baton://feature/${keys.feature}`, `baton://spec/${keys.spec}`],
        ],
        ['plan_project', { project: 'web', goal: 'Ship it.' }, ['baton://overview/web']],
      ] as [string, Record<string, string>, string[]][]) {
        const prompt = await get(name, given)
        assert.deepEqual(prompt.uris, uris)
        const named = [...prompt.texts[0]!.matchAll(/\b[a-z]+_[a-z_]+\b/g)].map(([tool]) => tool)
        const unknown = named.filter((tool) => !tools.has(tool) && tool !== 'changes_requested')
        assert.ok(named.length > 3)
        assert.deepEqual(unknown, [], name)
        assert.ok(
          !prompt.texts.some((text) => text.includes('SAID BY ADA')),
          'stored text is not part of the instructions',
        )
        assert.ok(JSON.stringify(prompt.resources).includes('SAID BY ADA'))
      }
      assert.deepEqual(
        (await get('plan_project', { project: 'web', goal: 'Ship it.' })).texts.at(-1),
        'The goal: Ship it.',
      )
    })

    it('rejects missing and unknown arguments with a hint', async () => {
      for (const [name, given, sentence] of [
        ['dance', {}, /There is no prompt "dance".*start_work/],
        ['review_feature', {}, /requires "feature".*WEB-9/],
        ['plan_project', { project: 'web', goal: ' ' }, /requires "goal"/],
        ['hand_over', {}, /session: Name the session \("latest"/],
        ['start_work', { team: 'x' }, /no argument "team".*project/],
        ['review_feature', { feature: 'WEB-999' }, /WEB-999/],
        ['start_work', { project: 'nowhere' }, /nowhere/],
        ['plan_project', { project: 'web', goal: 'x'.repeat(4001) }, /at most 4000/],
      ] as [string, Record<string, string>, RegExp][])
        await assert.rejects(get(name, given), (error: { code: number; message: string }) => {
          assert.equal(error.code, -32602)
          assert.match(error.message, sentence)
          return true
        })
    })

    it('completes typed text with values that the caller can see', async () => {
      const hidden = await ada.call('projects.create', { name: 'Weaving', visibility: 'private' })
      const bound = await ada.agent({ project: 'web' })
      const values = async (
        uri: string,
        name: string,
        value: string,
        given: object = {},
        { client } = agent,
      ) => {
        const ref = uri.startsWith('baton')
          ? { type: 'ref/resource' as const, uri }
          : { type: 'ref/prompt' as const, name: uri }
        const { completion } = await client.complete({
          ref,
          argument: { name, value },
          context: { arguments: { ...given } },
        })
        return completion.values
      }
      assert.deepEqual(await values('start_work', 'project', 'we'), ['weaving', 'web'])
      assert.deepEqual(await values('start_work', 'project', 'WEA'), [hidden.slug])
      assert.deepEqual(await values('start_work', 'project', 'we', {}, bound), ['web'])
      assert.deepEqual(await values('baton://task/{task}', 'task', 'web-'), [keys.task])
      assert.deepEqual(await values('baton://task/{task}', 'task', 'said'), [keys.task])
      assert.deepEqual(await values('baton://task/{task}', 'task', 'none-1'), [])
      assert.deepEqual(await values('review_feature', 'feature', ''), [keys.feature])
      assert.deepEqual(await values('baton://spec/{spec}', 'spec', 's-'), [keys.spec])
      assert.deepEqual(await values('hand_over', 'session', 'said'), [keys.session])
      await ada.call('notes.create', { project: 'web', title: 'How to / paint', content: 'Slowly.' })
      const [note] = await values('baton://note/{note}', 'note', 'how')
      assert.equal(note, 'How to / paint')
      const { contents } = await agent.client.readResource({
        uri: `baton://note/${encodeURIComponent(note)}`,
      })
      assert.match((contents[0] as { text: string }).text, /Slowly/)
      assert.deepEqual(await values('plan_project', 'goal', 'x'), [])
      const revision = 'baton://spec/{spec}/revisions/{revision}'
      assert.deepEqual(await values(revision, 'revision', '', { spec: keys.spec }), ['1'])
      await ada.call('agents.create', { name: 'Painter' })
      assert.deepEqual(await values('baton://agent/{agent}', 'agent', 'pai'), ['Painter'])
      assert.deepEqual(await values('baton://agent/{agent}', 'agent', 'pai', {}, bound), [])
      await assert.rejects(values('start_work', 'goal', ''), /no argument "goal"/)
      await assert.rejects(values('dance', 'goal', ''), /no prompt "dance"/)
      await assert.rejects(values('baton://none/{none}', 'none', ''), /template/)
      await bound.close()
    })

    it('returns at most 100 completions and reports that there are more', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Many' })
      const tasks = Array.from({ length: 101 }, (_, number) => ({ title: `Task ${number}` }))
      for (const part of [tasks.slice(0, 50), tasks.slice(50, 100), tasks.slice(100)])
        await ada.call('tasks.createMany', { project: slug, tasks: part })
      const { completion } = await agent.client.complete({
        ref: { type: 'ref/resource', uri: 'baton://task/{task}' },
        argument: { name: 'task', value: 'task' },
      })
      assert.deepEqual([completion.values.length, completion.hasMore], [100, true])
    })
  })
}

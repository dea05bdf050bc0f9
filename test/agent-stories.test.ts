import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OutputOf } from '../server/assembly/client.ts'
import { tokensOf } from '../server/operations/token-budget.ts'
import { type Agent, type Person, type TestServer, engines, startTestServer } from './harness.ts'

/*
 * Work that agents do through MCP alone, with the number of calls and an estimate of the tokens that they read. Before
 * plans existed, the plan of the first story took 42 calls: one for each item and one for each dependency.
 */

/** An agent that counts its calls and the tokens of the responses. */
interface Counting {
  calls: number
  failed: number
  tokens: number
  use<Output = Record<string, never>>(tool: string, input?: Record<string, unknown>): Promise<Output>
}

function counting({ call }: Pick<Agent, 'call'>): Counting {
  const agent: Counting = {
    calls: 0,
    failed: 0,
    tokens: 0,
    async use<Output>(tool: string, input: Record<string, unknown> = {}) {
      const { isError, data } = await call(tool, input)
      agent.calls++
      agent.tokens += tokensOf(data)
      if (isError) agent.failed++
      return data as Output
    },
  }
  return agent
}

const passing = '<testsuite name="shop"><testcase name="opens"/><testcase name="closes"/></testsuite>'

/** Twelve tasks in three stories, and three tasks that wait for them. */
const plan = [
  { kind: 'epic', ref: 'shop', title: 'Web shop' },
  ...['catalog', 'cart', 'payment'].flatMap((story, index) => [
    { kind: 'story', ref: story, title: `The ${story}`, parent: 'shop' },
    { ref: `${story}-model`, title: `Model of the ${story}`, parent: story, priority: 'high' },
    { ref: `${story}-api`, title: `API of the ${story}`, parent: story, blockedBy: [`${story}-model`] },
    { ref: `${story}-page`, title: `Page of the ${story}`, parent: story, blockedBy: [`${story}-api`] },
    {
      ref: `${story}-tests`,
      title: `Tests of the ${story}`,
      parent: story,
      labels: ['tests'],
      blockedBy:
        index === 0 ? [`${story}-page`] : [`${story}-page`, `${['', 'catalog', 'cart'][index]}-tests`],
    },
  ]),
  { ref: 'docs', title: 'Handbook', blockedBy: ['catalog-page', 'cart-page', 'payment-page'] },
  { ref: 'load', title: 'Load test', blockedBy: ['payment-tests'] },
  { title: 'Launch', blockedBy: ['docs', 'load'], dueAt: '2027-01-15T09:00:00Z' },
]
const tasks = plan.filter(({ title }) => !/^(Web shop|The )/.test(title))

for (const engine of engines) {
  describe(`stories of agents, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('plans 15 tasks with their dependencies in two calls, and works through them with two agents', async (test) => {
      assert.equal(tasks.length, 15)
      const planner = counting(await ada.agent({ agent: 'Planner' }))
      const { slug } = await planner.use<{ slug: string }>('create_project', { name: `Shop ${engine}` })
      const planned = await planner.use<OutputOf<'tasks.plan'>>('create_task', { project: slug, tasks: plan })
      assert.deepEqual([planner.calls, planner.failed], [2, 0])
      assert.ok(planner.tokens / plan.length <= 60, `${planner.tokens} tokens`)
      const keys = new Map(planned.items.map(({ ref, title, key }) => [ref ?? title, key]))

      const workers = [
        counting(await ada.agent({ agent: 'First worker' })),
        counting(await ada.agent({ agent: 'Second worker' })),
      ]
      const ready = await workers[0]!.use<OutputOf<'tasks.list'>>('list_tasks', {
        project: slug,
        ready: true,
      })
      assert.deepEqual(
        ready.items.map(({ key }) => key).toSorted(),
        ['catalog-model', 'cart-model', 'payment-model'].map((ref) => keys.get(ref)!).toSorted(),
      )
      const done: string[] = []
      let handedOver = 0
      for (let turn = 0; done.length < tasks.length; turn++) {
        assert.ok(turn < 40, 'the agents find work')
        const worker = workers[turn % 2]!
        const { task, claim, handover } = await worker.use<OutputOf<'tasks.claim'>>('claim_task', {
          project: slug,
        })
        if (!task) continue
        const blockers = plan.find(({ title }) => title === task.title)!
        const expected = 'blockedBy' in blockers ? (blockers.blockedBy ?? []) : []
        assert.deepEqual(
          (handover?.finishedBlockers ?? []).map(({ notes }) => notes).toSorted(),
          expected.map((ref) => `Notes on ${keys.get(ref)}.`).toSorted(),
          'the notes of all blockers reach the next worker',
        )
        handedOver += expected.length
        await worker.use('complete_task', { task: task.key, claim, notes: `Notes on ${task.key}.` })
        done.push(task.key)
      }
      assert.equal(done.at(-1), keys.get('Launch'))
      const [one, two] = workers as [Counting, Counting]
      assert.equal(one.calls + two.calls, 1 + 2 * tasks.length, 'one claim and one completion for each task')
      assert.deepEqual([one.failed, two.failed], [0, 0])
      test.diagnostic(
        `planning: ${planner.calls} calls, ${planner.tokens} tokens; work: ${one.calls + two.calls} calls, ` +
          `${one.tokens + two.tokens} tokens, ${handedOver} notes handed over`,
      )
    })

    it('takes a feature through all gates with two agents and no person', async (test) => {
      const { slug } = await ada.call('projects.create', { name: `Alone ${engine}` })
      const author = counting(await ada.agent({ agent: 'Author' }))
      const reviewer = counting(await ada.agent({ agent: 'Reviewer' }))
      const feature = await author.use<OutputOf<'features.create'>>('create_feature', {
        project: slug,
        title: 'Dark mode',
        workflow: 'autonomous',
        tasks: [{ title: 'Colors' }],
      })
      assert.deepEqual(
        feature.gates.map(({ name, needsPerson }) => [name, needsPerson]),
        [
          ['build', false],
          ['test', false],
          ['review', false],
        ],
      )
      const { task, claim } = await author.use<OutputOf<'tasks.claim'>>('claim_task', { project: slug })
      await author.use('complete_task', { task: task!.key, claim, notes: 'Done.' })
      const advance = (evidence: object[]) =>
        author.use<OutputOf<'features.advance'>>('advance_feature', {
          feature: feature.key,
          ...(evidence.length > 0 && { evidence }),
        })
      const built = await advance([{ kind: 'commit', reference: '4f0c2d1' }])
      assert.deepEqual(built.next, {
        name: 'test',
        description: 'Add a passing test report.',
        needsPerson: false,
        requirements: [{ needs: 'A verified test report.', met: false }],
      })
      const tested = await advance([{ kind: 'test_report', content: passing }])
      assert.deepEqual([tested.to, tested.next!.requirements[0]!.needs], ['review', 'An approval.'])
      await reviewer.use('submit_review', { feature: feature.key, verdict: 'approved', body: 'It is dark.' })
      const last = await advance([])
      assert.deepEqual([last.advanced, last.to, last.next, last.feature.status], [true, null, null, 'done'])
      assert.deepEqual([author.calls, reviewer.calls, author.failed + reviewer.failed], [6, 1, 0])
      test.diagnostic(`${author.calls + reviewer.calls} calls, ${author.tokens + reviewer.tokens} tokens`)
    })

    it('says at the creation of a feature which gates need a person', async () => {
      const { slug } = await ada.call('projects.create', { name: `With a person ${engine}` })
      const author = counting(await ada.agent({ agent: 'Author of the standard' }))
      const feature = await author.use<OutputOf<'features.create'>>('create_feature', {
        project: slug,
        title: 'Checkout',
      })
      assert.deepEqual(
        feature.gates.filter((gate) => gate.needsPerson).map(({ name, needs }) => [name, needs]),
        [['review', ['An approval by a signed-in person.']]],
      )
    })
  })
}

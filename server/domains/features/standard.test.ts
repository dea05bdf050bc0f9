import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Agent, oneEngine } from '../../../test/harness.ts'
import type { OperationId, OutputOf, Problem } from '../../assembly/client.ts'
import { type Company, failing, namedAgent, passing, startCompany, verifiedReport } from './test-company.ts'

/** Moves a feature through all gates of the workflow `standard`, once over HTTP and once with MCP tools. */
for (const engine of oneEngine) {
  describe(`standard workflow on ${engine}`, () => {
    let company: Company
    before(async () => void (company = await startCompany(engine)))
    after(() => company.stop())

    it('moves a feature through all gates over HTTP', async () => {
      const { ada, grace, lin, site } = company
      const { key, id, ...created } = await ada.call('features.create', { project: 'web', title: 'Checkout' })
      assert.deepEqual(
        [created.status, created.gate, created.workflow, created.progress],
        ['planned', 'design', 'standard', { passed: 0, total: 6 }],
      )
      const advance = (evidence?: Parameters<typeof ada.call<'features.advance'>>[1]['evidence']) =>
        ada.call('features.advance', { feature: key, ...(evidence && { evidence }) })
      const rejected = async (pending: Promise<unknown>) => {
        const problem = await pending.then(
          () => assert.fail('the gate was passed'),
          (error: unknown) => error as Problem,
        )
        assert.deepEqual([problem.status, problem.code], [422, 'gate_not_passed'])
        return problem.body.missing
      }

      // Rejected, with the exact list of missing requirements.
      assert.deepEqual(await rejected(advance()), [
        {
          gate: 'design',
          requirement: { kind: 'evidence', anyOf: ['spec'], count: 1, verified: false },
          needs: 'A spec.',
          count: 1,
          have: 0,
        },
      ])
      const designed = await advance([{ kind: 'spec', reference: `${site}/spec` }])
      assert.deepEqual(
        [designed.from, designed.to, designed.feature.status, designed.feature.progress.passed],
        ['design', 'build', 'active', 1],
      )

      const task = await grace.call('tasks.create', { project: 'web', title: 'Pay', feature: key })
      assert.deepEqual(await rejected(advance()), [
        {
          gate: 'build',
          requirement: { kind: 'tasks' },
          needs: 'Every linked task is complete or cancelled.',
          count: 1,
          have: 0,
          openTasks: [task.key],
        },
        {
          gate: 'build',
          requirement: { kind: 'evidence', anyOf: ['commit', 'pull_request'], count: 1, verified: false },
          needs: 'A commit or a pull request.',
          count: 1,
          have: 0,
        },
      ])
      await grace.call('tasks.complete', { task: task.key })
      const commit = await grace.call('evidence.add', { feature: key, kind: 'commit', reference: '4f1c2d3' })
      assert.deepEqual(
        [commit.status, commit.finding],
        ['unverified', 'Not checked: no repository is connected to the project.'],
      )
      assert.equal((await advance()).to, 'test')

      // A failed test report does not count.
      const report = await ada.call('evidence.add', { feature: key, kind: 'test_report', content: failing })
      assert.deepEqual(
        [report.status, report.finding, report.result],
        [
          'failed',
          '1 of 2 tests failed: closes.',
          { format: 'tap', tests: 2, failures: 1, errors: 0, skipped: 0, failed: ['closes'] },
        ],
      )
      assert.deepEqual(await rejected(advance()), [
        {
          gate: 'test',
          requirement: verifiedReport,
          needs: 'A verified test report.',
          count: 1,
          have: 0,
          notCounted: [
            { id: report.id, kind: 'test_report', status: 'failed', finding: '1 of 2 tests failed: closes.' },
          ],
        },
      ])
      assert.equal((await advance([{ kind: 'test_report', content: passing }])).to, 'docs')
      assert.equal((await advance([{ kind: 'file', reference: 'docs/checkout.md' }])).to, 'review')

      // Users cannot review their own work, and an agent cannot give a human review.
      const approve = { feature: key, verdict: 'approved' } as const
      await assert.rejects(ada.call('reviews.submit', approve), { status: 403, code: 'own_work' })
      const scout = await namedAgent(lin, 'Scout')
      const byAgent = await scout.call('submit_review', approve)
      assert.deepEqual([byAgent.isError, byAgent.data.code], [true, 'human_review_needed'])
      await scout.close()

      // Returned to the gate with the tasks. Evidence of the previous round no longer counts.
      const sentBack = await grace.call('reviews.submit', {
        feature: key,
        verdict: 'changes_requested',
        body: 'It loses the cart.',
      })
      assert.deepEqual(
        [sentBack.review.backTo, sentBack.feature.gate, sentBack.feature.status, sentBack.feature.round],
        ['build', 'build', 'changes_requested', 2],
      )
      const missing = (await rejected(advance())) as { needs: string }[]
      assert.deepEqual(
        missing.map(({ needs }) => needs),
        ['A commit or a pull request.'],
      )
      await advance([{ kind: 'pull_request', reference: '#7' }])
      await advance([{ kind: 'test_report', content: passing }])
      await advance([{ kind: 'note', content: 'See docs/checkout.md, as before.' }])
      assert.deepEqual(await rejected(advance()), [
        {
          gate: 'review',
          requirement: { kind: 'reviews', count: 1, by: 'human' },
          needs: 'An approval by a signed-in person.',
          count: 1,
          have: 0,
        },
      ])
      const { review } = await lin.call('reviews.submit', approve)
      assert.deepEqual([review.human, review.round, review.gate], [true, 2, 'review'])
      assert.equal((await advance()).to, 'release')
      const done = await advance([{ kind: 'url', reference: `${site}/shop` }])
      assert.deepEqual(
        [done.to, done.feature.status, done.feature.gate, done.feature.progress],
        [null, 'done', null, { passed: 6, total: 6 }],
      )

      const whole = await grace.call('features.get', { feature: key })
      assert.deepEqual(
        whole.gates.map(({ name, state }) => `${name} ${state}`),
        ['design', 'build', 'test', 'docs', 'review', 'release'].map((name) => `${name} passed`),
      )
      assert.deepEqual(
        [whole.missing, whole.evidence.length, whole.reviews.length, whole.passages.length],
        [[], 9, 2, 9],
      )
      assert.deepEqual(whole.tasks, [{ id: task.id, key: task.key, title: 'Pay', status: 'complete' }])
      await assert.rejects(advance(), { code: 'feature_closed' })

      const { items } = await ada.call('activity.listEvents', { limit: 500 })
      const verbs = items.filter(({ subject }) => subject.id === id).map(({ type }) => type.split('.')[1])
      assert.deepEqual(verbs, [
        'created',
        'updated',
        'advanced',
        'advanced',
        'advanced',
        'advanced',
        'returned',
        'updated',
        'advanced',
        'advanced',
        'advanced',
        'advanced',
        'completed',
      ])
    })

    it('moves a feature through all gates with MCP tools', async () => {
      const { ada, grace, lin, site } = company
      const builder = await namedAgent(ada, 'Builder')
      const critic = await namedAgent(grace, 'Critic')
      const callTool = async <Id extends OperationId>(agent: Agent, tool: string, input: object) => {
        const { isError, data } = await agent.call(tool, { ...input })
        assert.equal(isError, false, JSON.stringify(data))
        return data as unknown as OutputOf<Id>
      }
      const { key } = await callTool<'features.create'>(builder, 'create_feature', {
        project: 'web',
        title: 'Search',
        kind: 'bug',
      })
      const advance = (evidence: object[]) =>
        callTool<'features.advance'>(builder, 'advance_feature', { feature: key, evidence })

      const rejected = await builder.call('advance_feature', { feature: key })
      assert.deepEqual(
        [rejected.isError, rejected.data.code, rejected.data.missing],
        [
          true,
          'gate_not_passed',
          [
            {
              gate: 'design',
              requirement: { kind: 'evidence', anyOf: ['spec'], count: 1, verified: false },
              needs: 'A spec.',
              count: 1,
              have: 0,
            },
          ],
        ],
      )
      await advance([{ kind: 'spec', reference: `${site}/search` }])
      const task = await callTool<'tasks.create'>(builder, 'create_task', {
        project: 'web',
        title: 'Index',
        feature: key,
      })
      const open = await builder.call('advance_feature', {
        feature: key,
        evidence: [{ kind: 'commit', reference: 'abc' }],
      })
      assert.deepEqual(open.data.missing, [
        {
          gate: 'build',
          requirement: { kind: 'tasks' },
          needs: 'Every linked task is complete or cancelled.',
          count: 1,
          have: 0,
          openTasks: [task.key],
        },
      ])
      await callTool<'tasks.complete'>(builder, 'complete_task', { task: task.key })
      await advance([])

      const failed = await builder.call('advance_feature', {
        feature: key,
        evidence: [{ kind: 'test_report', content: failing }],
      })
      const { evidence } = await callTool<'features.get'>(builder, 'get_feature', { feature: key })
      const { id: report } = evidence.at(-1)!
      assert.deepEqual(failed.data.missing, [
        {
          gate: 'test',
          requirement: verifiedReport,
          needs: 'A verified test report.',
          count: 1,
          have: 0,
          notCounted: [
            { id: report, kind: 'test_report', status: 'failed', finding: '1 of 2 tests failed: closes.' },
          ],
        },
      ])
      await advance([{ kind: 'test_report', content: passing }])
      await advance([{ kind: 'note', content: 'Nothing to tell users.' }])

      const approve = { feature: key, verdict: 'approved' }
      assert.equal((await builder.call('submit_review', approve)).data.code, 'own_work')
      assert.equal((await critic.call('submit_review', approve)).data.code, 'human_review_needed')
      const back = await callTool<'reviews.submit'>(critic, 'submit_review', {
        feature: key,
        verdict: 'changes_requested',
        body: 'It finds nothing.',
        backTo: 'test',
      })
      assert.deepEqual([back.feature.gate, back.feature.round, back.review.human], ['test', 2, false])
      await advance([{ kind: 'test_report', content: passing }])
      await advance([{ kind: 'note', content: 'Still nothing to tell.' }])

      // The user behind the agent can review the agent's work, like any other signed-in member.
      await ada.call('reviews.submit', { feature: key, verdict: 'approved', body: 'Good.' })
      await advance([])
      const done = await advance([{ kind: 'check_run', reference: 'deploy #12' }])
      assert.deepEqual([done.to, done.feature.status], [null, 'done'])
      const listed = await callTool<'features.list'>(critic, 'list_features', {
        project: 'web',
        status: ['done'],
        kind: ['bug'],
      })
      assert.deepEqual(
        listed.items.map((feature) => [feature.key, feature.progress]),
        [[key, { passed: 6, total: 6 }]],
      )
      assert.deepEqual((await lin.call('features.get', { feature: key })).createdBy.onBehalfOf!.name, 'Ada')
      await builder.close()
      await critic.close()
    })
  })
}

import type { CallTool, Check, People, Story } from '../story.ts'

const project = 'shop'
const title = 'Guest checkout'
const tasks = ['Allow orders without an account', 'Ask guests for an email address']
const spec = 'A guest can order with an email address and without an account.'
const report = '<testsuite name="shop"><testcase name="orders"/><testcase name="pays"/></testsuite>'

/** An agent takes a feature through all gates of the workflow `standard`. A person reviews it. */
export const featureGates: Story = {
  id: 'feature-gates',
  title: 'Take a feature through all gates',
  phases: [
    {
      name: 'build',
      async prepare({ ada }) {
        await ada.call('projects.create', { name: 'Shop' })
      },
      assignments: {
        Builder: [
          `Create the feature "${title}" in the project ${project} with the workflow standard, and take it to the gate`,
          'review, which needs a person. Stop there. Use this evidence:',
          `- a spec that is linked to the feature and says "${spec}"`,
          ...tasks.map((task) => `- the task "${task}" of the feature, claimed and completed`),
          '- the commit 4f1c2d3',
          `- the test report ${report}`,
          '- the documentation in the file docs/guest-checkout.md',
        ].join('\n'),
      },
      script: (as) => build(as('Builder')),
    },
    {
      name: 'release',
      async prepare({ ada, grace }) {
        const { items } = await ada.call('features.list', { project })
        if (items[0]?.gate !== 'review') throw new Error('No feature waits for a review.')
        await grace.call('reviews.submit', { feature: items[0].key, verdict: 'approved' })
      },
      assignments: {
        Builder:
          `A person has approved the feature "${title}" in the project ${project}. Take it through the remaining gates. ` +
          'The evidence of the release is the note "Released in 1.4.0".',
      },
      script: (as) => release(as('Builder')),
    },
  ],
  check,
}

async function build(call: CallTool): Promise<void> {
  const { key: feature } = await call('create_feature', { project, title, workflow: 'standard' })
  await call('create_spec', { project, title, content: spec, links: [feature] })
  await call('get_feature', { feature })
  await call('advance_feature', { feature })
  for (const task of tasks) await call('create_task', { project, title: task, feature })
  for (const _ of tasks) {
    const { task, claim } = await call('claim_task', { project })
    await call('complete_task', { task: task!.key, claim, notes: 'Done, with tests.' })
  }
  await call('advance_feature', { feature, evidence: [{ kind: 'commit', reference: '4f1c2d3' }] })
  await call('advance_feature', { feature, evidence: [{ kind: 'test_report', content: report }] })
  await call('advance_feature', {
    feature,
    evidence: [{ kind: 'file', reference: 'docs/guest-checkout.md' }],
  })
}

async function release(call: CallTool): Promise<void> {
  const { items } = await call('list_features', { project })
  const feature = items[0]!.key
  await call('advance_feature', { feature })
  await call('advance_feature', { feature, evidence: [{ kind: 'note', content: 'Released in 1.4.0' }] })
}

async function check({ ada }: People): Promise<Check[]> {
  const { items } = await ada.call('features.list', { project })
  const feature = items[0] && (await ada.call('features.get', { feature: items[0].key }))
  const { items: done } = await ada.call('tasks.list', { project })
  const { items: specs } = await ada.call('specs.list', { project })
  return [
    { name: 'one feature exists', isMet: items.length === 1 && feature?.title === title },
    { name: 'the feature is done', isMet: feature?.status === 'done' },
    {
      name: 'no gate was overridden',
      isMet: feature?.gates.every(({ state }) => state === 'passed') === true,
    },
    {
      name: 'the tasks are complete',
      isMet: done.length === tasks.length && done.every(({ status }) => status === 'complete'),
    },
    { name: 'the spec exists', isMet: specs.length > 0 },
  ]
}

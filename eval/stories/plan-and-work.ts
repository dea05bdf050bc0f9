import type { CallTool, Check, People, Story } from '../story.ts'
import { shopPlan } from './shop-plan.ts'

const project = 'checkout'
const workers = ['Builder', 'Tester']

const planLines = shopPlan.map(({ title, priority, blockedBy }) => {
  const blockers = blockedBy.map((ref) => `"${titleOf(ref)}"`).join(' and ')
  return `- "${title}", priority ${priority}${blockers && `, blocked by ${blockers}`}`
})

const work =
  `Work in the project ${project} with another agent that works there at the same time. Claim the best ready task, ` +
  'complete it with one sentence of notes, and claim the next. If no task is ready, claim again, because the other ' +
  'agent may unblock one. Stop when every task is complete, or after ten claims without a task.'

/** One agent plans 15 tasks with their order. Two agents then claim and complete them without collisions. */
export const planAndWork: Story = {
  id: 'plan-and-work',
  title: 'Plan and work 15 tasks with two agents',
  phases: [
    {
      name: 'plan',
      assignments: {
        Planner: [`Create the project Checkout and these ${shopPlan.length} tasks:`, ...planLines].join('\n'),
      },
      script: (as) => plan(as('Planner')),
    },
    {
      name: 'work',
      assignments: Object.fromEntries(workers.map((name) => [name, work])),
      script: (as) => completeAll(workers.map(as)),
    },
  ],
  check,
}

/** Creates the whole plan with its dependencies in one call. */
async function plan(call: CallTool): Promise<void> {
  await call('create_project', { name: 'Checkout' })
  await call('create_task', { project, tasks: shopPlan })
}

/** Lets the agents take turns, so that every run makes the same calls. Each holds a task while the other claims one. */
async function completeAll(agents: CallTool[]): Promise<void> {
  for (let completed = 0; completed < shopPlan.length;) {
    const held: (() => Promise<unknown>)[] = []
    for (const call of agents) {
      const { task, claim } = await call('claim_task', { project })
      if (task) held.push(() => call('complete_task', { task: task.key, claim, notes: `Done: ${task.key}.` }))
    }
    if (held.length === 0) throw new Error('No task is ready, although some are open.')
    for (const complete of held) await complete()
    completed += held.length
  }
}

async function check({ ada }: People): Promise<Check[]> {
  const { items } = await ada.call('tasks.list', { project, limit: 100 })
  const found = await Promise.all(items.map(({ key }) => ada.call('tasks.get', { task: key })))
  const byTitle = new Map(found.map((task) => [task.title, task]))
  const blockersOf = (title: string) =>
    byTitle
      .get(title)
      ?.dependencies.filter(({ kind }) => kind === 'blocked_by')
      .map(({ task }) => task.title)
      .toSorted()
  const isPlanned = shopPlan.every(
    ({ title, blockedBy }) => String(blockersOf(title)) === String(blockedBy.map(titleOf).toSorted()),
  )
  const priorities = shopPlan.every(({ title, priority }) => byTitle.get(title)?.priority === priority)
  const holders = new Set(found.map(({ assignee }) => assignee?.name))
  return [
    { name: `${shopPlan.length} tasks exist`, isMet: items.length === shopPlan.length },
    { name: 'every task has its blockers and its priority', isMet: isPlanned && priorities },
    { name: 'every task is complete', isMet: found.every(({ status }) => status === 'complete') },
    { name: 'both agents worked', isMet: workers.every((name) => holders.has(name)) },
    { name: 'every task has notes', isMet: found.every(({ completionNotes }) => completionNotes) },
  ]
}

function titleOf(ref: string): string {
  return shopPlan.find((task) => task.ref === ref)!.title
}

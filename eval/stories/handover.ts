import type { CallTool, Check, People, Story, ToolOutput } from '../story.ts'

const project = 'platform'
const noteTitle = 'Connection guide'
const sessionTitle = 'Database move'

/** The facts in the order in which they are learned. Two later ones contradict an earlier one. */
const facts = [
  'The staging database listens on port 5432 of the host db1.',
  'Deployments happen on Tuesdays.',
  'Buttons use sentence case.',
  'Invoices are created on the first day of each month.',
  'Grace approves schema changes.',
  'The staging database has moved. It listens on port 6432 of the host db2.',
  'The mobile app supports iOS 17 and newer.',
  'The build machines use arm64 processors.',
  'Deployments now happen on Thursdays.',
  'Customer emails go through the relay mail.internal.',
]

/** The notes of the finished task, which only an agent that reads them knows. */
const completionNotes = 'Moved. The password is in the vault entry db-staging.'

/** An agent learns facts that contradict each other, finishes one task and pauses. Another agent continues. */
export const handover: Story = {
  id: 'handover',
  title: 'Hand over with contradicting facts',
  phases: [
    {
      name: 'learn',
      async prepare({ ada }) {
        await ada.call('projects.create', { name: 'Platform' })
        const move = await ada.call('tasks.create', { project, title: 'Move the staging database' })
        const guide = await ada.call('tasks.create', { project, title: 'Write the connection guide' })
        await ada.call('tasks.update', { task: guide.key, link: [{ kind: 'blocked_by', task: move.key }] })
      },
      assignments: {
        Scout: [
          `Start a session "${sessionTitle}" in the project ${project}. Learn these facts in this order, and store each`,
          'as memory of the project. If a fact replaces an earlier one, make sure that others find only the new one:',
          ...facts.map((fact) => `- ${fact}`),
          `Then claim the ready task and complete it with the notes "${completionNotes}"`,
          'Pause the session with a summary, and save the state {"next": "guide"}.',
        ].join('\n'),
      },
      script: (as) => learn(as('Scout')),
    },
    {
      name: 'continue',
      assignments: {
        Relay: [
          `Scout has paused the session "${sessionTitle}" in the project ${project}. Resume it and claim the next task.`,
          `Write the note "${noteTitle}" in the project, with one line for each answer that memory or finished tasks give:`,
          'the port and host of the staging database, the vault entry of its password, the day of deployments, the',
          'person who approves schema changes, and the cloud region of the backups. Write "unknown" for an answer that',
          'no one has recorded. Then complete the task and end the session.',
        ].join('\n'),
      },
      script: (as) => continueWork(as('Relay')),
    },
  ],
  check,
}

async function learn(call: CallTool): Promise<void> {
  const { id: session } = await call('create_session', {
    project,
    title: sessionTitle,
    goals: ['Move the staging database', 'Write the connection guide'],
  })
  const stored = new Map<string, string>()
  for (const content of facts) {
    const subject = /^The staging database|^Deployments/.exec(content)?.[0]
    const outdated = subject && stored.get(subject)
    const input = { scope: 'project', project, content, ...(outdated && { supersedes: [outdated] }) }
    const { memory } = await call('store_memory', input)
    if (subject) stored.set(subject, memory.id)
  }
  const { task, claim } = await call('claim_task', { project })
  await call('complete_task', { task: task!.key, claim, notes: completionNotes })
  await call('end_session', {
    session,
    as: 'paused',
    summary: 'The database has moved. The guide is next.',
    state: { next: 'guide' },
  })
}

async function continueWork(call: CallTool): Promise<void> {
  const { items: paused } = await call('list_sessions', { mine: false, status: ['paused'] })
  await call('resume_session', { session: paused[0]!.id })
  const { task, claim } = await call('claim_task', { project })
  const { items: finished } = await call('list_tasks', { project, status: ['complete'] })
  const { completionNotes: notes } = (await call('get_task', { task: finished[0]!.key })) as ToolOutput & {
    completionNotes: string
  }
  const answer = async (query: string, about: RegExp) => {
    const { items } = await call('search_memory', { project, query })
    return items.find((item) => about.test(item.content))?.content ?? 'unknown'
  }
  const content = [
    `Database: ${await answer('port and host of the staging database', /staging database/)}`,
    `Password: ${notes}`,
    `Deployments: ${await answer('on which day do we deploy?', /Deployments/)}`,
    `Schema changes: ${await answer('who approves schema changes?', /schema/)}`,
    `Backups: ${await answer('cloud region of the backups', /backup|region/i)}`,
  ].join('\n')
  await call('create_note', { project, title: noteTitle, content })
  await call('complete_task', { task: task!.key, claim, notes: `See the note "${noteTitle}".` })
  await call('end_session', { session: paused[0]!.id, summary: 'The guide is written.' })
}

async function check({ ada }: People): Promise<Check[]> {
  const { items: notes } = await ada.call('notes.list', { project })
  const written = notes.find(({ title }) => title === noteTitle)
  const text = written ? (await ada.call('notes.get', { note: written.id })).content : ''
  const { items: tasks } = await ada.call('tasks.list', { project })
  const { items: sessions } = await ada.call('sessions.list', { project, mine: false })
  const { items: current } = await ada.call('memories.list', { project, limit: 100 })
  const contents = current.map(({ content }) => content).join('\n')
  return [
    {
      name: 'the note has the current facts',
      isMet: /6432/.test(text) && /db2/.test(text) && /Thursday/.test(text),
    },
    { name: 'the note has no outdated fact', isMet: text !== '' && !/5432|db1\b|Tuesday/.test(text) },
    {
      name: 'the note names the approver and the vault entry',
      isMet: /Grace/.test(text) && /db-staging/.test(text),
    },
    { name: 'the note says "unknown" for the missing fact', isMet: /unknown/i.test(text) },
    { name: 'memory has no outdated fact', isMet: contents !== '' && !/5432|Tuesday/.test(contents) },
    { name: 'both tasks are complete', isMet: tasks.every(({ status }) => status === 'complete') },
    {
      name: 'the session has ended',
      isMet: sessions.length > 0 && sessions.every(({ status }) => status === 'ended'),
    },
  ]
}

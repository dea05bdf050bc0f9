import type { Client } from '../server/operations/client.ts'

/** What the people and the agent of the example organization know: said to the doors that they would use. */
type UseTool = (name: string, input: object) => Promise<{ key: string; id: string }>

export async function addKnowledge(call: Client, useTool: UseTool, project: string): Promise<void> {
  await call('agents.update', {
    agent: 'Builder',
    role: 'Builds what is ready, and says what it learned.',
    instructions:
      'Take one ready task at a time. Read the linked spec and search the memory before you begin. Write a test first for a bug. Leave a note for whoever comes next.',
    model: 'any',
    dailyBudget: 5000,
  })
  for (const memory of memories) await useTool('store_memory', { scope: 'project', project, ...memory })
  const spec = await useTool('create_spec', { project, title: 'Checkout on one page', content: checkoutSpec })
  await call('specs.update', {
    spec: spec.key,
    content: checkoutSpec.replace('three sections', 'two sections').replace(shipping, ''),
    reason: 'Shipping is chosen in the basket already.',
  })
  await call('specs.update', { spec: spec.key, status: 'review', reason: 'Ready to be read.' })
  const { key: first } = await useTool('log_decision', { project, ...sessionsInCookies })
  await call('decisions.discuss', { decision: first, body: 'Does that hold up in the app, too?' })
  await call('decisions.resolve', {
    decision: first,
    status: 'accepted',
    outcome: 'The app keeps its token in the key store of the phone; the shop uses a cookie.',
  })
  await useTool('log_decision', { project, ...guestCheckout })
  await call('notes.create', {
    title: 'How we work',
    tags: ['team'],
    pinned: true,
    content: howWeWork,
    project,
  })
  await call('notes.create', { title: 'Release checklist', tags: ['release'], content: checklist, project })
  await call('skills.create', { ...reviewSkill, scope: 'public' })
  const { id: session } = await useTool('create_session', { project, ...workOnRounding })
  await useTool('end_session', {
    session,
    summary: 'Sums are kept in cents now, and rounded once. A property test adds up random baskets.',
    learned: [
      { content: 'The tax service rounds half up, and so does the basket: never mix in banker’s rounding.' },
    ],
  })
}

const memories = [
  {
    kind: 'procedure',
    content: 'Run `npm run seed:shop` before the checkout tests, or the basket has no articles.',
    tags: ['testing', 'checkout'],
  },
  {
    kind: 'fact',
    content: 'Amounts are whole cents everywhere. A float in a price is a bug, however small it looks.',
    tags: ['money'],
    importance: 0.9,
  },
  {
    kind: 'preference',
    content: 'Changes should be small enough to be read in ten minutes; larger ones are split first.',
    tags: ['review'],
  },
  {
    kind: 'episode',
    content:
      'The first try at address completion sent every key stroke to the provider and was throttled. Waiting for 300 ms of silence mended it.',
    tags: ['address'],
  },
  {
    kind: 'fact',
    content:
      'The payment provider may deliver the same webhook twice, and out of order: use the id of the event.',
    tags: ['payments'],
    importance: 0.8,
  },
]

const shipping = '2. **Shipping**: standard or express, with the day of arrival.\n'
const checkoutSpec = `# Checkout on one page

A customer goes from the basket to a paid order without leaving the page.

## Sections
The page has three sections, each open until it is complete:

1. **Address**, completed while typing.
${shipping}3. **Payment**: card, or invoice for known customers.

## Rules
- Nothing that was typed is lost when the page is left and opened again within a day.
- The total is shown at all times, tax included, in whole cents.
- A payment that fails says why, and keeps everything else as it was.

## Not part of it
Gift wrapping, and several addresses for one order.
`

const sessionsInCookies = {
  title: 'Keep the customer signed in with a cookie',
  context: 'The shop needs to know its customers on every page, and scripts of others run on some of them.',
  rationale: 'A cookie that scripts cannot read cannot be stolen by one.',
  alternatives: [
    { title: 'A token in local storage', reason: 'Every script on the page can read it.' },
    { title: 'Ask for the password at checkout', reason: 'Many customers leave at that point.' },
  ],
  tags: ['security', 'checkout'],
}

const guestCheckout = {
  title: 'Let people order without an account',
  context: 'Many orders are first orders, and for these an account is one more step.',
  rationale: 'An order needs an address and a payment, and neither needs an account.',
  alternatives: [{ title: 'Make the account silently', reason: 'Nobody has agreed to it.' }],
  tags: ['checkout'],
}

const howWeWork = `# How we work

- One task at a time: **claim** it, so that nobody else does it too.
- What is decided stands in the decision log, with what else was weighed.
- Before a release, go through the [[Release checklist]].
- People review what agents build, and agents review what people build.
`

const checklist = `# Release checklist

- [ ] All features of the release have passed their gates
- [ ] The backup of last night was restored somewhere
- [ ] Release notes say what changes for customers
- [ ] Somebody is there for the next two hours
`

const reviewSkill = {
  slug: 'review-checkout-changes',
  name: 'Review changes to the checkout',
  description: 'What to look at when a change touches baskets, prices or payments.',
  tags: ['review', 'checkout'],
  content: `# Review changes to the checkout

1. Are amounts whole cents from end to end? Look at every division.
2. What happens when the payment provider answers late, twice, or never?
3. Is everything that the customer typed still there after an error?
4. Run the property test of the basket with a thousand more runs than usual.
`,
}

const workOnRounding = {
  title: 'Find out why three articles cost a cent too much',
  context:
    'Customers reported totals that are off by a cent. The sums are made in the basket and again at checkout.',
  goals: ['Reproduce it in a test', 'Round once, at the end', 'Write down what was learned'],
}

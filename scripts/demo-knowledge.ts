import type { Client } from '../server/assembly/client.ts'

/** Calls an MCP tool as the agent of the example organization. */
type UseTool = (name: string, input: object) => Promise<{ key: string; id: string }>

export async function addKnowledge(call: Client, useTool: UseTool, project: string): Promise<void> {
  await call('agents.update', {
    agent: 'Builder',
    role: 'Builds ready tasks and records what it learns.',
    instructions:
      'Claim one ready task at a time. Read the linked spec and search the memory before you start. For a bug, write a test first. Leave completion notes for the next agent.',
    model: 'any',
    dailyBudget: 5000,
  })
  for (const memory of memories) await useTool('store_memory', { scope: 'project', project, ...memory })
  const spec = await useTool('create_spec', { project, title: 'Checkout on one page', content: checkoutSpec })
  await call('specs.update', {
    spec: spec.key,
    content: checkoutSpec.replace('three sections', 'two sections').replace(shipping, ''),
    reason: 'Customers already choose shipping in the basket.',
  })
  await call('specs.update', { spec: spec.key, status: 'review', reason: 'Ready for review.' })
  const { key: first } = await useTool('log_decision', { project, ...sessionsInCookies })
  await call('decisions.discuss', { decision: first, body: 'Does that also work in the app?' })
  await call('decisions.resolve', {
    decision: first,
    status: 'accepted',
    outcome: 'The app stores its token in the key store of the phone. The shop uses a cookie.',
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
    summary: 'Totals are now kept in cents and rounded once. A property test adds up random baskets.',
    learned: [
      { content: "The tax service rounds half up, and so does the basket: never mix in banker's rounding." },
    ],
  })
}

const memories = [
  {
    kind: 'procedure',
    content: 'Run `npm run seed:shop` before the checkout tests. Otherwise the basket has no items.',
    tags: ['testing', 'checkout'],
  },
  {
    kind: 'fact',
    content: 'Amounts are whole cents everywhere. A float in a price is always a bug.',
    tags: ['money'],
    importance: 0.9,
  },
  {
    kind: 'preference',
    content: 'Keep changes small enough to review in ten minutes. Split larger ones first.',
    tags: ['review'],
  },
  {
    kind: 'episode',
    content:
      'The first version of address completion sent every keystroke to the provider and was throttled. A debounce of 300 ms fixed it.',
    tags: ['address'],
  },
  {
    kind: 'fact',
    content:
      'The payment provider may deliver a webhook twice and out of order. Deduplicate by the event id.',
    tags: ['payments'],
    importance: 0.8,
  },
]

const shipping = '2. **Shipping**: standard or express, with the day of arrival.\n'
const checkoutSpec = `# Checkout on one page

Customers get from the basket to a paid order without leaving the page.

## Sections
The page has three sections, each open until it is complete:

1. **Address**, completed while typing.
${shipping}3. **Payment**: card, or invoice for known customers.

## Rules
- Input is kept for a day if the customer leaves the page and returns.
- The total is always visible, in whole cents and including tax.
- A failed payment shows the reason and keeps all other input.

## Out of scope
Gift wrapping, and several addresses for one order.
`

const sessionsInCookies = {
  title: 'Keep the customer signed in with a cookie',
  context: 'The shop must recognize customers on every page, and some pages run third-party scripts.',
  rationale: "Scripts can't read an HttpOnly cookie, so they can't steal it.",
  alternatives: [
    { title: 'A token in local storage', reason: 'Every script on the page can read it.' },
    { title: 'Ask for the password at checkout', reason: 'Many customers leave at that point.' },
  ],
  tags: ['security', 'checkout'],
}

const guestCheckout = {
  title: 'Let people order without an account',
  context: 'Many orders are first orders, and an account is an extra step for them.',
  rationale: 'An order needs an address and a payment. Neither needs an account.',
  alternatives: [{ title: 'Create an account silently', reason: 'The customer has not agreed to it.' }],
  tags: ['checkout'],
}

const howWeWork = `# How we work

- Work on one task at a time, and **claim** it so that no one else works on it.
- Record decisions in the decision log, with the alternatives.
- Before a release, go through the [[Release checklist]].
- People review the work of agents, and agents review the work of people.
`

const checklist = `# Release checklist

- [ ] All features of the release have passed their gates
- [ ] Last night's backup was restored as a test
- [ ] The release notes describe the changes for customers
- [ ] Someone is on call for the next two hours
`

const reviewSkill = {
  slug: 'review-checkout-changes',
  name: 'Review changes to the checkout',
  description: 'What to check when a change touches baskets, prices or payments.',
  tags: ['review', 'checkout'],
  content: `# Review changes to the checkout

1. Are amounts whole cents from end to end? Check every division.
2. What happens if the payment provider responds late, twice or never?
3. Is the customer's input still there after an error?
4. Run the property test of the basket with a thousand additional runs.
`,
}

const workOnRounding = {
  title: 'Find out why three items cost a cent too much',
  context:
    'Customers reported totals that are off by a cent. Totals are computed in the basket and again at checkout.',
  goals: ['Reproduce it in a test', 'Round once, at the end', 'Record what was learned'],
}

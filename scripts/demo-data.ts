import type { InputOf } from '../server/assembly/client.ts'

/** A task of the example organization. If it has notes, it is completed with them. */
export type NewTask = Omit<InputOf<'tasks.create'>, 'project'> & { notes?: string; byAgent?: true }
type Example = InputOf<'projects.create'> & { tasks: NewTask[]; plan?: Plan }

/** The relations between the tasks, which are named by their titles. */
export interface Plan {
  epic: { title: string; description: string }
  stories: Record<string, string[]>
  /** Dependencies: the first task blocks the second. */
  before: [first: string, then: string][]
  comments: Record<string, string>
  /** A question of the agent to the user, in a comment on the task. */
  question: { task: string; text: string }
  /** A feature that waits for a review by a human. */
  feature: { title: string; description: string; commit: string; report: string; tasks: string[] }
}

export function examples(): Example[] {
  return [
    {
      name: 'Web shop',
      key: 'WEB',
      description: 'The shop that customers order from. The goal of this quarter: a one-page checkout.',
      tasks: [
        {
          title: 'Choose a payment provider',
          type: 'spike',
          status: 'in_review',
          priority: 'high',
          labels: ['checkout', 'payments'],
          assignee: 'me',
          description:
            'Compare three providers:\n\n| | fees | refunds | sandbox |\n|---|---|---|---|\n| A | 1.4 % | API | yes |\n| B | 1.2 % | by hand | no |\n| C | 1.9 % | API | yes |',
          notes: 'Provider A: refunds through the API, and a sandbox that behaves like production.',
        },
        {
          title: 'Set up continuous integration',
          type: 'chore',
          labels: ['tooling'],
          estimate: 2,
          byAgent: true,
          notes:
            'Lint, types and tests run on every push, in four minutes. The cache is keyed by the lockfile.',
        },
        {
          title: 'Prices are rounded before tax is added',
          type: 'bug',
          priority: 'urgent',
          labels: ['checkout'],
          description:
            'Three items at 0.35 with 19 % tax come to **1.26** instead of **1.25**.\n\n1. Add three of an item at 0.35.\n2. Open the basket.\n\nCalculate in cents, round once at the end.',
          byAgent: true,
          notes: 'Sums are kept in cents and rounded once. A test adds up 10 000 random baskets.',
        },
        { title: 'Write the terms of delivery', labels: ['content'], notes: 'Reviewed and online.' },
        {
          title: 'Put the checkout on one page',
          status: 'in_progress',
          priority: 'high',
          labels: ['checkout', 'design'],
          estimate: 8,
          dueAt: inDays(9),
          assignee: 'me',
          description:
            '## Done when\n\n- [x] address, delivery and payment are on one page\n- [x] the sum follows every change\n- [ ] it works without a mouse\n- [ ] an interrupted order can be continued',
        },
        {
          title: 'Connect the payment provider',
          status: 'blocked',
          priority: 'high',
          labels: ['checkout', 'payments'],
          estimate: 5,
          dueAt: inDays(14),
          description: 'Blocked: the contract is signed, the **keys for production** have not arrived.',
        },
        {
          title: 'Send order confirmations by email',
          status: 'in_review',
          priority: 'medium',
          labels: ['email'],
          estimate: 3,
          dueAt: inDays(2),
          byAgent: true,
          description: 'Text and HTML. The template is `emails/order.html`. All totals come from the order.',
        },
        {
          title: 'Search finds nothing when a word has an accent',
          type: 'bug',
          priority: 'high',
          labels: ['search'],
          dueAt: inDays(-1),
          byAgent: true,
          description: '`creme` should find *Crème*. Normalize both sides (`NFD`, without marks).',
        },
        {
          title: 'Product images are too large on phones',
          type: 'bug',
          status: 'in_progress',
          priority: 'medium',
          labels: ['performance'],
          estimate: 2,
          description: 'Offer `srcset` in three sizes. The start page loads 4.1 MB, it should be below 1 MB.',
        },
        { title: 'Filter by size and colour', priority: 'medium', labels: ['search', 'design'], estimate: 5 },
        {
          title: 'Let customers download their invoices',
          priority: 'medium',
          dueAt: inDays(21),
          estimate: 3,
        },
        {
          title: 'Update the framework',
          type: 'chore',
          priority: 'low',
          labels: ['tooling'],
          dueAt: inDays(30),
        },
        { title: 'Offer gift cards', status: 'backlog', labels: ['payments'], estimate: 13 },
        {
          title: 'Compare two texts on the start page',
          status: 'backlog',
          type: 'spike',
          labels: ['content'],
        },
        {
          title: 'Show prices in three currencies',
          status: 'cancelled',
          priority: 'low',
          description: 'Cancelled: we deliver to one currency area for now.',
        },
      ],
      plan: {
        epic: {
          title: 'One-page checkout',
          description: 'From the basket to the confirmation on a single page, without dead ends.',
        },
        stories: {
          'Pay without leaving the page': [
            'Choose a payment provider',
            'Put the checkout on one page',
            'Connect the payment provider',
          ],
          'Know that the order has arrived': [
            'Send order confirmations by email',
            'Let customers download their invoices',
          ],
        },
        before: [
          ['Put the checkout on one page', 'Connect the payment provider'],
          ['Connect the payment provider', 'Let customers download their invoices'],
        ],
        comments: {
          'Connect the payment provider': 'The keys are due on Thursday. Until then we can use the sandbox.',
        },
        question: {
          task: 'Let customers download their invoices',
          text: 'is a PDF enough, or do you want the machine-readable format of EN 16931 as well?',
        },
        feature: {
          title: 'Totals that are right to the cent',
          description: 'Prices, tax and discounts are kept in cents and rounded once, at the end.',
          commit: '9f1c2e7: Keep sums in cents and round once',
          report: `TAP version 14
1..3
ok 1 - three items at 0.35 with 19 % tax come to 1.25
ok 2 - a discount is taken off before the tax
ok 3 - 10 000 random baskets add up
`,
          tasks: ['Prices are rounded before tax is added'],
        },
      },
    },
    {
      name: 'Mobile app',
      key: 'APP',
      description: 'Orders and deliveries on the phone. It uses the same API as the web shop.',
      tasks: [
        {
          title: 'Sketch the five main screens',
          labels: ['design'],
          notes: 'Agreed on. The order screen shows the delivery first, the items below.',
        },
        {
          title: 'Generate the API client from the contract',
          type: 'chore',
          labels: ['api'],
          estimate: 3,
          byAgent: true,
          notes:
            'Generated from the OpenAPI file at build time. A field that disappears now fails the build.',
        },
        {
          title: 'Sign in with a code sent by email',
          status: 'in_progress',
          priority: 'high',
          labels: ['accounts'],
          estimate: 5,
          dueAt: inDays(6),
          assignee: 'me',
          description:
            'Six digits, valid for ten minutes, three attempts.\n\n> Passwords are typed wrong on phones in one of five cases.',
        },
        {
          title: 'The app forgets the basket when it is closed',
          type: 'bug',
          status: 'in_review',
          priority: 'urgent',
          labels: ['basket'],
          dueAt: inDays(1),
          byAgent: true,
          description:
            'The basket is written when the app goes to the background, which the system may skip.',
        },
        {
          title: 'Notify when a delivery is on its way',
          status: 'blocked',
          priority: 'medium',
          labels: ['notifications'],
          estimate: 8,
          description: 'Blocked: needs the webhook of the carrier, see WEB-6 for the same wait.',
        },
        { title: 'Follow the dark mode of the system', priority: 'low', labels: ['design'], estimate: 2 },
        {
          title: 'Read barcodes with the camera',
          type: 'spike',
          status: 'backlog',
          labels: ['search'],
          description: 'Is the platform API good enough, or do we need a library? Half a day, no more.',
        },
        {
          title: 'Test on small screens',
          type: 'chore',
          priority: 'medium',
          dueAt: inDays(12),
          byAgent: true,
        },
        {
          title: 'Prepare the listing in the stores',
          priority: 'medium',
          labels: ['content'],
          dueAt: inDays(25),
        },
        { title: 'Support tablets', status: 'cancelled', labels: ['design'] },
      ],
    },
  ]
}

/** Returns 17:00 UTC a number of days from now. */
function inDays(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${day}T17:00:00Z`
}

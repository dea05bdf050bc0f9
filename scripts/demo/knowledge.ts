/* Texts of notes, specs, decisions, memories and skills of the example organization. */

export const memories = [
  {
    kind: 'procedure',
    content: 'Run `npm run seed:harbour` before the booking tests. Otherwise no sailing has seats.',
    tags: ['testing', 'booking'],
  },
  {
    kind: 'fact',
    content: 'Amounts are whole cents everywhere. A float in a fare is always a bug.',
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
      'The first timetable search sent every keystroke to the server and was throttled. A debounce of 300 ms fixed it.',
    tags: ['timetable'],
  },
  {
    kind: 'fact',
    content:
      'The payment provider may deliver a webhook twice and out of order. Deduplicate by the event id.',
    tags: ['payments'],
    importance: 0.8,
  },
  {
    kind: 'fact',
    content: 'Piers change up to 20 minutes before departure. Never cache a pier longer than a minute.',
    tags: ['tickets'],
    importance: 0.7,
  },
]

const vehicle = '2. **Vehicle**: none, bicycle, car or trailer, with its length.\n'

export const bookingSpec = `# Booking on one page

Passengers get from the timetable to a paid ticket without leaving the page.

## Sections
The page has three sections, each open until it is complete:

1. **Passengers**, with discounts for islanders and children.
${vehicle}3. **Payment**: card, or invoice for known companies.

## Rules
- A seat is held for ten minutes from the first field.
- The total is always visible, in whole cents and including the harbour fee.
- A failed payment shows the reason and keeps all other input.

## Out of scope
Season tickets, and several crossings in one booking.
`
export const shorterSpec = bookingSpec.replace('three sections', 'two sections').replace(vehicle, '')

export const holdAsLease = {
  title: 'Hold a seat with a lease in the database',
  context: 'Two passengers must never hold the same seat, and a node can stop at any time.',
  rationale: 'A lease expires by itself. A job that releases seats can fail and leave them blocked.',
  alternatives: [
    { title: 'Release seats with a job', reason: 'If the job stops, the ferry sails half empty.' },
    { title: 'Hold seats in memory', reason: 'A restart forgets them.' },
  ],
  tags: ['booking', 'reliability'],
}

export const noAccount = {
  title: 'Let people book without an account',
  context: 'Most bookings are first bookings, and an account is an extra step in the queue.',
  rationale: 'A ticket needs a name and a payment. Neither needs an account.',
  alternatives: [{ title: 'Create an account silently', reason: 'The passenger has not agreed to it.' }],
  tags: ['booking'],
}

export const oneFareService = {
  title: 'One service calculates all fares',
  context: 'The terminals and the web rounded differently, and passengers noticed.',
  rationale: 'A fare is calculated once and signed. Everyone else only shows it.',
  alternatives: [{ title: 'Share a library', reason: 'The terminals update once a year.' }],
  tags: ['fares'],
}

export const howWeWork = `# How we work

- Work on one task at a time, and **claim** it so that no one else works on it.
- Record decisions in the decision log, with the alternatives.
- Before a release, go through the [[Release checklist]].
- People review the work of agents, and agents review the work of people.
`

export const checklist = `# Release checklist

- [ ] All features of the release have passed their gates
- [ ] Last night's backup was restored as a test
- [ ] The release notes describe the changes for passengers
- [ ] Someone is on call for the next two hours
`

export const terminalVisit = `# A morning at the north terminal

We watched 40 bookings on phones.

- 31 people chose the next ferry without reading the list.
- 6 looked for the vehicle field after paying. It must come first.
- 3 tried to show the email instead of the ticket.
`

export const reviewSkill = {
  slug: 'review-fare-changes',
  name: 'Review changes to fares',
  description: 'Checks for changes that touch fares, discounts or payments.',
  tags: ['review', 'fares'],
  content: `# Review changes to fares

1. Are amounts whole cents from end to end? Check every division.
2. What happens if the payment provider responds late, twice or never?
3. Is the passenger's input still there after an error?
4. Run the property test of the fares with a thousand additional runs.
`,
}

export const report = `TAP version 14
1..3
ok 1 - a booking for three islanders comes to 11.25
ok 2 - a discount is taken off before the harbour fee
ok 3 - 10 000 random bookings add up
`

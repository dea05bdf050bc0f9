import { bookingEpics } from './booking-epics.ts'
import type { DemoProject } from './demo-project.ts'

/** The main project of a ferry company that sells tickets online. */
export const booking: DemoProject = {
  name: 'Ferry booking',
  key: 'BOOK',
  description: 'Tickets for the islands, on the web. The goal of this quarter: a booking in under a minute.',
  lead: 'mara',
  epics: bookingEpics,
  done: [
    [
      'Draw the booking flow on one page',
      'lucia',
      {
        labels: ['design'],
        estimate: 3,
        notes: 'Tested with six passengers in the terminal. Nobody looked for the back button.',
      },
    ],
    [
      'Set up continuous integration',
      'Builder',
      {
        type: 'chore',
        labels: ['tooling'],
        notes: 'Lint, types and tests run on every push, in four minutes.',
      },
    ],
    [
      'Choose a payment provider',
      'mara',
      {
        type: 'spike',
        priority: 'high',
        labels: ['payments'],
        notes: 'Provider A: refunds through the API, and a sandbox that behaves like production.',
      },
    ],
    ['Show the next three crossings first', 'priya', { labels: ['timetable'], estimate: 3 }],
    [
      'Timetable shows winter times in April',
      'Tester',
      {
        type: 'bug',
        priority: 'urgent',
        labels: ['timetable'],
        notes: 'The season was compared as text. A test covers every change of season until 2030.',
      },
    ],
    ['Import ports and routes', 'Builder', { labels: ['data'], estimate: 2 }],
    [
      'Search finds no port with an accent',
      'Builder',
      { type: 'bug', labels: ['search'], notes: 'Both sides are normalized to NFD without marks.' },
    ],
    ['Remember the last route', 'priya', { labels: ['timetable'], estimate: 1 }],
    [
      'Write the terms of carriage',
      'Scribe',
      { labels: ['content'], notes: 'Checked by the harbour office. The page is online in three languages.' },
    ],
    [
      'Hold a seat for ten minutes',
      'tomas',
      {
        priority: 'high',
        labels: ['booking'],
        estimate: 5,
        notes: 'A hold is a lease in the database. It expires without a job.',
      },
    ],
    [
      'Two passengers can hold the last seat',
      'Tester',
      {
        type: 'bug',
        priority: 'urgent',
        labels: ['booking'],
        notes: 'Reproduced with 40 parallel holds. The hold now locks the sailing.',
      },
    ],
    [
      'Fares are rounded before the island discount',
      'Builder',
      {
        type: 'bug',
        priority: 'high',
        labels: ['fares'],
        notes: 'Sums are kept in cents and rounded once. A test adds up 10,000 random bookings.',
      },
    ],
    ['Move the fare table into the fare service', 'tomas', { labels: ['fares'], estimate: 5 }],
    ['Send the ticket by email', 'Builder', { labels: ['tickets'], estimate: 2 }],
    [
      'Send the ticket as a wallet pass',
      'priya',
      { labels: ['tickets'], estimate: 5, notes: 'The pass updates itself when the pier changes.' },
    ],
    ['Filter crossings by vehicle space', 'Builder', { labels: ['timetable'], estimate: 3 }],
    [
      'Alert when bookings per minute drop',
      'jonas',
      {
        type: 'chore',
        labels: ['operations'],
        notes: 'Pages after five minutes below a tenth of the usual rate.',
      },
    ],
    ['Barcode is too small on old phones', 'lucia', { type: 'bug', labels: ['tickets', 'design'] }],
    ['Describe the fare rules for the terminals', 'Scribe', { labels: ['content'] }],
    [
      'Restore a backup of the booking database',
      'jonas',
      {
        type: 'chore',
        labels: ['operations'],
        notes: 'Restored in eleven minutes. The runbook has the new steps.',
      },
    ],
    [
      'Booking form loses the vehicle when going back',
      'priya',
      { type: 'bug', priority: 'high', labels: ['booking'] },
    ],
    [
      'Test the webhooks of the payment provider',
      'Tester',
      {
        labels: ['payments'],
        notes: 'They arrive twice and out of order. The handler deduplicates by event id.',
      },
    ],
    [
      'Load test for the summer timetable',
      'Tester',
      {
        type: 'spike',
        labels: ['performance'],
        notes: '900 bookings a minute on one node. The database is the limit.',
      },
    ],
    [
      'Start page loads four megabytes',
      'Builder',
      {
        type: 'bug',
        priority: 'medium',
        labels: ['performance'],
        notes: 'Images come in three sizes. The page is 640 kB now.',
      },
    ],
    ['Release notes for spring', 'Scribe', { labels: ['content'] }],
  ],
  open: [
    [
      'Pay without leaving the page',
      'tomas',
      {
        status: 'in_progress',
        priority: 'high',
        labels: ['payments', 'booking'],
        estimate: 8,
        daysLeft: 6,
        description:
          '## Done when\n\n- [x] card payments stay on the page\n- [x] the total follows every change\n- [ ] it works without a mouse\n- [ ] an interrupted payment can be continued',
      },
    ],
    [
      'Refund a cancelled crossing automatically',
      null,
      {
        status: 'blocked',
        priority: 'high',
        labels: ['payments'],
        estimate: 5,
        daysLeft: 12,
        description: 'Blocked: the **production keys** for refunds have not arrived.',
      },
    ],
    [
      'Price vehicles by length',
      'Builder',
      {
        status: 'in_progress',
        priority: 'medium',
        labels: ['fares'],
        estimate: 3,
        daysLeft: 3,
        description:
          'Steps of one metre from 4 m. Trailers count separately. The fare service already has the table.',
      },
    ],
    [
      'Wallet pass keeps the old pier',
      'Tester',
      {
        type: 'bug',
        status: 'in_review',
        priority: 'urgent',
        labels: ['tickets'],
        daysLeft: 1,
        description: 'The pass is only pushed when the time changes. Reproduced with a change of pier alone.',
      },
    ],
    [
      'Booking in the language of the phone',
      'priya',
      { status: 'in_progress', priority: 'medium', labels: ['content'], estimate: 5, daysLeft: 9 },
    ],
    [
      'Group bookings for schools',
      null,
      { priority: 'medium', labels: ['booking'], estimate: 8, daysLeft: 20 },
    ],
    [
      'Seat map for wheelchair places',
      'lucia',
      {
        priority: 'high',
        labels: ['design'],
        estimate: 5,
        daysLeft: -1,
        description: 'Two places on each deck. They stay free until the day before.',
      },
    ],
    ['Season tickets for islanders', 'mara', { status: 'backlog', labels: ['fares'], estimate: 13 }],
    [
      'Set the fares for autumn',
      'mara',
      { status: 'in_progress', priority: 'high', labels: ['fares'], estimate: 2, daysLeft: 4 },
    ],
    ['Compare two texts on the start page', null, { status: 'backlog', type: 'spike', labels: ['content'] }],
    [
      'Prices in three currencies',
      null,
      { status: 'cancelled', priority: 'low', description: 'Cancelled: all ports use one currency.' },
    ],
  ],
  before: [
    ['Pay without leaving the page', 'Refund a cancelled crossing automatically'],
    ['Price vehicles by length', 'Group bookings for schools'],
  ],
}

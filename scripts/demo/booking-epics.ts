import type { DemoEpic } from './demo-project.ts'

/** The epics of the main project: one complete, one with a due date, one without, and one that is planned. */
export const bookingEpics: DemoEpic[] = [
  {
    title: 'Booking in under a minute',
    description: 'From the timetable to the ticket without an account and without dead ends.',
    created: 50,
    daysLeft: 18,
    status: 'active',
    stories: {
      'Choose a crossing': [
        'Show the next three crossings first',
        'Remember the last route',
        'Filter crossings by vehicle space',
      ],
      'Pay and board': [
        'Send the ticket as a wallet pass',
        'Hold a seat for ten minutes',
        'Pay without leaving the page',
        'Refund a cancelled crossing automatically',
      ],
    },
  },
  {
    title: 'Fares that add up',
    description: 'One fare engine for the web, the terminals and the crew app.',
    created: 34,
    status: 'active',
    stories: {
      'Same price everywhere': [
        'Fares are rounded before the island discount',
        'Move the fare table into the fare service',
        'Price vehicles by length',
      ],
    },
  },
  {
    title: 'Ready for the first sailing',
    description: 'Everything that has to work before the first ticket is sold.',
    created: 55,
    daysLeft: -16,
    status: 'complete',
    stories: {
      'Build and run': [
        'Set up continuous integration',
        'Import ports and routes',
        'Alert when bookings per minute drop',
      ],
      'Sell the first ticket': [
        'Choose a payment provider',
        'Write the terms of carriage',
        'Send the ticket by email',
      ],
    },
  },
  {
    title: 'Groups and regulars',
    description: 'Schools and islanders book for many people or for the whole season.',
    created: 8,
    daysLeft: 48,
    status: 'planned',
    stories: {
      'Book for a group': ['Group bookings for schools', 'Seat map for wheelchair places'],
      'Travel all season': ['Season tickets for islanders'],
    },
  },
]

import { booking } from './booking.ts'
import type { DemoProject } from './demo-project.ts'

const crewApp: DemoProject = {
  name: 'Crew app',
  key: 'CREW',
  description: 'Boarding, passenger counts and notices on the phones of the crew. Works without a signal.',
  lead: 'priya',
  epics: [],
  done: [
    [
      'Sketch the boarding screen',
      'lucia',
      { labels: ['design'], notes: 'Large targets: the crew wears gloves.' },
    ],
    [
      'Generate the API client from the contract',
      'Builder',
      { type: 'chore', labels: ['api'], estimate: 3, notes: 'A field that disappears now fails the build.' },
    ],
    [
      'Read tickets with the camera',
      'priya',
      { type: 'spike', labels: ['boarding'], notes: 'The platform API is good enough, even in rain.' },
    ],
    [
      'Count passengers without a signal',
      'Builder',
      {
        priority: 'high',
        labels: ['offline'],
        estimate: 8,
        notes: 'Counts are merged by device when the signal returns.',
      },
    ],
    ['Count is doubled after a restart', 'Tester', { type: 'bug', priority: 'urgent', labels: ['offline'] }],
    ['Sign in with a crew card', 'priya', { labels: ['accounts'], estimate: 5 }],
    ['Show the weather at the next port', 'Builder', { labels: ['notices'] }],
    [
      'Battery drains while scanning',
      'Tester',
      {
        type: 'bug',
        labels: ['boarding'],
        notes: 'The camera stays off between tickets. Four hours became nine.',
      },
    ],
    ['Explain the app to new crew', 'Scribe', { labels: ['content'] }],
  ],
  open: [
    [
      'Report a delay in two taps',
      'priya',
      { status: 'in_progress', priority: 'high', labels: ['notices'], estimate: 3, daysLeft: 5 },
    ],
    [
      'Hand over the watch with open notices',
      'Builder',
      { priority: 'medium', labels: ['notices'], estimate: 5, daysLeft: 14 },
    ],
    [
      'App forgets the sailing when it is closed',
      'Tester',
      { type: 'bug', status: 'in_review', priority: 'high', labels: ['offline'], daysLeft: 2 },
    ],
    ['Dark mode for the bridge at night', 'lucia', { priority: 'low', labels: ['design'], estimate: 2 }],
    ['Test on the phones of the crew', 'mara', { type: 'chore', priority: 'medium', daysLeft: 10 }],
  ],
  before: [],
}

const fleet: DemoProject = {
  name: 'Fleet operations',
  key: 'FLEET',
  description: 'Sailings, crews and maintenance windows. The source of the timetable.',
  lead: 'jonas',
  epics: [],
  done: [
    ['Import the sailings of last year', 'jonas', { type: 'chore', labels: ['data'] }],
    ['Show maintenance windows in the plan', 'Builder', { labels: ['planning'], estimate: 3 }],
    [
      'Crew hours exceed the legal limit unnoticed',
      'Tester',
      { type: 'bug', priority: 'urgent', labels: ['crews'], notes: 'The rule now counts across midnight.' },
    ],
    ['Publish timetable changes as events', 'tomas', { labels: ['api'], estimate: 5 }],
    ['Runbook for a cancelled sailing', 'Scribe', { labels: ['content'] }],
  ],
  open: [
    [
      'Plan relief crews for the holidays',
      'jonas',
      { status: 'in_progress', priority: 'high', labels: ['crews'], daysLeft: 8 },
    ],
    ['Predict delays from the weather', 'mara', { type: 'spike', status: 'backlog', labels: ['planning'] }],
    ['Archive sailings after two years', 'Builder', { type: 'chore', priority: 'low', labels: ['data'] }],
  ],
  before: [],
}

export const projects = [booking, crewApp, fleet]

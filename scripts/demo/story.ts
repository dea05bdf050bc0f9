import type { Actors } from './actors.ts'
import {
  bookingSpec,
  checklist,
  holdAsLease,
  howWeWork,
  memories,
  noAccount,
  oneFareService,
  report,
  reviewSkill,
  shorterSpec,
  terminalVisit,
} from './knowledge.ts'
import { type Timeline, daysAgo } from './timeline.ts'
import type { Keys } from './work.ts'

const project = 'ferry-booking'
const minuteMs = 60_000

/** Plans the knowledge, features, discussions and the running session around the tasks. */
export function planStory(timeline: Timeline, { people, agents, username }: Actors, keys: Keys): void {
  const { mara, tomas, priya, jonas, lucia } = people
  const { Builder, Tester, Scribe } = agents
  const keyOf = (title: string) => keys.get(title)!
  const comment = (day: number, hour: number, who: typeof mara, task: string, body: string) =>
    timeline.at(daysAgo(day, hour), () => who('comments.create', { item: keyOf(task), body }))

  timeline.at(daysAgo(54, 10), async () => {
    await mara('notes.create', {
      title: 'How we work',
      tags: ['team'],
      pinned: true,
      content: howWeWork,
      project,
    })
    await jonas('notes.create', {
      title: 'Release checklist',
      tags: ['release'],
      content: checklist,
      project,
    })
  })
  timeline.at(daysAgo(33, 14), () =>
    lucia('notes.create', {
      title: 'A morning at the north terminal',
      tags: ['research'],
      content: terminalVisit,
      project,
    }),
  )
  for (const [index, memory] of memories.entries())
    timeline.at(daysAgo(46 - index * 7, 15), () =>
      (index % 2 ? Tester : Builder)('store_memory', { scope: 'project', project, ...memory }),
    )
  timeline.at(daysAgo(40, 9), () => tomas('skills.create', { ...reviewSkill, scope: 'public' }))

  let spec = ''
  timeline.at(daysAgo(44, 11), async () => {
    spec = (await Scribe('create_spec', { project, title: 'Booking on one page', content: bookingSpec })).key
  })
  timeline.at(daysAgo(31, 9), () =>
    mara('specs.update', {
      spec,
      content: shorterSpec,
      reason: 'Passengers choose the vehicle with the crossing.',
    }),
  )
  timeline.at(daysAgo(9, 16), () =>
    mara('specs.update', { spec, status: 'review', reason: 'Ready for review.' }),
  )

  let hold = ''
  timeline.at(daysAgo(37, 10), async () => {
    hold = (await Builder('log_decision', { project, ...holdAsLease })).key
  })
  timeline.at(daysAgo(37, 15), () =>
    jonas('decisions.discuss', { decision: hold, body: 'What happens if the clocks of two nodes differ?' }),
  )
  timeline.at(daysAgo(36, 9), () =>
    tomas('decisions.resolve', {
      decision: hold,
      status: 'accepted',
      outcome: 'Every node uses the clock of the database, so their own clocks do not matter.',
    }),
  )
  timeline.at(daysAgo(24, 11), () =>
    mara('decisions.log', { project, ...oneFareService, status: 'accepted' }),
  )
  timeline.at(daysAgo(3, 14), () => Scribe('log_decision', { project, ...noAccount }))

  // A feature that passed its gates, and one that waits for a review by a person.
  planFeature(
    30,
    'Totals that are right to the cent',
    'Fares are rounded before the island discount',
    '9f1c2e7',
  )
  timeline.at(daysAgo(23, 15), async () => {
    await mara('reviews.submit', {
      feature: keyOf('Totals that are right to the cent'),
      verdict: 'approved',
      body: 'Compared 200 receipts of last month. All match.',
    })
    await mara('features.advance', { feature: keyOf('Totals that are right to the cent') })
  })
  planFeature(6, 'Seats that cannot be sold twice', 'Two passengers can hold the last seat', 'c40b8aa')
  timeline.at(daysAgo(1, 16), () =>
    Builder('update_task', {
      task: keyOf('Group bookings for schools'),
      assignee: username,
      comment: `@${username}, do teachers travel free, or do they pay the group fare?`,
    }),
  )

  comment(
    20,
    10,
    priya,
    'Send the ticket as a wallet pass',
    'The pass needs the pier. Can the timetable publish it?',
  )
  comment(
    20,
    14,
    tomas,
    'Send the ticket as a wallet pass',
    'Yes: `pier` is in the event since this morning.',
  )
  comment(
    4,
    9,
    jonas,
    'Refund a cancelled crossing automatically',
    'The keys are due on Thursday. Until then we can use the sandbox.',
  )
  comment(
    2,
    15,
    lucia,
    'Seat map for wheelchair places',
    'Measured on deck two: the door needs 90 cm, not 80.',
  )
  comment(
    1,
    11,
    mara,
    'Pay without leaving the page',
    'Looks good on my phone. Please check it without a mouse before Friday.',
  )

  timeline.at(daysAgo(29, 10), async () => {
    const { id } = await Tester('create_session', {
      project,
      title: 'Find out why three islanders pay a cent too much',
      context: 'Passengers reported totals that are off by a cent.',
      goals: ['Reproduce it in a test', 'Round once, at the end', 'Record what was learned'],
    })
    await Tester('end_session', {
      session: id,
      summary: 'Totals are kept in cents and rounded once. A property test adds up random bookings.',
      learned: [{ content: 'The harbour fee is rounded half up, and so are the fares.' }],
    })
  })

  const now = Date.now()
  timeline.at(now - 26 * minuteMs, () =>
    Builder('create_session', {
      project,
      title: 'Price vehicles by length',
      context: 'The fare service has a table of lengths. The booking page still asks for "car" or "trailer".',
      goals: ['Read lengths from the fare service', 'Test every step of the table', 'Update the spec'],
    }),
  )
  timeline.at(now - 24 * minuteMs, () =>
    Builder('claim_task', { task: keyOf('Price vehicles by length'), minutes: 240 }),
  )
  for (const [ago, type, description] of [
    [19, 'test.written', 'Wrote a test for every step of the table. Three of 14 fail.'],
    [11, 'fix.applied', 'A trailer counted twice. It is priced separately now.'],
    [3, 'tests.run', 'All 14 steps pass. Next: the field on the booking page.'],
  ] as const)
    timeline.at(now - ago * minuteMs, () => Builder('log_activity', { project, type, description }))

  function planFeature(day: number, title: string, task: string, commit: string): void {
    timeline.at(daysAgo(day, 10), async () => {
      const { key } = await Builder('create_feature', {
        project,
        title,
        kind: 'bug',
        workflow: 'hotfix',
        description: 'Found by Tester, fixed by Builder. A property test covers it.',
      })
      keys.set(title, key)
      await tomas('tasks.update', { task: keyOf(task), feature: key })
    })
    timeline.at(daysAgo(day - 6, 10), async () => {
      const feature = keyOf(title)
      for (const evidence of [
        { kind: 'commit', reference: `${commit}: ${task}` },
        { kind: 'test_report', content: report },
      ])
        await Builder('advance_feature', { feature, evidence: [evidence] })
    })
  }
}

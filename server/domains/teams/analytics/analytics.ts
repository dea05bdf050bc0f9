import { z } from 'zod'

const Amount = z.object({
  tasks: z.int(),
  points: z.number().describe('The sum of their estimates at that time. A task without one has none.'),
})

const hours = z.number().describe('In hours.')

const CycleTime = z.object({
  median: hours.nullable(),
  p85: hours.nullable().describe('In hours: 85 of 100 tasks took no longer.'),
  count: z.int().describe('How many tasks that is: those that were ever in progress.'),
})

const Done = z.object({
  completed: z.int().describe('How many tasks they completed.'),
  points: z.number().describe('The sum of their estimates.'),
  cycleTimeMedian: hours.nullable(),
})

const Named = z.object({ id: z.uuid(), name: z.string() })

const week = z.iso.date().describe('The week: the date of its Monday.')

/** The shape the world sees. */
export const TeamAnalytics = z
  .object({
    window: z.object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      timezone: z.string().describe('Where its weeks begin at midnight.'),
    }),
    computedAt: z.iso.datetime(),
    weeks: z
      .array(
        z.object({
          week,
          start: z.iso.datetime(),
          end: z.iso.datetime().describe('When the next week begins.'),
          throughput: z.int().describe('How many tasks were completed in it.'),
          cycleTime: CycleTime.describe('Of these: from the first start of work to the completion.'),
          created: z.int().describe('How many tasks were made in it.'),
          blockedHours: z.number().describe('How long tasks were blocked in it, all together.'),
        }),
      )
      .describe('Oldest first. The last is the one that it is now.'),
    burnUp: z
      .array(
        z.object({
          project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
          points: z.array(
            z.object({
              week,
              scope: Amount.describe('What there was to do at the end of the week, done or not.'),
              completed: Amount.describe('What of it was complete then.'),
            }),
          ),
        }),
      )
      .describe('Every project, by name.'),
    byAssignee: z
      .object({
        people: z.array(Named.extend(Done.shape)),
        agents: z.array(
          Named.extend({
            ...Done.shape,
            onBehalfOf: z.array(Named).describe('For whom it completed tasks.'),
          }),
        ),
        unassigned: Done.describe('What nobody was assigned to and nobody is known to have completed.'),
      })
      .describe('Who was assigned when the task was completed, or else whoever completed it.'),
    blocked: z.object({
      hours: z.number().describe('How long tasks were blocked in the window, all together.'),
      count: z.int().describe('How many are blocked at its end.'),
      tasks: z
        .array(z.object({ id: z.uuid(), key: z.string(), title: z.string(), since: z.iso.datetime() }))
        .describe('Those that have been blocked longest, at most 50.'),
    }),
  })
  .meta({ id: 'TeamAnalytics' })

export type TeamAnalytics = z.output<typeof TeamAnalytics>

import { z } from 'zod'
import { isTimezone } from '../../../platform/time-zones.ts'

/** The time zone of an input whose output is divided into days or weeks. */
export const timezoneField = z
  .string()
  .max(100)
  .refine(isTimezone, 'Use an IANA time zone name, such as Europe/Berlin.')
  .default('UTC')
  .describe('IANA time zone in which weeks start at midnight, such as Europe/Berlin.')

export const Window = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  timezone: z.string().describe('IANA time zone in which weeks start, Monday at midnight.'),
})

export const Amount = z.object({
  tasks: z.int(),
  points: z.number().describe('Sum of the estimates at that time. A task without an estimate counts as 0.'),
})

const hours = z.number().describe('Duration in hours.')

export const CycleTime = z.object({
  median: hours.nullable(),
  p85: hours.nullable().describe('85th percentile in hours.'),
  count: z.int().describe('Number of completed tasks that were ever in progress.'),
})

const Done = z.object({
  completed: z.int().describe('Number of completed tasks.'),
  points: z.number().describe('Sum of their estimates.'),
  cycleTimeMedian: hours.nullable(),
})

const Named = z.object({ id: z.uuid(), name: z.string() })

export const week = z.iso.date().describe('Date of the Monday that starts the week.')

/** Team analytics as the API returns them. */
export const TeamAnalytics = z
  .object({
    window: Window,
    computedAt: z.iso.datetime(),
    weeks: z
      .array(
        z.object({
          week,
          start: z.iso.datetime(),
          end: z.iso.datetime().describe('Start of the next week.'),
          throughput: z.int().describe('Number of tasks completed in the week.'),
          cycleTime: CycleTime.describe(
            'Time of the completed tasks from the first start of work to completion.',
          ),
          created: z.int().describe('Number of tasks created in the week.'),
          blockedHours: z.number().describe('Total hours that tasks were blocked in the week.'),
        }),
      )
      .describe('Weeks, oldest first. The last one is the current week.'),
    burnUp: z
      .array(
        z.object({
          project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
          points: z.array(
            z.object({
              week,
              scope: Amount.describe('All work at the end of the week, open or complete.'),
              completed: Amount.describe('The completed part of the scope.'),
            }),
          ),
        }),
      )
      .describe('Burn-up of every project, by name.'),
    byAssignee: z
      .object({
        people: z.array(Named.extend(Done.shape)),
        agents: z.array(
          Named.extend({
            ...Done.shape,
            onBehalfOf: z.array(Named).describe('Users for whom the agent completed tasks.'),
          }),
        ),
        unassigned: Done.describe('Completed tasks without an assignee and without a known author.'),
      })
      .describe('Completed tasks by the assignee at completion, or else by the author of the completion.'),
    blocked: z.object({
      hours: z.number().describe('Total hours that tasks were blocked in the window.'),
      count: z.int().describe('Number of tasks blocked at the end of the window.'),
      tasks: z
        .array(z.object({ id: z.uuid(), key: z.string(), title: z.string(), since: z.iso.datetime() }))
        .describe('Tasks that have been blocked longest, at most 50.'),
    }),
  })
  .meta({ id: 'TeamAnalytics' })

export type TeamAnalytics = z.output<typeof TeamAnalytics>

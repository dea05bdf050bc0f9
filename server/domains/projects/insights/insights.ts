import { z } from 'zod'
import { Amount, CycleTime, Window, week } from '../../teams/analytics/analytics.ts'
import { statuses } from '../../work/tasks/states.ts'

/** Upper limits of the cycle time ranges, in hours. The last range has none. */
export const rangeLimits = [1, 4, 24, 48, 96, 168, 336, null] as const

const date = z.iso.date().describe('Day in the time zone of the window.')

const byWorker = <Value extends z.ZodType>(value: Value) => ({
  people: value,
  agents: value,
  unknown: value.describe('Completed by the system, or by an account that was deleted.'),
})

/** Insights into a project as the API returns them. */
export const ProjectInsights = z
  .object({
    window: Window,
    computedAt: z.iso.datetime(),
    weeks: z
      .array(
        z.object({
          week,
          start: z.iso.datetime(),
          end: z.iso.datetime().describe('Start of the next week.'),
          completed: z
            .object(byWorker(Amount))
            .describe('Tasks whose last completion is in the week, by assignee, else by who completed them.'),
          cycleTime: CycleTime.describe('Time of these tasks from the first start of work to completion.'),
        }),
      )
      .describe('Weeks, oldest first. The last one is the current week.'),
    cycleTimes: z
      .array(
        z.object({
          fromHours: z.number(),
          toHours: z.number().nullable().describe('Exclusive. Null: no limit.'),
          ...byWorker(z.int()),
        }),
      )
      .describe('Number of completed tasks by cycle time.'),
    flow: z
      .array(z.object({ date, byStatus: z.record(z.enum(statuses), z.int()) }))
      .describe('Tasks by status at the end of each day. The last one is today.'),
    burnUp: z.object({
      item: z
        .object({ kind: z.enum(['epic', 'feature']), key: z.string(), title: z.string() })
        .nullable()
        .describe('The epic or feature. Null: the whole project.'),
      days: z.array(
        z.object({
          date,
          scope: Amount.describe('All work at the end of the day, open or complete.'),
          completed: Amount.describe('The completed part of the scope.'),
        }),
      ),
    }),
  })
  .meta({ id: 'ProjectInsights' })

export type ProjectInsights = z.output<typeof ProjectInsights>

import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { featureStatuses } from '../features/tables.ts'
import { publicSections } from '../projects/public-sections.ts'
import { ProjectStats } from '../projects/stats.ts'
import { Task } from '../tasks/task.ts'

/*
 * What everybody sees of a public project, without a credential. Nothing gets here by being added elsewhere: each field
 * is named, none of them tells of a person but the one who made the project, and no text but titles is shown.
 */

export const PublicTask = Task.pick({
  ...{ key: true, title: true, status: true, priority: true, labels: true, dueAt: true },
}).meta({ id: 'PublicTask' })

const epicStatuses = ['planned', 'active', 'complete', 'cancelled'] as const

export const PublicEpic = z
  .object({
    key: z.string(),
    title: z.string(),
    status: z.enum(epicStatuses),
    dueAt: z.iso.datetime().nullable(),
    progress: z
      .object({ total: z.int(), complete: z.int(), cancelled: z.int(), percent: z.int() })
      .describe('The tasks of its stories. Cancelled ones do not count for the percentage.'),
  })
  .meta({ id: 'PublicEpic' })

export const PublicFeature = z
  .object({
    key: z.string(),
    title: z.string(),
    status: z.enum(featureStatuses),
    gate: z.string().nullable().describe('The gate of its workflow that it stands at.'),
    progress: z.object({ passed: z.int(), total: z.int() }).describe('How many of its gates it has passed.'),
  })
  .meta({ id: 'PublicFeature' })

export const PublicProject = z
  .object({
    slug: z.string(),
    key: z.string().describe('The beginning of its item numbers.'),
    name: z.string(),
    description: z.string(),
    by: z.object({ username: z.string(), name: z.string() }).describe('Who made it.'),
    archivedAt: z.iso.datetime().nullable(),
    sections: z.array(z.enum(publicSections)).describe('What is shown of it. The others are null.'),
    overview: ProjectStats.pick({ total: true, open: true, byStatus: true }).nullable(),
    tasks: pageOf(PublicTask).nullable().describe('In the order of the project, in pages.'),
    epics: z.array(PublicEpic).nullable().describe('In the order of the project, the first 200.'),
    features: z.array(PublicFeature).nullable().describe('The newest first, at most 200.'),
  })
  .meta({ id: 'PublicProject' })

import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { Epic } from '../epics/epic.ts'
import { Feature } from '../features/feature.ts'
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

export const PublicEpic = Epic.pick({
  ...{ key: true, title: true, status: true, dueAt: true, progress: true },
}).meta({ id: 'PublicEpic' })

export const PublicFeature = Feature.pick({
  ...{ key: true, title: true, status: true, gate: true, progress: true },
}).meta({ id: 'PublicFeature' })

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

import { z } from 'zod'
import { pageOf } from '../../database/pages.ts'
import { Epic } from '../work/epics/epic.ts'
import { Feature } from '../features/feature.ts'
import { publicSections } from '../projects/publishing.ts'
import { ProjectStats } from '../projects/stats.ts'
import { Task } from '../work/tasks/task.ts'

/*
 * The public view of a project, visible without a credential. Each field is listed explicitly, so that new fields of a
 * task or epic stay private. It names no user except the creator and shows no text except titles.
 */

export const PublicTask = Task.pick({
  key: true,
  title: true,
  status: true,
  priority: true,
  labels: true,
  dueAt: true,
}).meta({ id: 'PublicTask' })

export const PublicEpic = Epic.pick({
  key: true,
  title: true,
  status: true,
  dueAt: true,
  progress: true,
}).meta({ id: 'PublicEpic' })

export const PublicFeature = Feature.pick({
  key: true,
  title: true,
  status: true,
  gate: true,
  progress: true,
}).meta({ id: 'PublicFeature' })

export const PublicProject = z
  .object({
    slug: z.string(),
    key: z.string().describe('Prefix of item numbers.'),
    name: z.string(),
    description: z.string(),
    by: z.object({ username: z.string(), name: z.string() }).describe('Creator of the project.'),
    archivedAt: z.iso.datetime().nullable(),
    sections: z.array(z.enum(publicSections)).describe('Published sections. The others are null.'),
    overview: ProjectStats.pick({ total: true, open: true, byStatus: true }).nullable(),
    tasks: pageOf(PublicTask).nullable().describe('Page of tasks in project order.'),
    epics: z.array(PublicEpic).nullable().describe('Epics in project order, at most 200.'),
    features: z.array(PublicFeature).nullable().describe('Features, newest first, at most 200.'),
  })
  .meta({ id: 'PublicProject' })

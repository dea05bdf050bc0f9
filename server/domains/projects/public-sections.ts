import { z } from 'zod'
import { rejectField } from '../../operations/errors.ts'
import type { ProjectRow } from './tables.ts'

/** What of a project can be shown to everybody, besides what it is called and about. */
export const publicSections = ['overview', 'tasks', 'epics', 'features'] as const
export type PublicSection = (typeof publicSections)[number]

export const sectionsField = z
  .array(z.enum(publicSections))
  .max(publicSections.length)
  .describe(
    'What everybody sees of it if it is public: overview (numbers), tasks, epics, features. Only the overview if left out.',
  )

/** The sections of a project that becomes, stays or ceases to be public; undefined where nothing was said. */
export function sectionsFor(
  visibility: ProjectRow['visibility'],
  asked: PublicSection[] | undefined,
  before?: Pick<ProjectRow, 'visibility' | 'public_sections'>,
): PublicSection[] {
  if (visibility !== 'public') {
    if (asked?.length)
      rejectField('publicSections', 'Only a public project has these. Say "visibility": "public" as well.')
    return []
  }
  // In one order, so that the same choice is the same.
  if (asked) return publicSections.filter((section) => asked.includes(section))
  return before?.visibility === 'public' ? before.public_sections : ['overview']
}

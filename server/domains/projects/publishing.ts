import { onUniqueViolation } from '../../database/unique-violation.ts'
import type { InOrganization } from '../../operations/access.ts'
import { reject, rejectField } from '../../errors/errors.ts'
import { z } from 'zod'
import type { ProjectRow } from './tables.ts'

/** Rejects publishing from a sandbox. */
export function requirePublishable({ organization }: Pick<InOrganization, 'organization'>): void {
  if (organization.sandbox) reject('sandbox_not_public')
}

/** Rejects a public slug that another project of the same creator uses, possibly in another organization. */
export function atPublicAddress<Result>(slug: string, write: () => Promise<Result>): Promise<Result> {
  return onUniqueViolation({ projects_public: { field: 'public address', value: slug } }, write)
}

/** Sections that can be public, besides the name and description. */
export const publicSections = ['overview', 'tasks', 'epics', 'features'] as const
export type PublicSection = (typeof publicSections)[number]

export const sectionsField = z
  .array(z.enum(publicSections))
  .max(publicSections.length)
  .describe('Sections of a public project: overview (statistics), tasks, epics, features. Default: overview.')

/** Returns the public sections after a change of visibility. */
export function sectionsFor(
  visibility: ProjectRow['visibility'],
  requested: PublicSection[] | undefined,
  before?: Pick<ProjectRow, 'visibility' | 'public_sections'>,
): PublicSection[] {
  if (visibility !== 'public') {
    if (requested?.length)
      rejectField(
        'publicSections',
        'Only a public project has public sections. Pass "visibility": "public" too.',
      )
    return []
  }
  // Sorted, so that the same choice compares as equal.
  if (requested) return publicSections.filter((section) => requested.includes(section))
  return before?.visibility === 'public' ? before.public_sections : ['overview']
}

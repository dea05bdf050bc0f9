import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { freeForm, freeFormLimits } from '../../operations/free-form.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { type ProjectRight, hasRight } from './access.ts'
import { publicSections } from './public-sections.ts'
import type { ProjectRow } from './tables.ts'

export const visibilities = ['private', 'team', 'organization', 'public'] as const

/** The shape the world sees. */
export const Project = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Its name in addresses, unique in the organization.'),
    key: z.string().describe('The beginning of its item numbers: WEB in WEB-42.'),
    name: z.string(),
    description: z.string(),
    settings: z.record(z.string(), z.unknown()),
    visibility: z.enum(visibilities),
    publicSections: z.array(z.enum(publicSections)).describe('What everybody sees of it, if it is public.'),
    teamId: z.uuid().nullable().describe('The team it belongs to.'),
    createdBy: z.uuid(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Change it and what is in it.'),
        manage: z.boolean().describe('Archive and delete it, and decide who sees it.'),
      })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'Project' })

/** A project in a list, without its settings: each can be large, and few readers of a list need them. */
export const ListedProject = Project.omit({ settings: true }).meta({ id: 'ListedProject' })

export function listedProjectFromRow(
  ...row: Parameters<typeof projectFromRow>
): z.output<typeof ListedProject> {
  const { settings: _, ...listed } = projectFromRow(...row)
  return listed
}

/** A project as the caller sees it; without a right, as they saw it last. */
export function projectFromRow(
  row: ProjectRow & { right: ProjectRight | null },
  caller: Caller,
): z.output<typeof Project> {
  const { right } = row
  const allowed = may(caller, { edit: hasRight(right, 'edit'), manage: hasRight(right, 'manage') })
  return { ...projectItself(row), may: allowed }
}

/** The same whoever looks at it. */
export function projectItself(row: ProjectRow): Omit<z.output<typeof Project>, 'may'> {
  return {
    id: row.id,
    slug: row.slug,
    key: row.key,
    name: row.name,
    description: row.description,
    settings: row.settings,
    visibility: row.visibility,
    publicSections: row.public_sections,
    teamId: row.team_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    version: row.version,
  }
}

export const projectKind: Kind<ProjectRow> = {
  name: 'project',
  table: 'projects',
  key: 'slug',
  project: 'id',
}

const longestName = 120

/** How a project is named in any input. */
export const projectRef = reference(
  'project',
  'The project: its slug, its key, its name or its id.',
  longestName,
)

export const projectFields = {
  name: z.string().trim().min(1).max(longestName).describe('What people call it.'),
  description: z.string().max(20_000).describe('What it is about, in markdown.'),
  settings: freeForm().describe(`Settings of the project, by name: ${freeFormLimits}.`),
  visibility: z
    .enum(visibilities)
    .describe(
      'Who sees it besides whom it is shared with: its creator, its team, all members, or (in part) everybody.',
    ),
}

import { z } from 'zod'
import type { Kind } from '../../operations/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { freeForm, freeFormLimits } from '../../operations/free-form.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { type ProjectRight, hasRight } from './access.ts'
import { publicSections } from './publishing.ts'
import type { ProjectRow } from './tables.ts'

export const visibilities = ['private', 'team', 'organization', 'public'] as const

/** A project as the API returns it. */
export const Project = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Slug in URLs, unique in the organization.'),
    key: z.string().describe('Prefix of its item numbers: WEB in WEB-42.'),
    name: z.string(),
    description: z.string(),
    settings: z.record(z.string(), z.unknown()),
    visibility: z.enum(visibilities),
    publicSections: z.array(z.enum(publicSections)).describe('Publicly visible sections, if it is public.'),
    teamId: z.uuid().nullable().describe('Team that it belongs to.'),
    pullRequestsMoveTasks: z.boolean().describe('Whether linked pull requests move its tasks.'),
    createdBy: z.uuid(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
    version: z.int(),
    may: z
      .object({
        edit: z.boolean().describe('Change it and its contents.'),
        manage: z.boolean().describe('Archive, delete and share it, and change its visibility.'),
      })
      .describe('Actions that the caller can perform.'),
  })
  .meta({ id: 'Project' })

/** A project in a list, without its settings, because they can be large. */
export const ListedProject = Project.omit({ settings: true }).meta({ id: 'ListedProject' })

export function listedProjectFromRow(
  ...row: Parameters<typeof projectFromRow>
): z.output<typeof ListedProject> {
  const { settings: _, ...listed } = projectFromRow(...row)
  return listed
}

/** Builds the response for a caller. Without a right, `may` denies everything. */
export function projectFromRow(
  row: ProjectRow & { right: ProjectRight | null },
  caller: Caller,
): z.output<typeof Project> {
  const { right } = row
  const allowed = may(caller, { edit: hasRight(right, 'edit'), manage: hasRight(right, 'manage') })
  return { ...projectItself(row), may: allowed }
}

/** Returns the fields that are the same for every viewer. */
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
    pullRequestsMoveTasks: row.pull_requests_move_tasks,
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

const maxNameLength = 120

export const projectRef = reference('project', 'Project: its slug, key, name or id.', maxNameLength)

export const projectFields = {
  name: z.string().trim().min(1).max(maxNameLength).describe('Name of the project.'),
  description: z.string().max(20_000).describe('Description in Markdown.'),
  settings: freeForm().describe(`Project settings by name: ${freeFormLimits}.`),
  visibility: z
    .enum(visibilities)
    .describe('Who can see it without a share: its creator, its team, all members, or (in part) the public.'),
  pullRequestsMoveTasks: z
    .boolean()
    .describe(
      'An open pull request moves the tasks that it mentions to in_review, and its merge completes them.',
    ),
}

import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { ProjectRow } from './tables.ts'

export const visibilities = ['private', 'organization'] as const

/** The shape the world sees. */
export const Project = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Its name in addresses, unique in the organization.'),
    key: z.string().describe('The beginning of its item numbers: WEB in WEB-42.'),
    name: z.string(),
    description: z.string(),
    settings: z.record(z.string(), z.unknown()),
    visibility: z.enum(['private', 'team', 'organization', 'public']),
    createdBy: z.uuid(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
    version: z.int(),
  })
  .meta({ id: 'Project' })

export function projectFromRow(row: ProjectRow): z.output<typeof Project> {
  return {
    id: row.id,
    slug: row.slug,
    key: row.key,
    name: row.name,
    description: row.description,
    settings: row.settings,
    visibility: row.visibility,
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

/** How a project is named in any input. */
export const projectRef = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('The project: its slug, its key or its id.')
  .meta({ refers: 'project' })

export const projectFields = {
  name: z.string().trim().min(1).max(120).describe('What people call it.'),
  description: z.string().max(20_000).describe('What it is about, in markdown.'),
  settings: z.record(z.string().max(100), z.unknown()).describe('Settings of the project, by name.'),
  visibility: z.enum(visibilities).describe('Who sees it: its creator and administrators, or all members.'),
}

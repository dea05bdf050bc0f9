import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import type { Caller } from '../../operations/caller.ts'
import { may } from '../../operations/may.ts'
import { reference } from '../../operations/reference.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { itemRef } from '../items/access.ts'
import { type ProjectRight, hasRight } from '../projects/access.ts'
import { LinkedItem, linksOfSpec } from './linked-item.ts'
import { type SpecRow, specStatuses } from './tables.ts'

/** A spec as lists show it: without its text, which may be long. */
export const ListedSpec = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Its number in the organization: S-12.'),
    title: z.string(),
    status: z.enum(specStatuses),
    revision: z.int().describe('The number of the revision that is shown.'),
    latestRevision: z.int().describe('The number of its newest revision.'),
    project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    links: z.array(LinkedItem).describe('The items that it describes.'),
    createdBy: Who,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
    may: z
      .object({ edit: z.boolean().describe('Change and link it.'), delete: z.boolean() })
      .describe('What the caller may do with it.'),
  })
  .meta({ id: 'ListedSpec' })

export const Spec = ListedSpec.extend({ content: z.string().describe('Markdown.') }).meta({ id: 'Spec' })

/** What the shape needs from other tables. */
interface SpecNames {
  project_slug: string
  project_name: string
  links: z.output<typeof LinkedItem>[]
}
export type ListedSpecRow = Omit<SpecRow, 'content'> & SpecNames
export type SeenSpec = SpecRow & SpecNames

const names = `p.slug as project_slug, p.name as project_name, ${linksOfSpec('s.id')} as links`

/** Reads specs `s` of the projects `p`. */
export const wholeSpec = `s.*, ${names}`
export const listedSpec = `s.id, s.organization_id, s.project_id, s.number, s.key, s.title, s.status, s.revision, s.created_by,
  s.created_at, s.updated_at, s.deleted_at, s.deleted_by, s.version, ${names}`
export const fromSpecs = 'specs s join projects p on p.id = s.project_id'

/** A spec as the caller sees it, who has this right in its project. */
export function listedSpecFromRow(
  row: ListedSpecRow,
  right: ProjectRight,
  caller: Caller,
): z.output<typeof ListedSpec> {
  const edit = hasRight(right, 'edit')
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    status: row.status,
    revision: row.revision,
    latestRevision: row.revision,
    project: { id: row.project_id, slug: row.project_slug, name: row.project_name },
    links: row.links,
    createdBy: whoFromActor(row.created_by),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    may: may(caller, { edit, delete: edit }),
  }
}

export function specFromRow(row: SeenSpec, right: ProjectRight, caller: Caller): z.output<typeof Spec> {
  return { ...listedSpecFromRow(row, right, caller), content: row.content }
}

export const specKind: Kind<SpecRow> = { name: 'spec', table: 'specs', key: 'key', project: 'project_id' }

/** How a spec is named in any input. */
export const specRef = reference('spec', 'The spec: its number (S-12) or its id.')

/** A text that could be the number of a spec. */
export const specKeyPattern = /^s-[1-9]\d{0,8}$/i

export const specFields = {
  title: z.string().trim().min(1).max(300).describe('What it describes, in one line.'),
  content: z.string().max(300_000).describe('The whole text, in markdown.'),
  status: z.enum(specStatuses).describe('Where it stands.'),
  links: z
    .array(itemRef)
    .max(50)
    .describe('The epics, stories, tasks and features of the project that it describes: numbers or ids.'),
}

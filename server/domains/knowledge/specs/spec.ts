import { z } from 'zod'
import type { Kind } from '../../../operations/rows.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { Caller } from '../../../operations/caller.ts'
import { may } from '../../../operations/may.ts'
import { reference } from '../../../operations/reference.ts'
import { authorship, authorshipOf } from '../../../operations/actor.ts'
import { itemRef } from '../../work/items/access.ts'
import { type ProjectRight, hasRight } from '../../projects/access.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { type SpecRow, specStatuses } from './tables.ts'

/** An item that a spec describes. */
const LinkedItem = z.object({
  kind: z.enum(itemKindNames),
  id: z.uuid(),
  key: z.string(),
  title: z.string(),
  status: z.string(),
})

/** Returns SQL for the linked items of a spec that aren't deleted, oldest link first. */
function linksOfSpec(spec: Sql): Sql {
  const selects = itemKindNames.map(
    (kind) => sql`select i.id, i.key, i.title, i.status from ${sql.raw(itemKinds[kind].table)} i
         where l.item_kind = '${sql.raw(kind)}' and i.id = l.item_id and i.deleted_at is null`,
  )
  return sql`coalesce((select jsonb_agg(jsonb_build_object('kind', l.item_kind, 'id', item.id, 'key', item.key,
        'title', item.title, 'status', item.status) order by l.created_at, item.id)
      from spec_links l cross join lateral (${sql.join(selects, ' union all ')}) item where l.spec_id = ${spec}), '[]')`
}

/** A spec as lists return it: without its content, which can be long. */
export const ListedSpec = z
  .object({
    id: z.uuid(),
    key: z.string().describe('Spec number, unique in the organization: S-12.'),
    title: z.string(),
    status: z.enum(specStatuses),
    revision: z.int().describe('Number of the returned revision.'),
    latestRevision: z.int().describe('Number of the newest revision.'),
    project: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    links: z.array(LinkedItem).describe('The items that it describes.'),
    ...authorship,
    may: z
      .object({ edit: z.boolean().describe('Update and link it.'), delete: z.boolean() })
      .describe('What the caller can do with it.'),
  })
  .meta({ id: 'ListedSpec' })

export const Spec = ListedSpec.extend({ content: z.string().describe('Markdown.') }).meta({ id: 'Spec' })

/** The joined columns that the API shape needs. */
interface SpecNames {
  project_slug: string
  project_name: string
  links: z.output<typeof LinkedItem>[]
}
export type ListedSpecRow = Omit<SpecRow, 'content'> & SpecNames
export type SeenSpec = SpecRow & SpecNames

const names = sql`p.slug as project_slug, p.name as project_name, ${linksOfSpec(sql`s.id`)} as links`

/** The columns of `SeenSpec`. Aliases: `s` is the spec, `p` its project. */
export const wholeSpec = sql`s.*, ${names}`
export const listedSpec = sql`s.id, s.organization_id, s.project_id, s.number, s.key, s.title, s.status, s.revision, s.created_by,
  s.created_at, s.updated_at, s.deleted_at, s.deleted_by, s.version, ${names}`
export const fromSpecs = sql`specs s join projects p on p.id = s.project_id`

/** Converts a row to the API shape for a caller with this right in its project. */
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
    ...authorshipOf(row),
    may: may(caller, { edit, delete: edit }),
  }
}

export function specFromRow(row: SeenSpec, right: ProjectRight, caller: Caller): z.output<typeof Spec> {
  return { ...listedSpecFromRow(row, right, caller), content: row.content }
}

export const specKind: Kind<SpecRow> = { name: 'spec', table: 'specs', key: 'key', project: 'project_id' }

/** The input field that names a spec. */
export const specRef = reference('spec', 'Spec number (S-12) or id.')

/** Matches a text that looks like a spec number. */
export const specKeyPattern = /^s-[1-9]\d{0,8}$/i

export const specFields = {
  title: z.string().trim().min(1).max(300).describe('Title in one line.'),
  content: z.string().max(300_000).describe('The whole content, in Markdown.'),
  status: z.enum(specStatuses).describe('Status of the spec.'),
  links: z
    .array(itemRef)
    .max(50)
    .describe(
      'Epics, stories, tasks and features of the project that it describes: numbers or ids. At most 50.',
    ),
}

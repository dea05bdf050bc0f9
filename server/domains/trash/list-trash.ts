import { z } from 'zod'
import { type Order, keyset, page, pageInput, pageOf } from '../../database/pages.ts'
import type { DeletableRow } from '../../database/tables.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Actor } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { Who, whoFromActor } from '../activity/actor.ts'
import { findProject, visibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { restorableUntil, trashDays } from './deleted.ts'
import { type TrashKind, type TrashKindName, trashKindNames, trashKinds } from './trash-kinds.ts'

const Trashed = z
  .object({
    kind: z.enum(trashKindNames),
    id: z.uuid(),
    key: z.string().describe('Number, slug or name of the item. For a comment, the number of its subject.'),
    title: z.string().describe('Title or name of the item. For a comment, the start of its text.'),
    project: z.string().nullable().describe('Slug of the project.'),
    deletedAt: z.iso.datetime(),
    deletedBy: Who.nullable(),
    restorableUntil: z.iso.datetime(),
    children: z
      .int()
      .nullable()
      .describe('Number of items that were deleted with this one and are restored with it.'),
  })
  .meta({ id: 'Trashed' })

const byDeletion: Order = { column: 't.deleted_at', type: 'timestamptz', descending: true }

export const listTrash = operation({
  id: 'trash.list',
  summary: 'List the items in the trash that the caller can restore, most recently deleted first.',
  http: 'GET /api/trash',
  shows: ['*.deleted', '*.restored', '*.purged'],
  access: {
    ...visibleProjects,
    name: 'ownTrash',
    sentence: 'Every member and guest, for items that they can restore.',
  },
  input: z.object({
    kind: z
      .array(z.enum(trashKindNames))
      .max(trashKindNames.length)
      .optional()
      .describe('Only items of these kinds.'),
    project: projectRef.optional().describe('Only items of this project. Slug, key or id.'),
    ...pageInput,
  }),
  output: pageOf(Trashed),
}).run(async (ctx, input) => {
  const pageRequest = { ...input, sort: '-deletedAt' }
  const values: unknown[] = [...ctx.visible.values]
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false))
  const inProject = project ? `p.id = $${values.push(project.id)}` : undefined
  const { after, orderAndLimit } = keyset(byDeletion, 't.id', pageRequest, values)
  const parts = trashKindNames
    .filter((name) => !input.kind || input.kind.includes(name))
    .flatMap((name) => selectKind(ctx, name, { inProject, after, orderAndLimit }) ?? [])
  if (parts.length === 0) return { items: [], nextCursor: null }
  // Reads each kind along its own index, one page at most.
  const rows = await ctx.db.run<TrashedRow>(
    `select t.*, t.deleted_at::text as sort_value from (${parts.join(' union all ')}) t ${orderAndLimit}`,
    values,
  )
  return page(rows, pageRequest, (row) => [row.sort_value, row.id], trashedFromRow)
})

function selectKind(
  granted: InOrganization,
  name: TrashKindName,
  {
    inProject,
    after,
    orderAndLimit,
  }: { inProject: string | undefined; after: string; orderAndLimit: string },
): string | undefined {
  const kind = trashKinds[name] as unknown as TrashKind<DeletableRow>
  const listed = kind.listed(granted)
  if (!listed || (inProject && !listed.project)) return undefined
  return `(select '${name}' as kind, t.id, t.${kind.key}::text as key, ${listed.title} as title,
         ${listed.project ?? 'null::text'} as project, t.deleted_at, t.deleted_by, (${listed.children ?? 'null'})::int as children
    from ${listed.from}
   where ${listed.where} and t.organization_id = $1
     and t.deleted_at > now() - interval '${trashDays} days' and ${inProject ?? 'true'}
     and ${after} ${orderAndLimit})`
}

interface TrashedRow {
  kind: TrashKindName
  id: string
  key: string
  title: string
  project: string | null
  deleted_at: string
  deleted_by: Actor | null
  children: number | null
  sort_value: string
}

function trashedFromRow(row: TrashedRow): z.output<typeof Trashed> {
  return {
    kind: row.kind,
    id: row.id,
    key: row.key,
    title: row.title,
    project: row.project,
    deletedAt: row.deleted_at,
    deletedBy: row.deleted_by && whoFromActor(row.deleted_by),
    restorableUntil: restorableUntil(row.deleted_at),
    children: row.children,
  }
}

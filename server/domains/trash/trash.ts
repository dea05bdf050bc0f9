import { z } from 'zod'
import { type Order, keysetPage, page, pageInput, pageOf } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Actor } from '../../database/actor.ts'
import { operation } from '../../operations/operation.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'
import { findProject, inVisibleProjects } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { restorableUntil, trashDays } from '../../operations/deleted.ts'
import { type TrashKindName, trashKindNames } from '../../operations/trash-kind.ts'
import { rejectField } from '../../errors/errors.ts'
import { findEvent } from '../journal/on-event.ts'
import { Undone, eventRef, undoEvent } from './undo-event.ts'
import { restoreAnything, restoreFromTrash, restoresItems, trashedRef, Restored } from './restore.ts'

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
    ...inVisibleProjects,
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
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false))
  const inProject = project ? sql`p.id = ${project.id}` : undefined
  const { after, orderAndLimit } = keysetPage(byDeletion, 't.id', pageRequest)
  const parts = trashKindNames
    .filter((name) => !input.kind || input.kind.includes(name))
    .flatMap((name) => selectKind(ctx, name, { inProject, after, orderAndLimit }) ?? [])
  if (parts.length === 0) return { items: [], nextCursor: null }
  // Reads each kind along its own index, one page at most.
  const rows = await ctx.db.run<TrashedRow>(
    sql`select t.*, t.deleted_at::text as sort_value from (${sql.join(parts, ' union all ')}) t ${orderAndLimit}`,
  )
  return page(rows, pageRequest, (row) => [row.sort_value, row.id], trashedFromRow)
})

function selectKind(
  ctx: Context & InOrganization,
  name: TrashKindName,
  { inProject, after, orderAndLimit }: { inProject: Sql | undefined; after: Sql; orderAndLimit: Sql },
): Sql | undefined {
  const kind = ctx.app.trashKinds[name]
  const listed = kind.listed(ctx)
  if (!listed || (inProject && !listed.project)) return undefined
  return sql`(select '${sql.raw(name)}' as kind, t.id, t.${sql.raw(kind.key)}::text as key, ${listed.title} as title,
         ${listed.project ?? sql`null::text`} as project, t.deleted_at, t.deleted_by, (${listed.children ?? sql`null`})::int as children
    from ${listed.from}
   where ${listed.where} and t.organization_id = ${ctx.organization.id}
     and t.deleted_at > now() - interval '${sql.raw(trashDays)} days' and ${inProject ?? sql`true`}
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

/** Combines restore and undo in one tool for agents. The HTTP API has an operation for each. */
export const restoreItem = operation({
  id: 'trash.restoreItem',
  summary: 'Restore a deleted item within 30 days, or undo one change to an item.',
  tool: {
    name: 'restore_item',
    rare: ['kind'],
    brief: { item: 'Key, slug, title or id.', activity: 'Id of a change to undo.' },
  },
  access: restoresItems,
  input: z.object({
    kind: z.enum(trashKindNames).optional().describe('Kind of the item. Not needed with a number or id.'),
    item: trashedRef
      .optional()
      .describe('Item to restore: number (WEB-42), slug, title or id. Pass this or activity.'),
    activity: eventRef
      .optional()
      .describe('Change to undo: id of an entry in a history or activity list. Pass this or item.'),
  }),
  output: Undone,
}).run(async (ctx, { kind, item, activity }) => {
  if ((item === undefined) === (activity === undefined))
    rejectField('item', 'Pass either "item" to restore it or "activity" to undo it, not both.')
  if (activity !== undefined) return undoEvent(ctx, await findEvent(ctx.db, ctx, activity))
  const restored = kind ? await restoreFromTrash(ctx, kind, item!) : await restoreAnything(ctx, item!)
  return { item: restored, outcome: 'restored' as const, restored: [], changedSince: [], notRestorable: [] }
})

export const restoreTrash = operation({
  id: 'trash.restore',
  summary: 'Restore an item from the trash within 30 days, with the items that were deleted with it.',
  http: 'POST /api/trash/:kind/:item/restore',
  access: restoresItems,
  input: z.object({
    kind: z.enum(trashKindNames).describe('Kind of the item.'),
    item: trashedRef,
  }),
  output: Restored,
}).run((ctx, { kind, item }) => restoreFromTrash(ctx, kind, item))

export const restoreManyTrash = operation({
  id: 'trash.restoreMany',
  summary: 'Restore up to 200 items of one kind from the trash. Either all are restored or none.',
  http: 'POST /api/trash/:kind/restore',
  access: restoresItems,
  input: z.object({
    kind: z.enum(trashKindNames).describe('Kind of the items.'),
    items: z
      .array(trashedRef)
      .min(1)
      .max(200)
      .describe('Numbers (WEB-42), slugs, titles or ids, at most 200.'),
  }),
  output: z.object({ items: z.array(Restored) }),
}).run(async (ctx, { kind, items }) => {
  const restored: z.output<typeof Restored>[] = []
  for (const item of new Set(items)) restored.push(await restoreFromTrash(ctx, kind, item))
  return { items: restored }
})

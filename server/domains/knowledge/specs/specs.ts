import { z } from 'zod'
import { idOfNew, insertRow, deleteRow } from '../../../operations/rows.ts'
import { sql, type Sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { onProject, type ProjectRight, findProject, inVisibleProjects } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { reasonField, revisionField } from '../revisions/revision.ts'
import { addRevision, requireRevision, Comparison, compareRevisions } from '../revisions/revisions.ts'
import { addLink, findItemToLink } from './links.ts'
import { readSpec, changeSpec } from './change-spec.ts'
import {
  Spec,
  specFields,
  specKind,
  specFromRow,
  specRef,
  ListedSpec,
  type ListedSpecRow,
  fromSpecs,
  listedSpec,
  listedSpecFromRow,
} from './spec.ts'
import { type SpecRow, type SpecStatus, specStatuses } from './tables.ts'
import { Who, whoFromActor } from '../../../operations/actor.ts'
import { onSpec } from './access.ts'
import { orderByNewest, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { itemRef } from '../../work/items/access.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { findVisibleItem } from '../../work/items/visible-item.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { reverifySpecEvidence } from './as-evidence.ts'

export const createSpec = operation({
  id: 'specs.create',
  summary: 'Create a technical specification and link the items that it describes.',
  http: 'POST /api/specs',
  tool: {
    name: 'create_spec',
    rare: ['reason', 'status'],
    brief: { content: 'Text in Markdown.', links: 'Keys of items: WEB-42.' },
  },
  access: onProject('edit'),
  created: true,
  input: z.object({
    project: projectRef,
    title: specFields.title,
    content: specFields.content,
    status: z
      .enum(['draft', 'review'])
      .default('draft')
      .describe('Initial status: "draft" (default), or "review" if it is ready for review.'),
    links: specFields.links.default([]),
    reason: reasonField.default('').describe('Reason, saved with its first revision.'),
  }),
  output: Spec,
}).run(async (ctx, { title, content, status, links, reason }) => {
  const { project } = ctx
  if (project.archived_at) reject('project_archived', { project: project.slug })
  const row = await insertRow<SpecRow>(ctx, specKind, {
    before: sql`numbered as (
      update organizations set last_spec = last_spec + 1 where id = ${project.organization_id} returning last_spec)`,
    insert: sql`insert into specs (id, organization_id, project_id, number, key, title, content, status, created_by)
      select ${idOfNew(ctx)}::uuid, ${project.organization_id}::uuid, ${project.id}::uuid, last_spec, 'S-' || last_spec, ${title},
             ${content}, ${status}, ${JSON.stringify(actorOf(ctx.caller))}::jsonb from numbered`,
    data: { title, status, reason },
  })
  if (!row) reject('gone_meanwhile')
  await addRevision(ctx, {
    kind: 'spec',
    id: row.id,
    organizationId: row.organization_id,
    number: 1,
    title,
    content,
    more: { status },
    reason,
  })
  for (const [index, ref] of links.entries())
    await addLink(ctx, row, await findItemToLink(ctx.db, row, { field: `links.${index}`, ref }))
  return readSpec(ctx, row.id)
})

export const getSpec = operation({
  id: 'specs.get',
  summary: 'Get a spec at any revision, optionally compared with another.',
  http: 'GET /api/specs/:spec',
  tool: {
    name: 'get_spec',
    brief: { revision: 'Default: the newest.', compareWith: 'Revision to compare with.' },
  },
  shows: ['spec', 'epic', 'feature', 'project', 'story', 'task', 'user'],
  access: onSpec('view'),
  input: z.object({
    spec: specRef,
    revision: revisionField.optional().describe('Revision to return. Defaults to the newest.'),
    compareWith: revisionField
      .optional()
      .describe('Revision to compare with. Returns the changes from it to the returned one.'),
  }),
  output: Spec.extend({
    reason: z.string().describe('Why this revision was created.'),
    revisedBy: Who.describe('Who created this revision.'),
    revisedAt: z.iso.datetime(),
    comparison: Comparison.nullable().describe('Changes from the compareWith revision.'),
  }),
}).run(async (ctx, { revision, compareWith }) => {
  const { spec, project, caller } = ctx
  const selected = await requireRevision(ctx.db, spec.id, revision ?? spec.revision)
  return {
    ...specFromRow(spec, project.right, caller),
    title: selected.title,
    content: selected.content,
    status: selected.more.status as SpecStatus,
    revision: selected.number,
    reason: selected.reason,
    revisedBy: whoFromActor(selected.created_by),
    revisedAt: selected.created_at,
    comparison:
      compareWith === undefined
        ? null
        : await compareRevisions(ctx.db, spec.id, { from: compareWith, to: selected.number }),
  }
})

const newest = orderByNewest('s.id')

export const listSpecs = operation({
  id: 'specs.list',
  summary: 'List specs without their content, newest first.',
  http: 'GET /api/specs',
  tool: { name: 'list_specs', rare: ['item'] },
  shows: ['spec', 'feature', 'project', 'user'],
  access: inVisibleProjects,
  input: z.object({
    project: projectRef.optional(),
    status: z
      .array(specFields.status)
      .max(specStatuses.length)
      .optional()
      .describe('Only specs with one of these statuses.'),
    item: itemRef.optional().describe('Only specs linked to this item: its number (WEB-42) or id.'),
    ...pageInput,
  }),
  output: pageOf(ListedSpec),
}).run(async (ctx, input) => {
  const { visibleProjects: visible, db, caller } = ctx
  const filters: Sql[] = []
  const project = input.project && (await findProject(db, ctx, input.project, false))
  const scope = project ? sql`s.project_id = ${project.id}` : sql`s.organization_id = ${ctx.organization.id}`
  if (input.status) filters.push(sql`s.status = any(${input.status})`)
  if (input.item) {
    const found = await Promise.all(
      itemKindNames.map((kind) => findVisibleItem(db, ctx, itemKinds[kind].table, input.item!)),
    )
    const id = found.find((each) => each !== undefined)
    if (!id) rejectField('item', `The item "${input.item}" doesn't exist, or you can't see it.`)
    filters.push(sql`s.id in (select l.spec_id from spec_links l where l.item_id = ${id})`)
  }
  const conditions = [visible.where, sql`p.deleted_at is null`, scope, sql`s.deleted_at is null`, ...filters]
  return readPage(
    db,
    input,
    newest,
    ({ after, orderAndLimit }) => {
      const statement = sql`select ${listedSpec}, ${visible.right} as right
        from ${fromSpecs} where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`
      return filters.length > 0 ? statement.unprepared : statement
    },
    (row: ListedSpecRow & { right: ProjectRight }) => listedSpecFromRow(row, row.right, caller),
  )
})

export const updateSpec = operation({
  id: 'specs.update',
  summary: 'Update a spec as a new revision. New content of an approved spec needs approval again.',
  http: 'PUT /api/specs/:spec',
  aliases: ['PATCH /api/specs/:spec'],
  tool: { name: 'update_spec', rare: ['reason'], brief: { content: 'Whole new text.' } },
  access: onSpec('edit'),
  input: z.object({
    spec: specRef,
    title: specFields.title.optional(),
    content: specFields.content.optional(),
    status: specFields.status
      .optional()
      .describe('New status: draft, then review, then approved; or archived.'),
    reason: reasonField.default(''),
  }),
  output: Spec,
}).run(async (ctx, { spec: _, reason, ...input }) =>
  specFromRow(await changeSpec(ctx, input, reason), ctx.project.right, ctx.caller),
)

export const deleteSpec = operation({
  id: 'specs.delete',
  summary: 'Move a spec and its revisions to the trash for 30 days.',
  http: 'DELETE /api/specs/:spec',
  access: onSpec('edit'),
  destructive: true,
  input: z.object({ spec: specRef }),
  output: Deleted,
}).run(async (ctx) => {
  const deleted = await deleteRow<SpecRow>(ctx, specKind, ctx.spec)
  await reverifySpecEvidence(ctx, deleted)
  return deletedResponse(specKind, deleted)
})

import type { Entry } from '../../../database/journal.ts'
import { concerning, updateRow, expectVersion } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import type { EventTypeOf } from '../../../database/events.ts'
import {
  type ViewRow,
  viewKind,
  View,
  viewFields,
  viewFromRow,
  type SeenView,
  fromViews,
  seenView,
  viewRef,
} from './view.ts'
import { z } from 'zod'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { inVisibleProjects, onProject, requireRight, visibleProjects } from '../../projects/access.ts'
import { readPreferences, withDefaults } from '../../preferences/preferences.ts'
import { projectRef } from '../../projects/project.ts'
import { orderByOldest, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { changesView } from './access.ts'

/** Records an event of a view, visible to everyone who could see the view before or after the change. */
function recordView(
  ctx: Context,
  type: EventTypeOf<'view'>,
  { before, after }: { before: ViewRow; after: ViewRow },
  entry: Pick<Entry, 'changes' | 'data'>,
): void {
  const isPrivate = !before.shared && !after.shared
  ctx.record({
    type,
    ...concerning(viewKind, after),
    ...(isPrivate && { privateTo: after.owner_id }),
    version: after.version,
    ...entry,
  })
}

export const createView = operation({
  id: 'views.create',
  summary: 'Save a view of the tasks of a project: filters, sort order and layout under a name.',
  http: 'POST /api/projects/:project/views',
  access: onProject('view'),
  created: true,
  input: z.object({
    project: projectRef,
    name: viewFields.name,
    query: viewFields.query,
    shared: viewFields.shared.default(false),
  }),
  output: View,
}).run(async (ctx, { project: _, ...data }) => {
  const { project, user } = ctx
  if (data.shared) requireRight(project, 'edit')
  const [row] = await ctx.db.run<ViewRow>(
    sql`insert into views (id, organization_id, project_id, owner_id, name, shared, query)
     values (${newId()}, ${project.organization_id}, ${project.id}, ${user.id}, ${data.name}, ${data.shared},
       ${JSON.stringify(data.query)}) returning *`,
  )
  recordView(ctx, 'view.created', { before: row!, after: row! }, { data })
  const seen = { ...row!, project_slug: project.slug, owner_name: user.name, right: project.right }
  return viewFromRow(seen, ctx.caller, user.id)
})

const oldestFirst = orderByOldest('v.id')

export const listViews = operation({
  id: 'views.list',
  summary: 'List your own and the shared views of a project, oldest first.',
  http: 'GET /api/projects/:project/views',
  shows: ['view', 'project'],
  access: onProject('view'),
  input: z.object({ project: projectRef, ...pageInput }),
  output: pageOf(View),
}).run(async (ctx, input) => {
  const { project, user, caller } = ctx
  return readPage(
    ctx.db,
    input,
    oldestFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${seenView} from ${fromViews}
      where v.project_id = ${project.id} and (v.shared or v.owner_id = ${user.id}) and ${after} ${orderAndLimit}`,
    (row: SeenView) => viewFromRow({ ...row, right: project.right }, caller, user.id),
  )
})

export const listFavoriteViews = operation({
  id: 'views.listFavorite',
  summary: 'List your favorite views in all projects, oldest first.',
  http: 'GET /api/views/favorites',
  shows: ['view', 'project', 'preferences'],
  access: inVisibleProjects,
  input: z.object(pageInput),
  output: pageOf(View),
}).run(async (ctx, input) => {
  const { user, caller } = ctx
  const { favoriteViews } = withDefaults(await readPreferences(ctx.db, user.id))
  const { where, right } = visibleProjects(ctx)
  return readPage(
    ctx.db,
    input,
    oldestFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${seenView}, ${right} as right from ${fromViews}
      where ${where} and p.deleted_at is null and v.id = any(${favoriteViews}::uuid[])
        and (v.shared or v.owner_id = ${user.id}) and ${after} ${orderAndLimit}`,
    (row: SeenView) => viewFromRow(row, caller, user.id),
  )
})

export const updateView = operation({
  id: 'views.update',
  summary: 'Update the name or query of a view, share it, or make it private.',
  http: 'PATCH /api/views/:view',
  access: changesView,
  input: z.object({
    view: viewRef,
    name: viewFields.name.optional(),
    query: viewFields.query.optional(),
    shared: viewFields.shared.optional(),
  }),
  output: View,
}).run(async (ctx, { view: _, ...set }) => {
  const { view: before } = ctx
  if (set.shared && !before.shared) requireRight(before, 'edit')
  const { after, changes } = await updateRow<ViewRow>(ctx, viewKind, before, set)
  if (changes) recordView(ctx, 'view.updated', { before, after }, { changes })
  return viewFromRow({ ...before, ...after }, ctx.caller, ctx.user.id)
})

export const deleteView = operation({
  id: 'views.delete',
  summary: 'Permanently delete a view. The tasks that it shows stay.',
  http: 'DELETE /api/views/:view',
  access: changesView,
  destructive: true,
  input: z.object({ view: viewRef }),
  output: z.object({ id: z.uuid() }),
}).run(async (ctx) => {
  const { view } = ctx
  expectVersion(ctx, view.version)
  await ctx.db.run(sql`delete from views where id = ${view.id}`)
  recordView(ctx, 'view.deleted', { before: view, after: view }, {})
  return { id: view.id }
})

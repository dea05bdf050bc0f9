import { z } from 'zod'
import { orderByNewest, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { operation } from '../../../operations/operation.ts'
import { findProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { readScopes } from '../scopes.ts'
import {
  Conflict,
  type ConflictWithProject,
  conflictColumns,
  conflictRef,
  conflictsWithin,
  fromConflicts,
  showConflicts,
} from './conflict.ts'

/** Allows reading for every role, because the queries return only conflicts of visible items. */
export const seesConflicts: AccessRule<unknown, InOrganization> = {
  name: 'visibleConflicts',
  sentence: 'Everyone in the organization, for items that they can see.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

export const listConflicts = operation({
  id: 'conflicts.list',
  summary: 'List conflicts between concurrent changes, newest first.',
  http: 'GET /api/sync/conflicts',
  // Every page of the dashboard reads whether there are any, so changes of items must not refetch it.
  shows: ['conflict'],
  access: seesConflicts,
  input: z.object({
    state: z.enum(['open', 'resolved']).default('open').describe('Open or resolved conflicts.'),
    project: projectRef.optional().describe('Only conflicts of this project: its slug, key or id.'),
    item: z.uuid().optional().describe('Only conflicts of the item with this id.'),
    ...pageInput,
  }),
  output: pageOf(Conflict),
}).run(async (ctx, { state, project, item, ...page }) => {
  const projectId = project && (await findProject(ctx.db, ctx, project, false)).id
  const visible = conflictsWithin(ctx.app, await readScopes(ctx.db, ctx))
  const { items, nextCursor } = await readPage(
    ctx.db,
    page,
    orderByNewest('c.id'),
    ({ after, orderAndLimit }) =>
      sql`select ${conflictColumns} from ${fromConflicts}
        where c.organization_id = ${ctx.organization.id} and ${visible}
          and c.resolved_at is ${state === 'open' ? sql`null` : sql`not null`}
          ${projectId ? sql`and c.project_id = ${projectId}` : sql.empty}
          ${item ? sql`and c.item_id = ${item}` : sql.empty} and ${after} ${orderAndLimit}`,
    (row: ConflictWithProject) => row,
  )
  return { items: await showConflicts(ctx, items), nextCursor }
})

export const getConflict = operation({
  id: 'conflicts.get',
  summary: 'Show one conflict with both values.',
  http: 'GET /api/sync/conflicts/:conflict',
  shows: ['*'],
  access: seesConflicts,
  input: z.object({ conflict: conflictRef }),
  output: Conflict,
}).run(async (ctx, { conflict }) => {
  const [shown] = await showConflicts(ctx, [await findConflict(ctx, conflict)])
  return shown!
})

/** Finds a conflict of an item that the caller can see. */
export async function findConflict(ctx: Context & InOrganization, ref: string, lock = sql.empty) {
  const visible = conflictsWithin(ctx.app, await readScopes(ctx.db, ctx))
  const [conflict] = await ctx.db.run<ConflictWithProject>(
    sql`select ${conflictColumns} from ${fromConflicts}
      where c.id = ${anyUuid.test(ref) ? ref : null} and c.organization_id = ${ctx.organization.id} and ${visible} ${lock}`,
  )
  return conflict ?? reject('not_found', { kind: 'conflict', ref })
}

/** Counts the unresolved conflicts of items that the caller can see. */
export async function countOpenConflicts(ctx: Context & InOrganization): Promise<number> {
  const visible = conflictsWithin(ctx.app, await readScopes(ctx.db, ctx))
  const [open] = await ctx.db.run<{ count: number }>(
    sql`select count(*)::int as count from ${fromConflicts}
      where c.organization_id = ${ctx.organization.id} and c.resolved_at is null and ${visible}`,
  )
  return open!.count
}

import {
  type Kind,
  concerning,
  deleteRow,
  differences,
  inOurWords,
  restoreRow,
} from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { DeletableRow } from '../../../database/tables.ts'
import type { Context } from '../../../operations/context.ts'
import type { EventType } from '../../../database/events.ts'
import { recountBlocked, recountBlockedByProject } from '../dependencies/blockers.ts'
import { storyKind } from '../stories/story.ts'
import { taskKind } from '../tasks/task.ts'
import { type Children, deletedResponse } from '../../../operations/deleted.ts'
import { requireLivingParent } from './trashed-items.ts'

/*
 * Stories and tasks go into the trash with their epic or story and are restored with it. `deleted_with` marks exactly
 * those. Items that were deleted separately before stay in the trash. So every item that is not deleted has a parent
 * that is not deleted.
 */

/** Deletes a row with its children. The caller must lock the row `for update`, so that no child is added. */
export async function deleteWithChildren<Row extends DeletableRow>(ctx: Context, kind: Kind<Row>, row: Row) {
  const deleted = await deleteRow(ctx, kind, row)
  const { deleted_at, deleted_by } = deleted
  const children = await changeChildren(ctx, kind.name, {
    action: 'deleted',
    root: row.id,
    set: { deleted_at, deleted_by, deleted_with: row.id },
  })
  return { ...deletedResponse(kind, deleted), children }
}

/** Restores a row with the children that were deleted with it. */
export async function restoreWithChildren<Row extends DeletableRow>(ctx: Context, kind: Kind<Row>, row: Row) {
  await requireLivingParent(ctx.db, kind.name, row)
  const restored = await restoreRow(ctx, kind, row)
  if (kind.name === 'task') await recountBlocked(ctx, [row.id])
  if (kind.name === 'project') await recountBlockedByProject(ctx, row.id, { restored: true })
  if (kind.name !== 'epic' && kind.name !== 'story') return { restored }
  const children = await changeChildren(ctx, kind.name, {
    action: 'restored',
    root: row.id,
    set: { deleted_at: null, deleted_by: null, deleted_with: null },
  })
  return { restored, children }
}

interface Change {
  action: 'deleted' | 'restored'
  /** The epic or story that the children are deleted or restored with. */
  root: string
  set: Pick<Child, 'deleted_at' | 'deleted_by' | 'deleted_with'>
}

interface Child extends DeletableRow {
  project_id: string
  key: string
  deleted_with: string | null
}

async function changeChildren(ctx: Context, rootKind: string, change: Change): Promise<Children> {
  const isEpic = rootKind === 'epic'
  // A request that moves a task locks it before its new story. The same order here prevents a deadlock.
  if (isEpic)
    await ctx.db.run(
      sql`select 1 from tasks where story_id = any(array(select id from stories where epic_id = ${change.root}))
          and deleted_at is null order by id for update`,
    )
  const stories = isEpic ? await changeAll(ctx, storyKind, 'epic_id', [change.root], change) : []
  const tasks = await changeAll(ctx, taskKind, 'story_id', isEpic ? stories : [change.root], change)
  await recountBlocked(ctx, tasks)
  return { stories: stories.length, tasks: tasks.length }
}

/** Changes all direct children of these parents in two statements. Returns their ids. */
async function changeAll<Row extends Child>(
  ctx: Context,
  kind: Kind<Row>,
  parent: 'epic_id' | 'story_id',
  parents: string[],
  { action, root, set }: Change,
): Promise<string[]> {
  const table = sql.raw(kind.table)
  // Stronger than the lock of the update: a concurrent insert below one of the rows waits, and then finds it deleted.
  const before = await ctx.db.run<Pick<Child, 'id' | 'deleted_at' | 'deleted_by' | 'deleted_with'>>(
    sql`select id, deleted_at, deleted_by, deleted_with from ${table}
      where ${sql.raw(parent)} = any(${parents}) and ${action === 'deleted' ? sql`deleted_at is null` : sql`deleted_with = ${root}`}
      order by id for update`,
  )
  const ids = before.map(({ id }) => id)
  if (ids.length === 0) return ids
  const after = await ctx.db.run<Row>(
    sql`update ${table} set deleted_at = ${set.deleted_at}, deleted_by = ${set.deleted_by && JSON.stringify(set.deleted_by)},
            deleted_with = ${set.deleted_with}, version = version + 1, updated_at = now()
      where id = any(${ids}) returning id, organization_id, project_id, key, version`,
  )
  const changed = new Map(before.map((child) => [child.id, inOurWords(differences(child, set))]))
  const type = `${kind.name}.${action}` as EventType
  for (const row of after.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    ctx.record({ type, ...concerning(kind, row), version: row.version, changes: changed.get(row.id)! })
  return ids
}

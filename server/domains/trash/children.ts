import { type Kind, concerning, deleteRow, differences, inOurWords, restoreRow } from '../../database/rows.ts'
import type { DeletableRow } from '../../database/tables.ts'
import type { Context } from '../../operations/context.ts'
import type { EventType } from '../../operations/events.ts'
import { recountBlocked, recountBlockedByProject } from '../dependencies/blockers.ts'
import { storyKind } from '../stories/story.ts'
import { taskKind } from '../tasks/task.ts'
import { type Children, deletedResponse } from './deleted.ts'
import { requireLivingParent } from './living-parent.ts'

/*
 * What is below an epic or a story goes into the trash with it and comes back with it: exactly what went, which is marked
 * by `deleted_with`. What somebody deleted by itself before stays there. So whatever lives has a living parent.
 */

/** Into the trash, with all that is below it. Whoever calls it holds the row `for update`: nothing is added meanwhile. */
export async function deleteWithChildren<Row extends DeletableRow>(ctx: Context, kind: Kind<Row>, row: Row) {
  const deleted = await deleteRow(ctx, kind, row)
  const { deleted_at, deleted_by } = deleted
  const children = await changeChildren(ctx, kind.name, {
    deed: 'deleted',
    root: row.id,
    set: { deleted_at, deleted_by, deleted_with: row.id },
  })
  return { ...deletedResponse(kind, deleted), children }
}

/** Back from the trash, with what went with it. */
export async function restoreWithChildren<Row extends DeletableRow>(ctx: Context, kind: Kind<Row>, row: Row) {
  await requireLivingParent(ctx.db, kind.name, row)
  const restored = await restoreRow(ctx, kind, row)
  if (kind.name === 'task') await recountBlocked(ctx, [row.id])
  if (kind.name === 'project') await recountBlockedByProject(ctx, row.id, { restored: true })
  if (kind.name !== 'epic' && kind.name !== 'story') return { restored }
  const children = await changeChildren(ctx, kind.name, {
    deed: 'restored',
    root: row.id,
    set: { deleted_at: null, deleted_by: null, deleted_with: null },
  })
  return { restored, children }
}

interface Change {
  deed: 'deleted' | 'restored'
  /** The epic or story with which they go or come. */
  root: string
  set: Pick<Child, 'deleted_at' | 'deleted_by' | 'deleted_with'>
}

interface Child extends DeletableRow {
  project_id: string
  key: string
  deleted_with: string | null
}

async function changeChildren(ctx: Context, kindOfRoot: string, change: Change): Promise<Children> {
  const ofEpic = kindOfRoot === 'epic'
  // Whoever moves a task holds it before its new story. In the other order we would wait for each other.
  if (ofEpic)
    await ctx.db.run(
      `select 1 from tasks where story_id = any(array(select id from stories where epic_id = $1))
          and deleted_at is null order by id for update`,
      [change.root],
    )
  const stories = ofEpic ? await changeAll(ctx, storyKind, 'epic_id', [change.root], change) : []
  const tasks = await changeAll(ctx, taskKind, 'story_id', ofEpic ? stories : [change.root], change)
  await recountBlocked(ctx, tasks)
  return { stories: stories.length, tasks: tasks.length }
}

/** All that is right below these parents, in two statements however many there are. Answers their ids. */
async function changeAll<Row extends Child>(
  ctx: Context,
  kind: Kind<Row>,
  parent: 'epic_id' | 'story_id',
  parents: string[],
  { deed, root, set }: Change,
): Promise<string[]> {
  // Held by more than the change itself would: whoever puts something into one of them waits, and then finds it gone.
  const before = await ctx.db.run<Pick<Child, 'id' | 'deleted_at' | 'deleted_by' | 'deleted_with'>>(
    `select id, deleted_at, deleted_by, deleted_with from ${kind.table}
      where ${parent} = any($1) and ${deed === 'deleted' ? 'deleted_at is null' : 'deleted_with = $2'}
      order by id for update`,
    [parents, ...(deed === 'deleted' ? [] : [root])],
  )
  const ids = before.map(({ id }) => id)
  if (ids.length === 0) return ids
  const after = await ctx.db.run<Row>(
    `update ${kind.table} set deleted_at = $2, deleted_by = $3, deleted_with = $4, version = version + 1,
            updated_at = now()
      where id = any($1) returning id, organization_id, project_id, key, version`,
    [ids, set.deleted_at, set.deleted_by && JSON.stringify(set.deleted_by), set.deleted_with],
  )
  const changed = new Map(before.map((child) => [child.id, inOurWords(differences(child, set))]))
  const type = `${kind.name}.${deed}` as EventType
  for (const row of after.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    ctx.record({ type, ...concerning(kind, row), version: row.version, changes: changed.get(row.id)! })
  return ids
}

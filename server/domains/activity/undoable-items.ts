import type { Queries } from '../../database/connect.ts'
import { changeRow, deleteRow } from '../../database/rows.ts'
import { sql } from '../../database/sql.ts'
import type { AccessRule } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { findItem } from '../work/items/find-item.ts'
import { type ItemKindName, type ItemRow, itemKinds } from '../work/items/item-kinds.ts'
import type { OrderedTable } from '../work/items/target-position.ts'
import { type OnItem, onItem } from '../work/items/access.ts'
import { deleteWithChildren } from '../trash/children.ts'
import { type Columns, type UndoableField, type UndoableKind, writeAccess, plainFields } from './undoable.ts'

interface OnItemRow extends OnItem {
  row: Columns
  itemRow: ItemRow
}

/** Rejects a position that another item occupies now. Locks the project, as every move does. */
export async function requireFreePosition(
  db: Queries,
  table: OrderedTable,
  projectId: string,
  position: string,
): Promise<void> {
  await db.run(sql`select 1 from projects where id = ${projectId} for no key update`)
  const [occupied] = await db.run(
    sql`select 1 from ${sql.raw(table)} where project_id = ${projectId} and position = ${position}`,
  )
  if (occupied) rejectField('position', 'Another item has this position now.')
}

const positionField = (table: OrderedTable): UndoableField<OnItemRow> => ({
  name: 'position',
  columns: ['position'],
  check: ({ db, project }, { position }) => requireFreePosition(db, table, project.id, position as string),
})

const planFields = plainFields('title', 'description', 'status', 'labels', 'due_at')

export const undoableEpic = undoableItem('epic', [...planFields, positionField('epics')])

export const undoableStory = undoableItem('story', [
  ...planFields,
  positionField('stories'),
  {
    name: 'epic',
    columns: ['epic_id'],
    async check({ db, itemRow }, { epic_id: id }) {
      if (!(await findItem(db, 'epics', itemRow, id as string, { hold: true })))
        rejectField('epic', 'The epic no longer exists.')
    },
  },
])

/** Reverts fields that users edit directly. Progress through gates cannot be undone. */
export const undoableFeature = undoableItem('feature', plainFields('title', 'description', 'kind', 'status'))

function undoableItem(name: ItemKindName, fields: UndoableField<OnItemRow>[]): UndoableKind<OnItemRow> {
  const kind = itemKinds[name]
  const access: AccessRule<{ item: string }, OnItemRow> = {
    ...onItem('edit'),
    async check(context, input) {
      const granted = await onItem('edit').check(context, input)
      const [itemRow] =
        granted.item.kind === name
          ? await context.db.run<ItemRow>(
              sql`select * from ${sql.raw(kind.table)} where id = ${granted.item.id} and deleted_at is null for update`,
            )
          : []
      if (!itemRow) reject('not_found', { kind: name, ref: input.item })
      return { ...granted, itemRow, row: { ...itemRow } }
    },
  }
  return {
    types: [`${name}.updated`],
    fields,
    lock: async (ctx, id) => access.check(writeAccess(ctx), { item: id }),
    change: (ctx, set) => changeRow<ItemRow>(ctx, kind, ctx.itemRow, set),
    remove: {
      access,
      run: (ctx: Context & OnItemRow) =>
        name === 'feature' ? deleteRow(ctx, kind, ctx.itemRow) : deleteWithChildren(ctx, kind, ctx.itemRow),
    },
    field: 'item',
  }
}

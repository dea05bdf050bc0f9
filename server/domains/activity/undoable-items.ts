import type { Queries } from '../../database/connect.ts'
import { changeRow, deleteRow } from '../../database/rows.ts'
import type { AccessRule } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { findItem } from '../items/find-item.ts'
import { type ItemKindName, type ItemRow, itemKinds } from '../items/item-kinds.ts'
import type { OrderedTable } from '../items/target-position.ts'
import { type OnItem, onItem } from '../items/access.ts'
import { deleteWithChildren } from '../trash/children.ts'
import { type Columns, type UndoableField, type UndoableKind, asked, plain } from './undoable.ts'

interface OnItemRow extends OnItem {
  row: Columns
  itemRow: ItemRow
}

/** Two things never stand at one place: whoever stands there now stays. Holds the project, as every move does. */
export async function isPositionFree(
  db: Queries,
  table: OrderedTable,
  projectId: string,
  position: string,
): Promise<void> {
  await db.run('select 1 from projects where id = $1 for no key update', [projectId])
  const [taken] = await db.run(`select 1 from ${table} where project_id = $1 and position = $2`, [
    projectId,
    position,
  ])
  if (taken) rejectField('position', 'Something else stands there now.')
}

const place = (table: OrderedTable): UndoableField<OnItemRow> => ({
  name: 'position',
  columns: ['position'],
  check: ({ db, project }, { position }) => isPositionFree(db, table, project.id, position as string),
})

const ofPlan = plain('title', 'description', 'status', 'labels', 'due_at')

export const undoableEpic = ofItem('epic', [...ofPlan, place('epics')])

export const undoableStory = ofItem('story', [
  ...ofPlan,
  place('stories'),
  {
    name: 'epic',
    columns: ['epic_id'],
    async check({ db, itemRow }, { epic_id: id }) {
      if (!(await findItem(db, 'epics', itemRow, id as string, { hold: true })))
        rejectField('epic', 'The epic is no longer there.')
    },
  },
])

/** By hand a feature is only given up, or taken up again. Everything else comes by passing gates, and stays. */
export const undoableFeature = ofItem('feature', plain('title', 'description', 'kind', 'status'))

function ofItem(name: ItemKindName, fields: UndoableField<OnItemRow>[]): UndoableKind<OnItemRow> {
  const kind = itemKinds[name]
  const access: AccessRule<{ item: string }, OnItemRow> = {
    ...onItem('edit'),
    async check(given, input) {
      const granted = await onItem('edit').check(given, input)
      const [itemRow] =
        granted.item.kind === name
          ? await given.db.run<ItemRow>(
              `select * from ${kind.table} where id = $1 and deleted_at is null for update`,
              [granted.item.id],
            )
          : []
      if (!itemRow) reject('not_found', { kind: name, ref: input.item })
      return { ...granted, itemRow, row: { ...itemRow } }
    },
  }
  return {
    types: [`${name}.updated`],
    fields,
    hold: async (ctx, id) => access.check(asked(ctx), { item: id }),
    change: (ctx, set) => changeRow<ItemRow>(ctx, kind, ctx.itemRow, set),
    remove: {
      access,
      run: (ctx: Context & OnItemRow) =>
        name === 'feature' ? deleteRow(ctx, kind, ctx.itemRow) : deleteWithChildren(ctx, kind, ctx.itemRow),
    },
    field: 'item',
  }
}

import type { Queries } from '../../../database/connect.ts'
import { rejectField } from '../../../operations/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'

/** Tables of numbered items. */
export type ItemTable = 'epics' | 'stories' | 'tasks' | 'features'

export interface InProject {
  organization_id: string
  project_id: string
}

interface LockOptions {
  /** Prevents deletion until the transaction ends (`for key share`). */
  hold?: boolean
  /** Locks the row for a change or deletion (`for update`). */
  change?: boolean
}

/** Finds an item of this project by number or id. Returns undefined if it does not exist. */
export async function findItem<Row extends { id: string }>(
  db: Queries,
  table: ItemTable,
  { organization_id, project_id }: InProject,
  ref: string,
  { hold = false, change = false }: LockOptions = {},
): Promise<Row | undefined> {
  const [found] = await db.run<Row>(
    `select * from ${table} where organization_id = $1 and project_id = $2 and deleted_at is null
        and ${anyUuid.test(ref) ? 'id = $3' : 'key = upper($3)'}
      ${change ? 'for update' : hold ? 'for key share' : ''}`,
    [organization_id, project_id, ref],
  )
  return found
}

/** Finds an item that an input field names. Rejects the field if the item does not exist. */
export async function namedItem<Row extends { id: string }>(
  db: Queries,
  table: ItemTable,
  project: InProject,
  { field, ref, hold = false }: { field: string; ref: string; hold?: boolean },
): Promise<Row> {
  const found = await findItem<Row>(db, table, project, ref, { hold })
  return found ?? rejectField(field, `This project has no ${field} "${ref}".`)
}

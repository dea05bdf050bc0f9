import type { Queries } from '../../database/connect.ts'
import { rejectField } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'

/** What has a number in its project. */
export type ItemTable = 'epics' | 'stories' | 'tasks' | 'features'

export interface InProject {
  organization_id: string
  project_id: string
}

interface Holding {
  /** It is to stay out of the trash until the transaction ends. */
  hold?: boolean
  /** It is about to be changed or deleted, and waits for all who hold it. */
  change?: boolean
}

/** The item of this project that is called so, or undefined. */
export async function findItem<Row extends { id: string }>(
  db: Queries,
  table: ItemTable,
  { organization_id, project_id }: InProject,
  ref: string,
  { hold = false, change = false }: Holding = {},
): Promise<Row | undefined> {
  const [found] = await db.run<Row>(
    `select * from ${table} where organization_id = $1 and project_id = $2 and deleted_at is null
        and ${anyUuid.test(ref) ? 'id = $3' : 'key = upper($3)'}
      ${change ? 'for update' : hold ? 'for key share' : ''}`,
    [organization_id, project_id, ref],
  )
  return found
}

/** The same for a field of the input that names one. */
export async function namedItem<Row extends { id: string }>(
  db: Queries,
  table: ItemTable,
  project: InProject,
  { field, ref, hold = false }: { field: string; ref: string; hold?: boolean },
): Promise<Row> {
  const found = await findItem<Row>(db, table, project, ref, { hold })
  return found ?? rejectField(field, `There is no such ${field} in this project: "${ref}".`)
}

import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { rejectField } from '../../../errors/errors.ts'
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
  project: InProject,
  ref: string,
  { hold = false, change = false }: LockOptions = {},
): Promise<Row | undefined> {
  const [found] = await db.run<Row>(
    sql`select * from ${sql.raw(table)} where ${isNamed(project, ref)}
      ${change ? sql`for update` : hold ? sql`for key share` : sql.empty}`,
  )
  return found
}

/** Finds an epic or a story of this project by number or id. Returns undefined if it does not exist. */
export async function findGroup(db: Queries, project: InProject, ref: string) {
  const [found] = await db.run<{ kind: 'epic' | 'story'; id: string }>(
    sql`select 'epic' as kind, id from epics where ${isNamed(project, ref)}
        union all select 'story', id from stories where ${isNamed(project, ref)}`,
  )
  return found
}

function isNamed({ organization_id, project_id }: InProject, ref: string): Sql {
  return sql`organization_id = ${organization_id} and project_id = ${project_id} and deleted_at is null
        and ${anyUuid.test(ref) ? sql`id = ${ref}` : sql`key = upper(${ref})`}`
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

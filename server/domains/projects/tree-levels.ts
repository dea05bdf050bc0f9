import type { Queries } from '../../database/connect.ts'
import { type Order, type PageAsked, keysetPage, page, sortOfCursor } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { TreeGroupRow, TreeTaskRow } from './tree-node.ts'

/* The statements of the tree. Each reads a bounded number of rows along an index. */

type Kind = 'epic' | 'story' | 'task'
export type TreeRow = (TreeGroupRow & { kind: 'epic' | 'story' }) | (TreeTaskRow & { kind: 'task' })
type RowOf<K extends Kind> = K extends 'task' ? TreeTaskRow : TreeGroupRow

/** The page of a level that a caller asks for. */
type Asked = Omit<PageAsked, 'sort'>

const shared = sql`i.id, i.key, i.title, i.status, i.labels, i.due_at, i.position, i.version`

const selects: Record<Kind, Sql> = {
  epic: sql`select ${shared}, null::uuid as parent_id from epics i`,
  story: sql`select ${shared}, i.epic_id as parent_id from stories i`,
  task: sql`select ${shared}, i.story_id as parent_id, i.priority, i.type, i.estimate, i.open_blockers,
         i.assignee_user_id, i.assignee_agent_id, coalesce(u.name, a.name) as assignee_name
    from tasks i left join users u on u.id = i.assignee_user_id left join agents a on a.id = i.assignee_agent_id`,
}

const byPosition: Order = { column: 'i.position', type: 'text', descending: false, unique: true }

/** Reads a page of the top level: the epics, then the tasks without a story. */
export async function readTopLevel(db: Queries, projectId: string, { limit, cursor }: Asked) {
  const isPastEpics = sortOfCursor(cursor) === 'task'
  const inProject = sql`i.project_id = ${projectId}`
  const epics = isPastEpics ? [] : await readRows(db, 'epic', inProject, { limit, cursor })
  if (epics.length > limit) return pageOfRows(epics, limit)
  const tasks = await readRows(db, 'task', sql`${inProject} and i.story_id is null`, {
    limit: limit - epics.length,
    cursor: isPastEpics ? cursor : undefined,
  })
  return pageOfRows([...epics, ...tasks], limit)
}

/** Reads a page of the stories of an epic, or of the tasks of a story. */
export async function readLevelBelow(
  db: Queries,
  parent: { kind: 'epic' | 'story'; id: string },
  asked: Asked,
) {
  const rows =
    parent.kind === 'epic'
      ? await readRows(db, 'story', sql`i.epic_id = ${parent.id}`, asked)
      : await readRows(db, 'task', sql`i.story_id = ${parent.id}`, asked)
  return pageOfRows(rows, asked.limit)
}

/** Reads all stories of these epics, or all tasks of these stories, in order. Returns null if there are more than `max`. */
export async function readChildren<K extends 'story' | 'task'>(
  db: Queries,
  kind: K,
  parentIds: string[],
  max: number,
): Promise<RowOf<K>[] | null> {
  const parent = sql.raw(kind === 'story' ? 'i.epic_id' : 'i.story_id')
  const rows = await db.run<RowOf<K>>(
    sql`${selects[kind]} where ${parent} = any(${parentIds}::uuid[]) and i.deleted_at is null
      order by i.position limit ${max + 1}::integer`,
  )
  return rows.length > max ? null : rows
}

/** Reads the rows of a page, and one more if there is a next page. */
async function readRows(db: Queries, kind: Kind, where: Sql, asked: Asked): Promise<TreeRow[]> {
  const { after, orderAndLimit } = keysetPage(byPosition, 'i.id', { ...asked, sort: kind })
  const rows = await db.run<RowOf<Kind>>(
    sql`${selects[kind]} where ${where} and i.deleted_at is null and ${after} ${orderAndLimit}`,
  )
  return rows.map((row) => ({ ...row, kind }) as TreeRow)
}

/** Returns a page whose cursor names the kind of its last row, because the top level has two kinds. */
function pageOfRows(rows: TreeRow[], limit: number) {
  const sort = rows[Math.min(limit, rows.length) - 1]?.kind ?? ''
  return page(
    rows,
    { limit, sort },
    (row) => [row.position, row.id],
    (row) => row,
  )
}

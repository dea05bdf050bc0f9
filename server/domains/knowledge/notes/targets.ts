import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { decisionsVisibleTo, fromDecisions } from '../decisions/access.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { type Seer, visibleProjects } from '../../projects/access.ts'
import { fromNotes, notesVisibleTo } from './access.ts'
import type { LinkKind } from './tables.ts'

/** The target of a link with its current title. */
export interface Target {
  kind: Exclude<LinkKind, 'url'>
  id: string
  /** The number of an item or the slug of a project. */
  key: string | null
  title: string
}

/** Finds visible link targets of all kinds by id, number or slug, in one query. */
export async function findTargets(
  db: Queries,
  granted: Seer,
  { ids = [], keys = [], slugs = [] }: { ids?: string[]; keys?: string[]; slugs?: string[] },
): Promise<Target[]> {
  if (ids.length + keys.length + slugs.length === 0) return []
  const uuids = ids.filter((id) => anyUuid.test(id))
  const upperKeys = keys.map((key) => key.toUpperCase())
  const matchesRef = (row: Sql) =>
    sql`${row}.organization_id = ${granted.organization.id} and ${row}.deleted_at is null
        and (${row}.id = any(${uuids}::uuid[]) or ${row}.key = any(${upperKeys}::text[]))`
  const visible = visibleProjects(granted)
  const inProject = sql`${visible.where} and p.deleted_at is null`
  const items = itemKindNames.map(
    (kind) => sql`select '${sql.raw(kind)}' as kind, i.id, i.key, i.title
       from ${sql.raw(itemKinds[kind].table)} i join projects p on p.id = i.project_id
      where ${inProject} and ${matchesRef(sql`i`)}`,
  )
  const parts = [
    ...items,
    sql`select 'spec', i.id, i.key, i.title from specs i join projects p on p.id = i.project_id
      where ${inProject} and ${matchesRef(sql`i`)}`,
    sql`select 'decision', d.id, d.key, d.title from ${fromDecisions}
      where ${decisionsVisibleTo(granted).where} and ${matchesRef(sql`d`)}`,
    sql`select 'note', n.id, null, n.title from ${fromNotes}
      where ${notesVisibleTo(granted).where} and n.deleted_at is null and n.id = any(${uuids}::uuid[])`,
    sql`select 'project', p.id, p.slug, p.name from projects p
      where ${inProject} and (p.id = any(${uuids}::uuid[]) or p.slug = any(${slugs}::text[]))`,
  ]
  return db.run<Target>(sql.join(parts, ' union all '))
}

/** Matches the number of an item, decision or spec, such as WEB-42. */
export const isNumber = /^[a-z]{1,10}-[1-9]\d{0,8}$/i
export const isAddress = /^https?:\/\/\S+$/i

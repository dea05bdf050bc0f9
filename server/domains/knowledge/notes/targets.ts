import type { Queries } from '../../../database/connect.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { decisionsSeenBy, fromDecisions } from '../decisions/access.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import { type Seer, projectsSeenBy } from '../../projects/access.ts'
import { fromNotes, notesSeenBy } from './access.ts'
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
  const visible = projectsSeenBy(granted)
  const inProject = `${visible.where} and p.deleted_at is null`
  const items = itemKindNames.map(
    (kind) => `select '${kind}' as kind, i.id, i.key, i.title
       from ${itemKinds[kind].table} i join projects p on p.id = i.project_id
      where ${inProject} and ${matchesRef('i')}`,
  )
  const parts = [
    ...items,
    `select 'spec', i.id, i.key, i.title from specs i join projects p on p.id = i.project_id
      where ${inProject} and ${matchesRef('i')}`,
    `select 'decision', d.id, d.key, d.title from ${fromDecisions}
      where ${decisionsSeenBy(granted).where} and ${matchesRef('d')}`,
    `select 'note', n.id, null, n.title from ${fromNotes}
      where ${notesSeenBy(granted).where} and n.deleted_at is null and n.id = any($5::uuid[])`,
    `select 'project', p.id, p.slug, p.name from projects p
      where ${inProject} and (p.id = any($5::uuid[]) or p.slug = any($7::text[]))`,
  ]
  return db.run<Target>(parts.join(' union all '), [
    ...[...visible.values, ids.filter((id) => anyUuid.test(id))],
    ...[keys.map((key) => key.toUpperCase()), slugs],
  ])
}

function matchesRef(row: string): string {
  return `${row}.organization_id = $1 and ${row}.deleted_at is null
        and (${row}.id = any($5::uuid[]) or ${row}.key = any($6::text[]))`
}

/** Matches the number of an item, decision or spec, such as WEB-42. */
export const isNumber = /^[a-z]{1,10}-[1-9]\d{0,8}$/i
export const isAddress = /^https?:\/\/\S+$/i

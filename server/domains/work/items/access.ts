import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { type AccessRule, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { reference } from '../../../operations/reference.ts'
import {
  type OnProject,
  type ProjectRight,
  requireRight,
  sentences,
  rightHolders,
  visibleProjects,
} from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { type ItemKindName, itemKinds } from './item-kinds.ts'
import { isItem } from './visible-item.ts'

/** An item found by number or id, with its parents. */
export interface FoundItem {
  kind: ItemKindName
  id: string
  key: string
  title: string
  status: string
  story_id: string | null
  story_key: string | null
  story_title: string | null
  epic_id: string | null
  epic_key: string | null
  epic_title: string | null
}

export interface OnItem extends OnProject {
  item: FoundItem
}

/** Grants access to an item of any kind. */
export function onItem(right: Exclude<ProjectRight, 'manage'>): AccessRule<{ item: string }, OnItem> {
  return {
    name: `item(${right})`,
    sentence: sentences[right].replace('the project', "the item's project"),
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, { item: ref }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const { where, right: ownRight } = visibleProjects(granted)
      const isFound = sql`${where} and p.deleted_at is null and i.deleted_at is null and ${isItem('i', granted, ref)}`
      const branches = Object.entries(kinds).map(
        ([kind, { from, story, epic }]) =>
          sql`select ${sql.raw(`'${kind}'`)} as kind, i.id, i.key, i.title, i.status, to_jsonb(p) as project,
                  ${parentColumns('story', story)}, ${parentColumns('epic', epic)}, ${ownRight} as right
             from ${from} join projects p on p.id = i.project_id where ${isFound}`,
      )
      const [found] = await db.run<FoundItem & { project: ProjectRow; right: ProjectRight }>(
        sql.join(branches, ' union all '),
      )
      if (!found) reject('not_found', { kind: 'item', ref })
      requireRight(found, right)
      const { project, right: grantedRight, ...item } = found
      if (hold) await lockItem(db, item)
      return { ...granted, project: { ...project, right: grantedRight }, item }
    },
  }
}

/** Locks the item, so that it is not deleted before a record about it is written. */
async function lockItem(db: Queries, { kind, id, key }: FoundItem): Promise<void> {
  const [locked] = await db.run(
    sql`select 1 from ${sql.raw(itemKinds[kind].table)} where id = ${id} and deleted_at is null for key share`,
  )
  if (!locked) reject('not_found', { kind: 'item', ref: key })
}

/** A reference to any numbered item in any input. */
export const itemRef = reference('item', 'The epic, story, task or feature: number (WEB-42) or id.')

interface Source {
  from: Sql
  /** The table aliases of its story and epic, if the kind can have them. */
  story?: string
  epic?: string
}

const kinds: Record<FoundItem['kind'], Source> = {
  epic: { from: sql`epics i` },
  story: { from: sql`stories i join epics e on e.id = i.epic_id`, epic: 'e' },
  task: {
    from: sql`tasks i left join stories s on s.id = i.story_id left join epics e on e.id = s.epic_id`,
    story: 's',
    epic: 'e',
  },
  feature: { from: sql`features i` },
}

function parentColumns(as: string, alias: string | undefined): Sql {
  const columns = { id: 'uuid', key: 'text', title: 'text' }
  const named = Object.entries(columns).map(
    ([column, type]) => `${alias ? `${alias}.${column}` : `null::${type}`} as ${as}_${column}`,
  )
  return sql.raw(named.join(', '))
}

import type { Queries } from '../../../database/connect.ts'
import { type AccessRule, requireOrganization } from '../../../operations/access.ts'
import { reject } from '../../../operations/errors.ts'
import { reference } from '../../../operations/reference.ts'
import {
  type OnProject,
  type ProjectRight,
  projectsSeenBy,
  requireRight,
  sentences,
  rightHolders,
} from '../../projects/access.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { type ItemKindName, itemKinds } from './item-kinds.ts'
import { called } from './seen-item.ts'

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
      const visible = projectsSeenBy(granted)
      const seen = `${visible.where} and p.deleted_at is null and i.deleted_at is null and ${called('i', ref)}`
      const branches = Object.entries(kinds).map(
        ([kind, { from, story, epic }]) =>
          `select '${kind}' as kind, i.id, i.key, i.title, i.status, to_jsonb(p) as project,
                  ${parentColumns('story', story)}, ${parentColumns('epic', epic)}, ${visible.right} as right
             from ${from} join projects p on p.id = i.project_id where ${seen}`,
      )
      const [found] = await db.run<FoundItem & { project: ProjectRow; right: ProjectRight }>(
        branches.join(' union all '),
        [...visible.values, ref],
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
    `select 1 from ${itemKinds[kind].table} where id = $1 and deleted_at is null for key share`,
    [id],
  )
  if (!locked) reject('not_found', { kind: 'item', ref: key })
}

/** A reference to any numbered item in any input. */
export const itemRef = reference('item', 'The epic, story, task or feature: number (WEB-42) or id.')

interface Source {
  from: string
  /** The table aliases of its story and epic, if the kind can have them. */
  story?: string
  epic?: string
}

const kinds: Record<FoundItem['kind'], Source> = {
  epic: { from: 'epics i' },
  story: { from: 'stories i join epics e on e.id = i.epic_id', epic: 'e' },
  task: {
    from: 'tasks i left join stories s on s.id = i.story_id left join epics e on e.id = s.epic_id',
    story: 's',
    epic: 'e',
  },
  feature: { from: 'features i' },
}

function parentColumns(as: string, alias: string | undefined): string {
  const columns = { id: 'uuid', key: 'text', title: 'text' }
  return Object.entries(columns)
    .map(([column, type]) => `${alias ? `${alias}.${column}` : `null::${type}`} as ${as}_${column}`)
    .join(', ')
}

import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type AccessRule, requireOrganization } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import {
  type OnProject,
  type ProjectRight,
  type Seer,
  projectsSeenBy,
  requireRight,
  sentences,
  standing,
} from '../projects/access.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { type ItemKindName, itemKindNames, itemKinds } from './item-kinds.ts'

/** An epic, story, task or feature, by what they have in common. */
export interface SeenItem {
  kind: ItemKindName
  id: string
  key: string
  title: string
}

export interface OnItem extends OnProject {
  item: SeenItem
}

/** Items have no rules of their own: whoever may do a thing in the project may do it to what is in it. */
export function onItem(right: Exclude<ProjectRight, 'manage'>): AccessRule<{ item: string }, OnItem> {
  return {
    name: `item(${right})`,
    sentence: sentences[right].replace('the project', "the item's project"),
    open: false,
    ...standing[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const found = await findSeenItem(db, granted, input.item)
      requireRight(found.project, right)
      if (hold) await holdItem(db, found.item)
      return { ...granted, ...found }
    },
  }
}

/** What a number or an id names, whatever kind of item it is, if the caller sees its project. */
export async function findSeenItem(
  db: Queries,
  asking: Seer,
  ref: string,
): Promise<Pick<OnItem, 'project' | 'item'>> {
  const visible = projectsSeenBy(asking)
  const named = anyUuid.test(ref) ? 'id = $5' : 'key = upper($5)'
  const tables = itemKindNames.map(
    (kind) => `select '${kind}' as kind, id, key, title, project_id from ${itemKinds[kind].table}
                where organization_id = $1 and deleted_at is null and ${named}`,
  )
  const [found] = await db.run<SeenItem & { project: ProjectRow; right: ProjectRight }>(
    `select t.kind, t.id, t.key, t.title, to_jsonb(p) as project, ${visible.right} as right
       from (${tables.join(' union all ')}) t join projects p on p.id = t.project_id
      where ${visible.where} and p.deleted_at is null limit 1`,
    [...visible.values, ref],
  )
  if (!found) refuse('not_found', { kind: 'item', ref })
  const { project, right, ...item } = found
  return { project: { ...project, right }, item }
}

/** So that it does not go into the trash before what is being written about it is there. */
async function holdItem(db: Queries, { kind, id, key }: SeenItem): Promise<void> {
  const [held] = await db.run(
    `select 1 from ${itemKinds[kind].table} where id = $1 and deleted_at is null for key share`,
    [id],
  )
  if (!held) refuse('not_found', { kind: 'item', ref: key })
}

/** How an item of any kind is named in any input. */
export const itemRef = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('The epic, story, task or feature: its number (WEB-42) or its id.')
  .meta({ refers: 'item' })

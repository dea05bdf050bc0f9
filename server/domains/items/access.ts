import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { refuse } from '../../operations/errors.ts'
import { type ProjectRight, projectsSeenBy, requireRight, sentences, standing } from '../projects/access.ts'
import { called } from './seen-item.ts'

/** What a number or an id names. */
export interface FoundItem {
  kind: 'epic' | 'story' | 'task' | 'feature'
  id: string
  key: string
  title: string
  status: string
  project_id: string
  project_slug: string
  story_id: string | null
  story_key: string | null
  story_title: string | null
  epic_id: string | null
  epic_key: string | null
  epic_title: string | null
}

export interface OnItem extends InOrganization {
  item: FoundItem & { right: ProjectRight }
}

/** For what is done to any item of a project, whatever its kind. */
export function onItem(right: Exclude<ProjectRight, 'manage'>): AccessRule<{ item: string }, OnItem> {
  return {
    name: `item(${right})`,
    sentence: sentences[right].replace('the project', "the item's project"),
    open: false,
    ...standing[right],
    async check({ caller, db, reads }, { item: ref }) {
      const granted = requireOrganization(caller, reads, 'guest')
      const visible = projectsSeenBy(granted)
      const seen = `${visible.where} and p.deleted_at is null and i.deleted_at is null and ${called('i', ref)}`
      const branches = Object.entries(kinds).map(
        ([kind, { from, story, epic }]) =>
          `select '${kind}' as kind, i.id, i.key, i.title, i.status, p.id as project_id, p.slug as project_slug,
                  ${named('story', story)}, ${named('epic', epic)}, ${visible.right} as right
             from ${from} join projects p on p.id = i.project_id where ${seen}`,
      )
      const [item] = await db.run<OnItem['item']>(branches.join(' union all '), [...visible.values, ref])
      if (!item) refuse('not_found', { kind: 'item', ref })
      requireRight(item, right)
      return { ...granted, item }
    },
  }
}

interface Source {
  from: string
  /** The alias of the story and of the epic that it belongs to, if it can. */
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

function named(as: string, alias: string | undefined): string {
  const columns = { id: 'uuid', key: 'text', title: 'text' }
  return Object.entries(columns)
    .map(([column, type]) => `${alias ? `${alias}.${column}` : `null::${type}`} as ${as}_${column}`)
    .join(', ')
}

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { itemRef, onItem } from './access.ts'
import { ItemName, nameOf } from './item-name.ts'

export const find = operation({
  id: 'items.find',
  summary: 'Find an epic, story, task or feature by number or id, with its project, epic and story.',
  http: 'GET /api/items/:item',
  shows: ['project'],
  access: onItem('view'),
  input: z.object({ item: itemRef }),
  output: z
    .object({
      kind: z.enum(['epic', 'story', 'task', 'feature']),
      id: z.uuid(),
      key: z.string(),
      title: z.string(),
      status: z.string(),
      project: z.string().describe('Slug of its project.'),
      epic: ItemName.nullable().describe('Its epic.'),
      story: ItemName.nullable().describe('Its story.'),
    })
    .meta({ id: 'Item' }),
}).run(async ({ item, project }) => ({
  kind: item.kind,
  id: item.id,
  key: item.key,
  title: item.title,
  status: item.status,
  project: project.slug,
  epic: nameOf(item.epic_id, item.epic_key, item.epic_title),
  story: nameOf(item.story_id, item.story_key, item.story_title),
}))

import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { itemRef, onItem } from './access.ts'
import { ItemName, nameOf } from './item-name.ts'

export const find = operation({
  id: 'items.find',
  summary: 'Tell what a number or an id names: an epic, a story, a task or a feature, and where it is.',
  http: 'GET /api/items/:item',
  access: onItem('view'),
  input: z.object({ item: itemRef }),
  output: z
    .object({
      kind: z.enum(['epic', 'story', 'task', 'feature']),
      id: z.uuid(),
      key: z.string(),
      title: z.string(),
      status: z.string(),
      project: z.string().describe('The slug of its project.'),
      epic: ItemName.nullable().describe('The epic it is below.'),
      story: ItemName.nullable().describe('The story it is below.'),
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

import type { InputOf, Status } from '../../client.ts'

/*
 * The groupings of a task list. Apart from their texts, because the routes need them on every page.
 */
export type Grouping = InputOf<'tasks.group'>['by']

export const groupings: readonly Grouping[] = [
  'status',
  'priority',
  'assignee',
  'agent',
  'label',
  'epic',
  'feature',
  'none',
]

/** The groups that are collapsed until the user opens them. */
export const initiallyCollapsed: readonly string[] = ['status:cancelled' satisfies `status:${Status}`]

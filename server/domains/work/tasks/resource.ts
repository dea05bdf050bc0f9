import { type ResourceKind, mapPage, record, uriOf } from '../../../operations/resource.ts'
import { findKey, projectOfTyped } from '../items/complete-key.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'

/** Tasks are not listed, because there are too many. Clients read them by key. */
export const taskResource: ResourceKind = {
  name: 'task',
  title: 'Task',
  description: 'A task with its dependencies, comments and history.',
  mimeType: 'application/json',
  async show(query, task) {
    const shown = await query(getTask, { task })
    return record(uriOf('task', shown.key), shown.title, shown)
  },
  complete: (query, page, typed) =>
    mapPage(query(listTasks, { ...projectOfTyped(typed), ...page }), ({ key, title }) => [key, title]),
  completeExact: (query, text) => findKey(query, 'task', text),
}

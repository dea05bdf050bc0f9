import type { TaskFilter } from '../../../queries.ts'
import { read } from '../../../read.ts'
import { boardColumns } from '../names.ts'

/** The number of tasks and the sum of their estimates in each column of the board. */
export const columnCounts = (slug: string, filter: TaskFilter = {}) =>
  read('tasks.group', { project: slug, by: 'status', ...filter, collapsed: [...boardColumns] })

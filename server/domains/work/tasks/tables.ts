import type { Rows } from '../../../database/row-types.ts'

/**
 * A task. `position` is its sort key within the project: see items/positions.ts. `open_blockers` and `blocking` count the
 * open tasks that block it, and the tasks that it blocks. They are derived from the links, never set by a caller.
 * `deleted_with` is the story or epic that it was deleted with, and is restored with.
 */
export type TaskRow = Rows['tasks']

import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'

export interface GoalRow {
  text: string
  done: boolean
}

/**
 * A session. `learned` has the ids of the memory entries it produced. `worker` is the actor that works in it, with the
 * API key, token or login `credential_id`. The database sets `owner_id` if the session is in no project, and so private.
 */
export type SessionRow = Narrow<
  Rows['sessions'],
  { goals: GoalRow[]; state: Record<string, unknown>; learned: string[] }
>

export type CheckpointRow = Narrow<Rows['checkpoints'], { goals: GoalRow[]; state: Record<string, unknown> }>

import { z } from 'zod'
import { sql } from '../../../database/sql.ts'

export const jobStates = ['failed', 'retrying', 'waiting', 'active'] as const

/** A background job without its payload, which is encrypted and can contain sign-in codes. */
export const Job = z
  .object({
    id: z.uuid(),
    queue: z.string().describe('Name of the queue, such as mail.'),
    state: z.enum(jobStates).describe('"retrying": an attempt failed, and another one follows.'),
    attempts: z.int().describe('Number of started attempts.'),
    reason: z.string().nullable().describe('Reason of the last failure.'),
    createdAt: z.iso.datetime(),
    startAfter: z.iso.datetime().describe('Time of the next attempt, or of the last one.'),
    failedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Job' })

/** The states as pg-boss stores them. */
export const storedStates = { failed: 'failed', retrying: 'retry', waiting: 'created', active: 'active' }

export interface JobRow {
  id: string
  name: string
  state: string
  retry_count: number
  started_on: string | null
  output: object | null
  created_on: string
  start_after: string
  completed_on: string | null
}

/** The columns of `JobRow`. Alias: `j` is the job. */
export const jobColumns = sql`j.id, j.name, j.state, j.retry_count, j.started_on, j.output, j.created_on, j.start_after,
  j.completed_on`

export function jobFromRow(row: JobRow, reason: string | null): z.output<typeof Job> {
  return {
    id: row.id,
    queue: row.name,
    state: jobStates.find((state) => storedStates[state] === row.state) ?? 'active',
    attempts: row.started_on === null ? 0 : row.retry_count + 1,
    reason,
    createdAt: row.created_on,
    startAfter: row.start_after,
    failedAt: row.state === 'failed' ? row.completed_on : null,
  }
}

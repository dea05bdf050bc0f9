import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'

export const Queue = z.object({
  name: z.string(),
  waiting: z.int().describe('Jobs that wait for their first attempt.'),
  active: z.int(),
  retrying: z.int().describe('Jobs whose last attempt failed and that wait for the next one.'),
  failed: z.int().describe('Jobs that failed permanently. They are kept for 14 days.'),
  oldestDueSeconds: z.number().nullable().describe('Time that the oldest waiting job has been due.'),
})

/** Jobs are shared by all nodes. Jobs that are done aren't counted. */
export function readQueues(db: Queries): Promise<z.output<typeof Queue>[]> {
  const count = (state: string) => sql`count(*) filter (where state = ${sql.raw(`'${state}'`)})::int`
  return db.run(
    sql`select name, ${count('created')} as waiting, ${count('active')} as active, ${count('retry')} as retrying,
          ${count('failed')} as failed,
          extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))::float8
            as "oldestDueSeconds"
     from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name order by name`,
  )
}

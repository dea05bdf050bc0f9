import { z } from 'zod'
import { openFailure, retryFailedJob } from '../../../database/failed-jobs.ts'
import { type ListOrder, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { platformAdmin } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type JobRow, Job, jobColumns, jobFromRow, jobStates, storedStates } from './job.ts'

const newestFirst: ListOrder = {
  sort: '-createdAt',
  id: 'j.id',
  column: 'j.created_on',
  type: 'timestamptz',
  descending: true,
}

export const listJobs = operation({
  id: 'jobs.list',
  summary: 'List background jobs that failed, wait or run, newest first, without their payload.',
  http: 'GET /api/admin/jobs',
  shows: ['job'],
  access: platformAdmin,
  input: z.object({
    state: z.enum(jobStates).default('failed').describe('Only jobs in this state. Default "failed".'),
    queue: z.string().trim().min(1).max(100).optional().describe('Only jobs of this queue.'),
    ...pageInput,
  }),
  output: pageOf(Job),
}).run(({ app, db }, input) => {
  const inQueue = input.queue === undefined ? sql`true` : sql`j.name = ${input.queue}`
  return readPage(
    db,
    input,
    newestFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${jobColumns}, j.created_on::text as sort_value from pgboss.job j
        where j.state = ${storedStates[input.state]}::pgboss.job_state and ${inQueue} and ${after} ${orderAndLimit}`
        .unprepared,
    (row: JobRow & { sort_value: string }) => jobFromRow(row, openFailure(app.secrets, row.output)),
  )
})

export const retryJob = operation({
  id: 'jobs.retry',
  summary: 'Retry a job that failed permanently. It runs immediately.',
  http: 'POST /api/admin/jobs/:job/retry',
  access: platformAdmin,
  input: z.object({ job: z.string().max(100).describe('Id of the job.') }),
  output: Job,
}).run(async (ctx, { job: id }) => {
  const { app, db } = ctx
  const find = async () => {
    if (!anyUuid.test(id)) return undefined
    const [row] = await db.run<JobRow>(sql`select ${jobColumns} from pgboss.job j where j.id = ${id}`)
    return row
  }
  const before = (await find()) ?? reject('not_found', { kind: 'job', ref: id })
  const queue = await retryFailedJob(db, before.id)
  if (queue === undefined) reject('job_not_failed', { job: id })
  ctx.record({
    type: 'job.retried',
    subject: { kind: 'job', id: before.id, key: queue },
    organizationId: null,
  })
  ctx.afterCommit(() => app.jobs.wake(queue))
  return jobFromRow((await find())!, openFailure(app.secrets, before.output))
})

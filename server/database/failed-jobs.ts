import type { Secrets } from '../platform/secrets.ts'
import type { Queries } from './connect.ts'
import { sql } from './sql.ts'

/*
 * Jobs that failed permanently. They stay in the queue, so that an administrator can fix the cause and retry them.
 */

/** Seconds that a queued job is kept after its success. */
export const keepDoneSeconds = 60
export const keepFailedDays = 14

/** The encrypted reason of a failure. An unexpected error may contain user data. */
interface SealedFailure {
  reason: string
}

const purpose = 'job failure'

export function sealFailure(secrets: Secrets, reason: string): SealedFailure {
  return { reason: secrets.encrypt(purpose, reason).toString('base64') }
}

/** Returns the reason that `sealFailure` stored. Returns null for a failure that pg-boss reported itself. */
export function openFailure(secrets: Secrets, output: object | null): string | null {
  const { reason } = (output ?? {}) as Partial<SealedFailure>
  if (reason === undefined) return null
  try {
    return secrets.decrypt(purpose, Buffer.from(reason, 'base64'))
  } catch {
    return null
  }
}

/** Keeps a job that is about to fail permanently. pg-boss deletes by one age, whatever the outcome. */
export async function keepFailedJob(db: Queries, name: string, id: string): Promise<void> {
  const seconds = keepFailedDays * 86_400
  // Without this, the job still fails, but its row is deleted soon.
  await db
    .run(sql`update pgboss.job set deletion_seconds = ${seconds}::int where name = ${name} and id = ${id}`)
    .catch(() => {})
}

/** Makes a failed job due again. Returns its queue, or undefined if no such job has failed. */
export async function retryFailedJob(db: Queries, id: string): Promise<string | undefined> {
  const [job] = await db.run<{ name: string }>(
    sql`update pgboss.job set state = 'retry', retry_limit = greatest(retry_limit, retry_count + 1), completed_on = null,
         start_after = now(), deletion_seconds = ${keepDoneSeconds}::int
      where id = ${id} and state = 'failed' returning name`,
  )
  return job?.name
}

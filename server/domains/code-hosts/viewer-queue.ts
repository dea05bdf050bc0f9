import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'

/** The queue for checking who can read private repositories, after an account or a repository was connected. */
export const viewerQueue = 'check-viewers'

export interface ViewerCheck {
  /** Only the repositories of this person. */
  user?: string
  /** Only this repository. */
  repo?: string
}

/** Queues a check in the transaction of a write. */
export async function checkViewersSoon(
  ctx: Pick<Context, 'app' | 'db' | 'afterCommit'>,
  check: ViewerCheck,
): Promise<void> {
  await ctx.app.jobs.enqueue(viewerQueue, check, ctx.db)
  ctx.afterCommit(() => ctx.app.jobs.wake(viewerQueue))
}

/**
 * Hides private repositories from a person whose account was replaced or disconnected. Those that they connected
 * themselves stay visible, so that they can reconnect the account or disconnect the repository.
 */
export async function forgetViewer(db: Queries, userId: string): Promise<void> {
  await db.run(
    sql`delete from repo_viewers v using repos r
      where v.user_id = ${userId} and r.id = v.repo_id and r.connected_by is distinct from ${userId}::uuid`,
  )
}

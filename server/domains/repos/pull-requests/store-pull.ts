import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { concerning } from '../../../operations/rows.ts'
import { storePulls } from '../host-state/store-pulls.ts'
import { type RepoRow, repoKind } from '../repo.ts'
import { requestSync } from '../sync-lease.ts'
import { syncQueue } from '../sync-repository.ts'
import type { PullItem } from './item-text.ts'
import type { OpenedPull } from './open-pull.ts'

/** Stores a pull request that Baton opened, with its link to the item, and requests a sync for the rest. */
export async function storePull(
  ctx: Context,
  repo: RepoRow,
  { pull, existed }: OpenedPull,
  item?: PullItem,
): Promise<void> {
  const { app, db } = ctx
  const { number, title, url } = pull
  await storePulls(db, repo, [pull])
  if (item)
    await db.run(
      sql`insert into code_links (item_id, item_kind, organization_id, project_id, repo_id, kind, reference, title, url)
        values (${item.id}, ${item.kind}, ${repo.organization_id}, ${repo.project_id}, ${repo.id}, 'pull_request',
          ${String(number)}, ${title}, ${url}) on conflict do nothing`,
    )
  ctx.record({
    type: 'repo.proposed',
    ...concerning(repoKind, repo),
    data: {
      number,
      title,
      url,
      existed,
      ...(item && { item: { kind: item.kind, id: item.id, key: item.key } }),
    },
  })
  if (!(await requestSync(db, repo.id))) return
  await app.jobs.enqueue(syncQueue, { repo: repo.id }, db)
  ctx.afterCommit(() => app.jobs.wake(syncQueue))
}

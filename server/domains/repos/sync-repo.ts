import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { concerning, differences, updateRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { Unreadable } from '../../platform/git-remote.ts'
import { type SeenRepo, onRepo } from './access.ts'
import { type Contents, Repo, repoKind, repoRef, type RepoRow } from './repo.ts'
import { type Refs, limitRefs, readAll, tokenOf } from './read-repo.ts'
import { reloadRepo } from './repos.ts'

export const syncRepo = operation({
  id: 'repos.sync',
  summary: 'Read a repository again: branches, commits, files. On error, returns the reason in failure.',
  http: 'POST /api/repos/:repo/sync',
  tool: { name: 'sync_repo' },
  access: onRepo('edit'),
  outside: true,
  input: z.object({ repo: repoRef }),
  output: Repo,
  // Runs outside a transaction, because it waits for the git server.
  async prepare({ app, request, repo }): Promise<Outcome> {
    const startedAt = databaseTime()
    const token = await tokenOf(app.database, app.secrets, repo.id)
    try {
      return {
        startedAt,
        read: await readAll({ app, request }, { url: repo.url, token }, repo.chosen_branch),
      }
    } catch (error) {
      if (error instanceof Unreadable) return { startedAt, failure: error.message }
      throw error
    }
  },
}).run(async (ctx) => {
  const { repo, startedAt } = ctx
  // A concurrent sync that started later has newer data.
  const isOutdated = repo.synced_at !== null && Date.parse(repo.synced_at) > Date.parse(startedAt)
  if (!isOutdated)
    await (ctx.read ? storeContents(ctx, repo, startedAt, ctx.read) : storeFailure(ctx, repo, ctx.failure!))
  return reloadRepo(ctx, repo.id)
})

interface Outcome {
  startedAt: string
  read?: { refs: Refs; contents: Contents | null }
  /** Reason why it could not be read. */
  failure?: string
}

async function storeContents(
  ctx: Context,
  repo: SeenRepo,
  startedAt: string,
  read: NonNullable<Outcome['read']>,
) {
  const refs = limitRefs(read.refs)
  const { contents } = read
  const set: Partial<RepoRow> = { ...refs, contents, status: 'ready', failure: null }
  const changed = Object.keys(differences<RepoRow>(repo, set))
  if (changed.length === 0) {
    await ctx.db.run(sql`update repos set synced_at = ${startedAt} where id = ${repo.id}`)
    return
  }
  const { after } = await updateRow<RepoRow>(ctx, repoKind, repo, { ...set, synced_at: startedAt })
  ctx.record({
    type: 'repo.synced',
    ...concerning(repoKind, after),
    version: after.version,
    data: {
      ...(repo.head !== after.head && { head: { from: repo.head, to: after.head } }),
      defaultBranch: after.default_branch,
      branches: after.branch_count,
      tags: after.tag_count,
    },
  })
}

async function storeFailure(ctx: Context, repo: SeenRepo, failure: string) {
  const { after, changes } = await updateRow<RepoRow>(ctx, repoKind, repo, { status: 'error', failure })
  if (!changes) return
  const event = { type: 'repo.failed', ...concerning(repoKind, after), version: after.version } as const
  ctx.record({ ...event, data: { reason: failure } })
}

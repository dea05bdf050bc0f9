import { z } from 'zod'
import { databaseTime } from '../../database/clock.ts'
import { asDocument, concerning, differences, updateRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { Unreadable } from '../../platform/git-remote.ts'
import { type SeenRepo, onRepo } from './access.ts'
import type { Contents } from './contents.ts'
import { type Refs, keptRefs } from './read-refs.ts'
import { readAll } from './read-repo.ts'
import { Repo, repoKind, repoRef } from './repo.ts'
import { showChanged } from './show-repo.ts'
import type { RepoRow } from './tables.ts'
import { tokenOf } from './token.ts'

export const syncRepo = operation({
  id: 'repos.sync',
  summary: 'Read a repository again: branches, commits, files. If it cannot be read, failure says why.',
  http: 'POST /api/repos/:repo/sync',
  tool: 'sync_repo',
  access: onRepo('edit'),
  outside: true,
  input: z.object({ repo: repoRef }),
  output: Repo,
  // Its server is asked, which may take a while: no transaction is open meanwhile.
  async prepare({ app, request, repo }): Promise<Outcome> {
    const began = databaseTime()
    const token = await tokenOf(app.database, app.secrets, repo.id)
    try {
      return { began, read: await readAll({ app, request }, { url: repo.url, token }, repo.chosen_branch) }
    } catch (error) {
      if (error instanceof Unreadable) return { began, failure: error.message }
      throw error
    }
  },
}).run(async (ctx) => {
  const { repo, began } = ctx
  // Whoever began later has seen what is newer.
  const overtaken = repo.synced_at !== null && Date.parse(repo.synced_at) > Date.parse(began)
  if (!overtaken)
    await (ctx.read ? keepRead(ctx, repo, began, ctx.read) : keepFailure(ctx, repo, ctx.failure!))
  return showChanged(ctx, repo.id)
})

interface Outcome {
  began: string
  read?: { refs: Refs; contents: Contents | null }
  /** In words, where it could not be read. */
  failure?: string
}

async function keepRead(ctx: Context, repo: SeenRepo, began: string, read: NonNullable<Outcome['read']>) {
  const kept = keptRefs(read.refs)
  const { contents } = read
  const set: Partial<RepoRow> = {
    ...{ ...kept, branches: asDocument(kept.branches), contents, status: 'ready', failure: null },
  }
  const changed = Object.keys(differences<RepoRow>(repo, set))
  if (changed.length === 0) {
    await ctx.db.run('update repos set synced_at = $2 where id = $1', [repo.id, began])
    return
  }
  const { after } = await updateRow<RepoRow>(ctx, 'repos', repo, { ...set, synced_at: began })
  ctx.record({
    ...{ type: 'repo.synced', ...concerning(repoKind, after), version: after.version },
    data: {
      ...(repo.head !== after.head && { head: { from: repo.head, to: after.head } }),
      ...{ defaultBranch: after.default_branch, branches: after.branch_count, tags: after.tag_count },
    },
  })
}

async function keepFailure(ctx: Context, repo: SeenRepo, failure: string) {
  const { after, changes } = await updateRow<RepoRow>(ctx, 'repos', repo, { status: 'error', failure })
  if (!changes) return
  const told = { type: 'repo.failed', ...concerning(repoKind, after), version: after.version } as const
  ctx.record({ ...told, data: { reason: failure } })
}

import { z } from 'zod'
import { actorOf } from '../../operations/caller.ts'
import { operation } from '../../operations/operation.ts'
import { onRepo } from './access.ts'
import { Repo, repoRef } from './repo.ts'
import { reloadRepo } from './repos.ts'
import { syncRepository } from './sync-repository.ts'

export const syncRepo = operation({
  id: 'repos.sync',
  summary: 'Read a repository again: branches, commits, files. On error, returns the reason in failure.',
  http: 'POST /api/repos/:repo/sync',
  tool: { name: 'sync_repo' },
  access: onRepo('edit'),
  outside: true,
  // It waits for the git server and stores the result in transactions of its own, as a background sync does.
  ownTransactions: true,
  input: z.object({ repo: repoRef }),
  output: Repo,
}).run(async (ctx) => {
  const { app, caller, request, repo } = ctx
  await syncRepository(app, repo.id, { actor: actorOf(caller), request })
  return reloadRepo(ctx, repo.id)
})

import { z } from 'zod'
import { deleteRow } from '../../operations/rows.ts'
import { sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../operations/deleted.ts'
import { onRepo } from './access.ts'
import { repoKind, repoRef } from './repo.ts'
import type { RepoRow } from './tables.ts'

export const deleteRepo = operation({
  id: 'repos.delete',
  summary: 'Disconnect a repository and delete its token. The rest can be restored for 30 days.',
  http: 'DELETE /api/repos/:repo',
  access: onRepo('edit'),
  destructive: true,
  input: z.object({ repo: repoRef }),
  output: Deleted,
}).run(async (ctx) => {
  const deleted = await deleteRow<RepoRow>(ctx, repoKind, ctx.repo)
  // Deletes the secret immediately, because it is no longer needed.
  await ctx.db.run(sql`update repos set token = null where id = ${deleted.id}`)
  return deletedResponse(repoKind, deleted)
})

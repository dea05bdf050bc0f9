import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { onRepo } from './access.ts'
import { Repo, repoRef } from './repo.ts'
import { showRepo } from './show-repo.ts'

export const getRepo = operation({
  id: 'repos.get',
  summary: 'Show a connected repository with its branches, newest commits and contents.',
  http: 'GET /api/repos/:repo',
  access: onRepo('view'),
  input: z.object({ repo: repoRef }),
  output: Repo,
}).run((ctx) => showRepo(ctx, ctx.repo))

import { z } from 'zod'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findProject } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { readRepo } from '../repos/access.ts'
import { repoRef } from '../repos/repo.ts'
import { minSimilarity } from '../search/relevance.ts'
import {
  pageOfFound,
  questionField,
  readQuestion,
  searchAccess,
  searchScopeInput,
} from '../search/search-input.ts'
import { CodeHit, loadHits, rankCode } from './find-code.ts'

const maxRanked = 100

export const searchCode = operation({
  id: 'code.search',
  summary:
    'Search the files of connected repositories, by words and by meaning. Returns one passage of each file.',
  http: 'GET /api/search/code',
  access: searchAccess,
  shows: ['repo', 'project'],
  input: z.object({
    q: questionField,
    project: projectRef.optional().describe('Project to search: its slug, key or id. Default: all.'),
    repo: repoRef.optional().describe('Repository to search: its name or id. Default: all.'),
    ...searchScopeInput,
  }),
  output: z.object({
    items: z.array(CodeHit),
    nextCursor: z.string().nullable().describe('Cursor of the next page. Null at the end.'),
  }),
}).run(async (ctx, input) => {
  const project = input.project && (await findProject(ctx.db, ctx, input.project, false)).id
  const repo = input.repo && (await readRepo(ctx.db, ctx, input.repo)).id
  const question = readQuestion(input.q)
  if (question.text === '') rejectField('q', 'Pass at least one word to search for, not only exclusions.')
  const { repos, found } = await rankCode(ctx, {
    ...question,
    project,
    repo,
    minSimilarity,
    limit: maxRanked,
  })
  const { shown, nextCursor } = await pageOfFound(found, input, (some, limit) =>
    loadHits(ctx.db, repos, some.slice(0, limit)),
  )
  return { items: shown.map(({ id: _, ...hit }) => hit), nextCursor }
})

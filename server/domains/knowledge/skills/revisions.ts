import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { operation } from '../../../operations/operation.ts'
import { ListedRevision } from '../revisions/revision.ts'
import {
  pageOfRevisions,
  requireRevision,
  Comparison,
  compareFields,
  compareRevisions,
} from '../revisions/revisions.ts'
import { viewsSkill } from './access.ts'
import { skillRef, type SkillFile } from './skill.ts'

export const listRevisionsSkill = operation({
  id: 'skills.listRevisions',
  summary: 'List the revisions of a skill, newest first, with author, reason and size of the change.',
  http: 'GET /api/skills/:skill/revisions',
  shows: ['skill', 'user'],
  access: viewsSkill,
  input: z.object({ skill: skillRef, ...pageInput }),
  output: pageOf(ListedRevision),
}).run((ctx, input) => pageOfRevisions(ctx.db, ctx.skill.id, input))

export const compareSkill = operation({
  id: 'skills.compare',
  summary: 'Compare any two revisions of a skill: the instructions line by line, and which files differ.',
  http: 'GET /api/skills/:skill/compare',
  shows: [],
  access: viewsSkill,
  input: z.object({ skill: skillRef, ...compareFields }),
  output: Comparison.extend({
    files: z
      .object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) })
      .describe('Paths of the files that differ.'),
  }),
}).run(async (ctx, { from, to = ctx.skill.revision }) => {
  const compared = await compareRevisions(ctx.db, ctx.skill.id, { from, to })
  const filesOf = async (number: number) => {
    const { more } = await requireRevision(ctx.db, ctx.skill.id, number)
    return new Map(((more.files ?? []) as SkillFile[]).map(({ path, content }) => [path, content]))
  }
  const [before, after] = [await filesOf(from), await filesOf(to)]
  const common = [...after.keys()].filter((path) => before.has(path))
  return {
    ...compared,
    files: {
      added: [...after.keys()].filter((path) => !before.has(path)),
      removed: [...before.keys()].filter((path) => !after.has(path)),
      changed: common.filter((path) => before.get(path) !== after.get(path)),
    },
  }
})

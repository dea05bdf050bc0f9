import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { Comparison, compareFields, compareRevisions } from '../revisions/compare.ts'
import { requireRevision } from '../revisions/revisions.ts'
import { viewsSkill } from './access.ts'
import { skillRef } from './skill.ts'
import type { SkillFile } from './tables.ts'

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

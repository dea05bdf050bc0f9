import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { revisionField } from '../revisions/revision.ts'
import { requireRevision } from '../revisions/revisions.ts'
import { viewsSkill } from './access.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill, skillRef } from './skill.ts'

export const getSkill = operation({
  id: 'skills.get',
  summary: 'Read a skill: its whole instructions and the files beside them.',
  http: 'GET /api/skills/:skill',
  tool: 'get_skill',
  rare: ['revision'],
  access: viewsSkill,
  input: z.object({
    skill: skillRef,
    revision: revisionField.optional().describe('The revision to show. If left out: the newest.'),
  }),
  output: Skill.extend({ latestRevision: z.int().describe('The number of its newest revision.') }),
}).run(async (ctx, { revision }) => {
  const { skill } = ctx
  const now = { ...skillFromRow(ctx, skill), latestRevision: skill.revision }
  if (revision === undefined || revision === skill.revision) return now
  const then = await requireRevision(ctx.db, skill.id, revision)
  const more = then.more as Pick<typeof now, 'description' | 'tags' | 'files' | 'frontMatter'>
  return { ...now, ...more, name: then.title, content: then.content, revision }
})

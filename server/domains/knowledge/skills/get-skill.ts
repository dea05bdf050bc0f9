import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { revisionField } from '../revisions/revision.ts'
import { requireRevision } from '../revisions/revisions.ts'
import { viewsSkill } from './access.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill, skillRef } from './skill.ts'

export const getSkill = operation({
  id: 'skills.get',
  summary: 'Get a skill with its full instructions and files.',
  http: 'GET /api/skills/:skill',
  tool: { name: 'get_skill', rare: ['revision'] },
  shows: ['skill', 'user'],
  access: viewsSkill,
  input: z.object({
    skill: skillRef,
    revision: revisionField.optional().describe('Revision to return. Defaults to the newest.'),
  }),
  output: Skill.extend({ latestRevision: z.int().describe('Number of the newest revision.') }),
}).run(async (ctx, { revision }) => {
  const { skill } = ctx
  const current = { ...skillFromRow(ctx, skill), latestRevision: skill.revision }
  if (revision === undefined || revision === skill.revision) return current
  const stored = await requireRevision(ctx.db, skill.id, revision)
  const more = stored.more as Pick<typeof current, 'description' | 'tags' | 'files' | 'frontMatter'>
  return { ...current, ...more, name: stored.title, content: stored.content, revision }
})

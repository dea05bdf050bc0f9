import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { reasonField } from '../revisions/revision.ts'
import { writesSkills } from './access.ts'
import { skillFields } from './fields.ts'
import { insertSkill } from './insert-skill.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill } from './skill.ts'

export const createSkill = operation({
  id: 'skills.create',
  summary: 'Write a skill: instructions that agents read when they need them.',
  http: 'POST /api/skills',
  access: writesSkills,
  created: true,
  input: z.object({
    name: skillFields.name,
    slug: skillFields.slug.optional().describe('Its name in addresses. Made from the name if left out.'),
    description: skillFields.description.default(''),
    content: skillFields.content,
    files: skillFields.files.default([]),
    tags: skillFields.tags.default([]),
    scope: skillFields.scope
      .optional()
      .describe('Who may use it. If left out: the team if one is named, otherwise you alone.'),
    team: skillFields.team.optional(),
    reason: reasonField.default('').describe('Why it is written: it stays with its first revision.'),
  }),
  output: Skill,
}).run(async (ctx, input) => skillFromRow(ctx, await insertSkill(ctx, input)))

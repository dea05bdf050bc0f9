import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { reasonField } from '../revisions/revision.ts'
import { writesSkills } from './access.ts'
import { skillFields } from './fields.ts'
import { insertSkill } from './insert-skill.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill } from './skill.ts'

export const createSkill = operation({
  id: 'skills.create',
  summary: 'Create a skill: instructions that agents read when they need them.',
  http: 'POST /api/skills',
  access: writesSkills,
  created: true,
  input: z.object({
    name: skillFields.name,
    slug: skillFields.slug.optional().describe('Name in URLs. Derived from the name by default.'),
    description: skillFields.description.default(''),
    content: skillFields.content,
    files: skillFields.files.default([]),
    tags: skillFields.tags.default([]),
    scope: skillFields.scope
      .optional()
      .describe('Who can use it. Defaults to "team" if a team is given, otherwise "personal".'),
    team: skillFields.team.optional(),
    reason: reasonField.default('').describe('Reason, saved with its first revision.'),
  }),
  output: Skill,
}).run(async (ctx, input) => skillFromRow(ctx, await insertSkill(ctx, input)))

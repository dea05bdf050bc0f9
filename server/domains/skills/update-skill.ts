import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { reasonField } from '../revisions/revision.ts'
import { changesSkill, requireSkillRight } from './access.ts'
import { changeSkill } from './change-skill.ts'
import { skillFields } from './fields.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill, skillRef } from './skill.ts'
import { publicSlugFor, slugFor } from './slugs.ts'
import type { SkillRow } from './tables.ts'
import { skillOwner } from './skill-owner.ts'

export const updateSkill = operation({
  id: 'skills.update',
  summary:
    'Change a skill. What changes its text, files or names is a new revision; files are given as a whole.',
  http: 'PUT /api/skills/:skill',
  aliases: ['PATCH /api/skills/:skill'],
  access: changesSkill('edit'),
  input: z.object({
    skill: skillRef,
    name: skillFields.name.optional(),
    slug: skillFields.slug.optional(),
    description: skillFields.description.optional(),
    content: skillFields.content.optional(),
    files: skillFields.files.optional(),
    tags: skillFields.tags.optional(),
    scope: skillFields.scope
      .optional()
      .describe(
        'Who may use it. For whoever may delete it: its owner, leads of its team, owners and admins.',
      ),
    team: skillFields.team.nullable().optional().describe('The team it belongs to; null: none.'),
    reason: reasonField.default(''),
  }),
  output: Skill,
}).run(async (ctx, { skill: _, reason, scope, team, slug, ...texts }) => {
  const { skill } = ctx
  const set: Partial<SkillRow> = { ...texts }
  if (slug !== undefined && slug !== skill.slug) set.slug = await slugFor(ctx, { slug, name: skill.name })
  if (scope !== undefined || team !== undefined) {
    const whose = await skillOwner(ctx, { scope, team }, skill)
    if (whose.scope !== skill.scope || whose.team_id !== skill.team_id)
      requireSkillRight(ctx, skill, 'delete')
    Object.assign(set, whose)
    if (set.scope === 'public' && skill.public_slug === null)
      set.public_slug = await publicSlugFor(ctx.db, skill.id, set.slug ?? skill.slug)
  }
  return skillFromRow(ctx, await changeSkill(ctx, set, reason))
})

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { reasonField } from '../revisions/revision.ts'
import { changesSkill, requireSkillRight } from './access.ts'
import { changeSkill } from './change-skill.ts'
import { skillFields } from './fields.ts'
import { skillFromRow } from './show-skill.ts'
import { Skill, skillRef } from './skill.ts'
import { resolvePublicSlug, resolveSlug } from './slugs.ts'
import type { SkillRow } from './tables.ts'
import { resolveSkillOwner } from './skill-owner.ts'

export const updateSkill = operation({
  id: 'skills.update',
  summary: 'Update a skill. A change of texts, tags or files adds a revision. `files` replaces all files.',
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
      .describe('Who can use it. Requires the right to delete it: its owner, team leads, owners and admins.'),
    team: skillFields.team
      .nullable()
      .optional()
      .describe('Slug or id of its team; null removes it from its team.'),
    reason: reasonField.default(''),
  }),
  output: Skill,
}).run(async (ctx, { skill: _, reason, scope, team, slug, ...texts }) => {
  const { skill } = ctx
  const set: Partial<SkillRow> = { ...texts }
  if (slug !== undefined && slug !== skill.slug) set.slug = await resolveSlug(ctx, { slug, name: skill.name })
  if (scope !== undefined || team !== undefined) {
    const owner = await resolveSkillOwner(ctx, { scope, team }, skill)
    if (owner.scope !== skill.scope || owner.team_id !== skill.team_id)
      requireSkillRight(ctx, skill, 'delete')
    Object.assign(set, owner)
    if (set.scope === 'public' && skill.public_slug === null)
      set.public_slug = await resolvePublicSlug(ctx.db, skill.id, set.slug ?? skill.slug)
  }
  return skillFromRow(ctx, await changeSkill(ctx, set, reason))
})

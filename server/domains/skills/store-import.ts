import { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reasonField } from '../revisions/revision.ts'
import { type SeenSkill, findOwnSkill, requireSkillRight } from './access.ts'
import { changeSkill } from './change-skill.ts'
import { skillFields } from './fields.ts'
import type { FolderedSkill } from './folder.ts'
import { insertSkill } from './insert-skill.ts'

/** What is said about a skill that is imported, however it comes. */
export const importFields = {
  slug: skillFields.slug.optional().describe('Its name in addresses. If left out: the name in SKILL.md.'),
  scope: skillFields.scope
    .optional()
    .describe('Who may use it. If left out: the team if one is named, otherwise you alone.'),
  team: skillFields.team.optional(),
  replace: z
    .boolean()
    .default(false)
    .describe('Whether a skill with this slug gets the imported one as its next revision.'),
  reason: reasonField.default('Imported.'),
}

type Asked = z.output<z.ZodObject<typeof importFields>>

/** Keeps an imported skill, as a new one or as the next revision of one that is there. */
export async function storeImport(
  ctx: Context & InOrganization,
  skill: FolderedSkill,
  asked: Asked,
): Promise<SeenSkill> {
  const slug = asked.slug ?? skill.slug
  const there = asked.replace ? await findOwnSkill(ctx.db, ctx, slug) : undefined
  if (!there || there.deleted_at !== null) return insertSkill(ctx, { ...skill, ...asked, slug })
  const own = requireSkillRight(ctx, there, 'edit')
  const { name, description, tags, content, files, frontMatter: front_matter } = skill
  return changeSkill(
    { ...ctx, skill: own },
    { name, description, tags, content, files, front_matter },
    asked.reason,
  )
}

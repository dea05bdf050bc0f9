import { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reasonField } from '../revisions/revision.ts'
import { type SeenSkill, findOwnSkill, requireSkillRight } from './access.ts'
import { changeSkill } from './change-skill.ts'
import { skillFields } from './fields.ts'
import type { SkillFolder } from './folder.ts'
import { insertSkill } from './insert-skill.ts'

/** Input fields of every import operation. */
export const importFields = {
  slug: skillFields.slug.optional().describe('Name in URLs. Defaults to the name in SKILL.md.'),
  scope: skillFields.scope
    .optional()
    .describe('Who can use it. Defaults to "team" if a team is given, otherwise "personal".'),
  team: skillFields.team.optional(),
  replace: z
    .boolean()
    .default(false)
    .describe('Import as the next revision of the skill with this slug. Default false.'),
  reason: reasonField.default('Imported.'),
}

type ImportOptions = z.output<z.ZodObject<typeof importFields>>

/** Stores an imported skill as a new one, or as the next revision of an existing one. */
export async function storeImport(
  ctx: Context & InOrganization,
  skill: SkillFolder,
  options: ImportOptions,
): Promise<SeenSkill> {
  const slug = options.slug ?? skill.slug
  const existing = options.replace ? await findOwnSkill(ctx.db, ctx, slug) : undefined
  if (!existing || existing.deleted_at !== null) return insertSkill(ctx, { ...skill, ...options, slug })
  const own = requireSkillRight(ctx, existing, 'edit')
  const { name, description, tags, content, files, frontMatter: front_matter } = skill
  return changeSkill(
    { ...ctx, skill: own },
    { name, description, tags, content, files, front_matter },
    options.reason,
  )
}

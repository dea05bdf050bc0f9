import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { Skill, fromSkills } from './skill.ts'
import type { AnySkillRow } from './tables.ts'

export const getPublicSkill = operation({
  id: 'skills.getPublic',
  summary: 'Get a public skill. No account is needed.',
  http: 'GET /api/skills/public/:slug',
  access: anyone,
  input: z.object({ slug: z.string().max(100).describe('publicSlug of the skill.') }),
  output: Skill.pick({
    name: true,
    description: true,
    builtIn: true,
    tags: true,
    revision: true,
    content: true,
    files: true,
    frontMatter: true,
    createdAt: true,
    updatedAt: true,
  }).extend({
    slug: z.string(),
    by: z.string().nullable().describe('Name of its owner; null for a built-in skill.'),
  }),
}).run(async (ctx, { slug }) => {
  const [row] = await ctx.db.run<AnySkillRow & { owner_name: string | null }>(
    sql`select s.*, u.name as owner_name from ${fromSkills}
      where s.public_slug = ${slug} and s.scope = 'public' and s.deleted_at is null`,
  )
  if (!row) reject('not_found', { kind: 'public skill', ref: slug })
  return {
    slug,
    name: row.name,
    description: row.description,
    builtIn: row.organization_id === null,
    by: row.owner_name,
    tags: row.tags,
    revision: row.revision,
    content: row.content,
    files: row.files,
    frontMatter: row.front_matter,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
})

import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { SkillFileShape } from './skill.ts'
import { skillScopes } from './tables.ts'

export const OwnSkill = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  scope: z.enum(skillScopes),
  content: z.string(),
  files: z.array(SkillFileShape),
  tags: z.array(z.string()),
  revision: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** Returns the skills that a user owns, in every organization that they still belong to. */
export function ownSkills(db: Queries, userId: string) {
  return db.run<z.output<typeof OwnSkill>>(
    sql`select s.id, s.organization_id as "organizationId", s.slug, s.name, s.description, s.scope, s.content, s.files, s.tags,
            s.revision, s.created_at as "createdAt", s.updated_at as "updatedAt"
       from skills s join organization_members m on m.organization_id = s.organization_id and m.user_id = ${userId}
      where s.owner_id = ${userId} and m.role <> 'guest' and s.deleted_at is null order by s.id limit 1000`,
  )
}

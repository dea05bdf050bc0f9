import { z } from 'zod'
import { type SkillRow, skillScopes } from './tables.ts'

/** A skill as lists show it: without the instructions themselves, which may be long. */
export const ListedSkill = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Its name in addresses, unique in the organization.'),
    name: z.string(),
    description: z.string(),
    scope: z.enum(skillScopes).describe('Who may use it: its owner, a team, or everybody.'),
    teamId: z.uuid().nullable().describe('The team it belongs to.'),
    owner: z.object({ id: z.uuid(), name: z.string() }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'ListedSkill' })

export type ListedSkillRow = Omit<SkillRow, 'content'> & { owner_name: string; sort_value: string }

export const skillByName = 'lower(s.name)'

/** Reads skills `s` with the names of their owners. */
export const listedSkills = `s.id, s.organization_id, s.slug, s.name, s.description, s.scope, s.team_id, s.owner_id,
            s.created_at, s.updated_at, s.deleted_at, s.deleted_by, s.version, u.name as owner_name,
            ${skillByName} as sort_value
       from skills s join users u on u.id = s.owner_id`

export function listedSkillFromRow(row: ListedSkillRow): z.output<typeof ListedSkill> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    scope: row.scope,
    teamId: row.team_id,
    owner: { id: row.owner_id, name: row.owner_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

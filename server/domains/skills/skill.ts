import { z } from 'zod'
import type { Kind } from '../../database/rows.ts'
import { reference } from '../../operations/reference.ts'
import { type AnySkillRow, type SkillRow, skillScopes } from './tables.ts'

/** A skill as lists show it: without the instructions themselves, which may be long. */
export const ListedSkill = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Its name in addresses, unique in the organization.'),
    name: z.string(),
    description: z.string().describe('What it is for, and when to use it.'),
    scope: z.enum(skillScopes).describe('Who may use it: its owner, a team, or everybody.'),
    builtIn: z.boolean().describe('Whether it came with Baton. Nobody can change it.'),
    teamId: z.uuid().nullable().describe('The team it belongs to.'),
    owner: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Nobody, if it is built in.'),
    tags: z.array(z.string()),
    revision: z.int().describe('The number of its newest revision.'),
    publicSlug: z.string().nullable().describe('Its public address: /api/skills/public/<this>.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'ListedSkill' })

export type ListedSkillRow = Omit<AnySkillRow, 'content' | 'files' | 'front_matter'> & {
  owner_name: string | null
  sort_value: string
}

export const skillByName = 'lower(s.name)'

/** Reads skills `s` with the names of their owners. */
export const listedSkillColumns = `s.id, s.organization_id, s.slug, s.name, s.description, s.scope, s.team_id, s.owner_id,
            s.tags, s.revision, s.public_slug, s.created_by, s.private_to, s.created_at, s.updated_at, s.deleted_at,
            s.deleted_by, s.version, u.name as owner_name, ${skillByName} as sort_value`
export const fromSkills = 'skills s left join users u on u.id = s.owner_id'
export const listedSkills = `${listedSkillColumns} from ${fromSkills}`

export function listedSkillFromRow(row: ListedSkillRow): z.output<typeof ListedSkill> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    scope: row.scope,
    builtIn: row.organization_id === null,
    teamId: row.team_id,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name! },
    tags: row.tags,
    revision: row.revision,
    publicSlug: row.scope === 'public' ? row.public_slug : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

const SkillMay = z
  .object({
    edit: z.boolean().describe('Change its text, files and names.'),
    delete: z.boolean().describe('Delete it, and say whose it is.'),
  })
  .describe('What the caller may do with it.')

export const SkillInList = ListedSkill.extend({ may: SkillMay }).meta({ id: 'SkillInList' })

export const SkillFileShape = z.object({ path: z.string(), content: z.string() })

/** All of it. */
export const Skill = SkillInList.extend({
  content: z.string().describe('The instructions, in markdown.'),
  files: z.array(SkillFileShape).describe('What lies beside them.'),
  frontMatter: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe('What else its SKILL.md says about itself: license, allowed-tools, …'),
}).meta({ id: 'Skill' })

export const skillKind: Kind<SkillRow> = {
  name: 'skill',
  table: 'skills',
  key: 'slug',
  person: 'private_to',
}

/** How a skill is named in any input. */
export const skillRef = reference(
  'skill',
  'The skill: its slug or its id. Of two with one slug, the organization’s own is meant.',
)

import type { Rows } from '../../../database/row-types.ts'
import type { Narrow } from '../../../database/tables.ts'
import { z } from 'zod'
import type { Kind } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { reference } from '../../../operations/reference.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { type SeenSkill, shownRights } from './access.ts'

export const skillScopes = ['personal', 'team', 'public'] as const
export type SkillScope = (typeof skillScopes)[number]

/** A text file besides SKILL.md. */
export interface SkillFile {
  path: string
  content: string
}

/**
 * A row of the skills table. Built-in skills have neither an organization nor an owner. `front_matter` is the other front
 * matter of SKILL.md. `created_by` is null for skills created before this column existed.
 */
export type AnySkillRow = Narrow<
  Rows['skills'],
  { files: SkillFile[]; front_matter: Record<string, string | string[]> }
>

export interface SkillRow extends AnySkillRow {
  organization_id: string
  owner_id: string
}

/** A skill as lists return it: without the instructions, which can be long. */
export const ListedSkill = z
  .object({
    id: z.uuid(),
    slug: z.string().describe('Name in URLs, unique in the organization.'),
    name: z.string(),
    description: z.string().describe('Purpose, and when to use it.'),
    scope: z.enum(skillScopes).describe('Who can use it: its owner, a team or everyone.'),
    builtIn: z.boolean().describe('Whether it comes with Baton. Built-in skills are read-only.'),
    teamId: z.uuid().nullable().describe('Id of its team.'),
    owner: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('Its owner; null for a built-in skill.'),
    tags: z.array(z.string()),
    revision: z.int().describe('Number of the newest revision.'),
    publicSlug: z.string().nullable().describe('Public URL: /api/skills/public/<this>.'),
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

/** The columns of `ListedSkillRow`. Alias: `s` is the skill. */
export const listedSkillColumns = sql`s.id, s.organization_id, s.slug, s.name, s.description, s.scope, s.team_id, s.owner_id,
            s.tags, s.revision, s.public_slug, s.created_by, s.private_to, s.created_at, s.updated_at, s.deleted_at,
            s.deleted_by, s.version, u.name as owner_name, ${sql.raw(skillByName)} as sort_value`
export const fromSkills = sql`skills s left join users u on u.id = s.owner_id`
export const listedSkills = sql`${listedSkillColumns} from ${fromSkills}`

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
    edit: z.boolean().describe('Change its instructions, files and names.'),
    delete: z.boolean().describe('Delete it, and change its scope and team.'),
  })
  .describe('What the caller can do with it.')

export const SkillInList = ListedSkill.extend({ may: SkillMay }).meta({ id: 'SkillInList' })

export const SkillFileShape = z.object({ path: z.string(), content: z.string() })

/** A skill with its instructions and files. */
export const Skill = SkillInList.extend({
  content: z.string().describe('Instructions in Markdown.'),
  files: z.array(SkillFileShape).describe('Text files besides the instructions.'),
  frontMatter: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe('Other front matter of its SKILL.md: license, allowed-tools, …'),
}).meta({ id: 'Skill' })

export const skillKind: Kind<SkillRow> = {
  name: 'skill',
  table: 'skills',
  jsonLists: ['files'],
  key: 'slug',
  person: 'private_to',
}

/** The input field that names a skill. */
export const skillRef = reference(
  'skill',
  "Skill slug or id. The organization's own skill takes precedence over a public one.",
)

/** Converts a row to the full API shape for a caller. */
export function skillFromRow(granted: InOrganization, row: SeenSkill): z.output<typeof Skill> {
  return {
    ...listedSkillFromRow({ ...row, sort_value: '' }),
    content: row.content,
    files: row.files,
    frontMatter: row.front_matter,
    may: shownRights(granted, granted.caller, row),
  }
}

import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { reasonField, revisionField } from '../revisions/revision.ts'
import {
  writesSkills,
  viewsSkill,
  ownSkillsVisibleTo,
  skillTeamRole,
  shownRights,
  visibleSkills,
  changesSkill,
  requireSkillRight,
} from './access.ts'
import { skillFields } from './fields.ts'
import { insertSkill, changeSkill, resolvePublicSlug, resolveSlug, resolveSkillOwner } from './save-skill.ts'
import {
  skillFromRow,
  Skill,
  skillRef,
  fromSkills,
  type ListedSkillRow,
  SkillInList,
  listedSkillColumns,
  listedSkillFromRow,
  skillByName,
  skillKind,
  type AnySkillRow,
  skillScopes,
  type SkillRow,
} from './skill.ts'
import { requireRevision } from '../revisions/revisions.ts'
import { sql, type Sql } from '../../../database/sql.ts'
import { anyone, requireWholeOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { orderByText, pageInput, pageOf, readPage } from '../../../database/pages.ts'
import { findTeam } from '../../teams/access.ts'
import type { TeamRole } from '../../teams/tables.ts'
import { deleteRow } from '../../../operations/rows.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'

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

export const getSkill = operation({
  id: 'skills.get',
  summary: 'Get a skill with its full instructions and files.',
  http: 'GET /api/skills/:skill',
  tool: { name: 'get_skill', rare: ['revision'] },
  shows: ['skill', 'user'],
  access: viewsSkill,
  input: z.object({
    skill: skillRef,
    revision: revisionField.optional().describe('Revision to return. Defaults to the newest.'),
  }),
  output: Skill.extend({ latestRevision: z.int().describe('Number of the newest revision.') }),
}).run(async (ctx, { revision }) => {
  const { skill } = ctx
  const current = { ...skillFromRow(ctx, skill), latestRevision: skill.revision }
  if (revision === undefined || revision === skill.revision) return current
  const stored = await requireRevision(ctx.db, skill.id, revision)
  const more = stored.more as Pick<typeof current, 'description' | 'tags' | 'files' | 'frontMatter'>
  return { ...current, ...more, name: stored.title, content: stored.content, revision }
})

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

const byName = orderByText(skillByName, 's.id')

export const listSkills = operation({
  id: 'skills.list',
  summary: 'List the skills you can use: personal, team, public and built-in.',
  http: 'GET /api/skills',
  tool: { name: 'list_skills', hint: 'Read one with get_skill.', rare: ['team', 'builtIn', 'scope', 'tag'] },
  shows: ['skill', 'agent', 'team', 'user'],
  access: visibleSkills,
  input: z.object({
    scope: z
      .array(skillFields.scope)
      .max(skillScopes.length)
      .optional()
      .describe('Only skills with one of these scopes.'),
    team: skillFields.team.optional().describe('Only skills of this team: its slug or id.'),
    tag: skillFields.tags.max(10).optional().describe('Only skills with all of these tags.'),
    builtIn: z.boolean().optional().describe('true: only built-in skills; false: only the others.'),
    search: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Only skills with all of these words in name, description or slug.'),
    ...pageInput,
  }),
  output: pageOf(SkillInList),
}).run(async (ctx, input) => {
  const filters = [sql`s.deleted_at is null`]
  if (input.scope) filters.push(sql`s.scope = any(${input.scope})`)
  if (input.team) {
    requireWholeOrganization(ctx.caller, true, 'member')
    filters.push(sql`s.team_id = ${(await findTeam(ctx.db, ctx, input.team, false)).id}`)
  }
  if (input.tag) filters.push(sql`s.tags @> ${input.tag}::text[]`)
  if (input.builtIn !== undefined)
    filters.push(input.builtIn ? sql`s.organization_id is null` : sql`s.organization_id is not null`)
  for (const word of input.search?.toLowerCase().split(/\s+/) ?? [])
    filters.push(sql`position(${word}::text in lower(concat_ws(' ', s.name, s.slug, s.description))) > 0`)

  return readPage(
    ctx.db,
    input,
    byName,
    ({ after, orderAndLimit }) => {
      // Each part uses its own index and reads at most one page.
      const part = (condition: Sql) =>
        sql`(select ${listedSkillColumns}, ${skillTeamRole(ctx)} from ${fromSkills}
          where ${sql.join([condition, ...filters], ' and ')} and ${after} ${orderAndLimit})`
      return sql`select * from (${part(sql`s.scope = 'public'`)}
          union all ${part(sql`s.scope <> 'public' and ${ownSkillsVisibleTo(ctx)}`)}) s
        ${orderAndLimit}`
    },
    (row: ListedSkillRow & { team_role: TeamRole | null }) => ({
      ...listedSkillFromRow(row),
      may: shownRights(ctx, ctx.caller, row),
    }),
  )
})

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

export const deleteSkill = operation({
  id: 'skills.delete',
  summary: 'Move a skill and its revisions to the trash for 30 days.',
  http: 'DELETE /api/skills/:skill',
  access: changesSkill('delete'),
  destructive: true,
  input: z.object({ skill: skillRef }),
  output: Deleted,
}).run(async (ctx) => deletedResponse(skillKind, await deleteRow<SkillRow>(ctx, skillKind, ctx.skill)))

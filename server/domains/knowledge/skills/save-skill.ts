import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { reject, rejectField } from '../../../errors/errors.ts'
import { numbered, toSlug } from '../../../platform/names.ts'
import { ownSkillsVisibleTo, type SeenSkill, type OnOwnSkill } from './access.ts'
import { requirePublishable } from '../../projects/publishing.ts'
import { teamToPutInto } from '../../projects/team-of-project.ts'
import { type SkillScope, type SkillFile, type SkillRow, skillKind } from './skill.ts'
import {
  concerning,
  differences,
  expectVersion,
  idOfNew,
  insertRow,
  rejectExistingId,
  updateRow,
} from '../../../operations/rows.ts'
import { actorOf } from '../../../operations/caller.ts'
import { addRevision } from '../revisions/revisions.ts'
import { requireFolder } from './fields.ts'

/**
 * Returns the requested slug, or a free one derived from the name. Rejects a slug of a skill that the caller can see,
 * deleted or not. Replaces the slug of a hidden skill, because a rejection would reveal that skill.
 */
export async function resolveSlug(
  ctx: Context & InOrganization,
  { slug, name }: { slug?: string | undefined; name: string },
): Promise<string> {
  const base = slug ?? (toSlug(name) || 'skill')
  const rows = await ctx.db.run<{ slug: string; seen: boolean }>(
    sql`select s.slug, s.scope = 'public' or ${ownSkillsVisibleTo(ctx)} as seen from skills s
      where s.organization_id = ${ctx.organization.id} and (s.slug = ${base} or s.slug like ${base} || '-%')`,
  )
  const free = firstFree(
    base,
    rows.map((row) => row.slug),
  )
  if (slug !== undefined && rows.some((row) => row.slug === slug && row.seen))
    reject('slug_taken', { slug, suggestion: free }, { suggestion: free })
  return free
}

/** Returns the public slug: the skill's own, numbered if another skill of the instance has it. */
export async function resolvePublicSlug(db: Queries, id: string, slug: string): Promise<string> {
  const taken = await db.run<{ slug: string }>(
    sql`select public_slug as slug from skills where id <> ${id} and (public_slug = ${slug} or public_slug like ${slug} || '-%')`,
  )
  return firstFree(
    slug,
    taken.map((row) => row.slug),
  )
}

function firstFree(base: string, taken: string[]): string {
  const all = new Set(taken)
  for (const candidate of numbered(base)) if (!all.has(candidate)) return candidate
  throw new Error('No slug was free.')
}

interface OwnerInput {
  scope?: SkillScope | undefined
  /** Null removes it from its team. */
  team?: string | null | undefined
}

/** Resolves scope and team of a skill from the input, falling back to its current ones. A team implies scope "team". */
export async function resolveSkillOwner(
  ctx: Context & InOrganization,
  { scope, team }: OwnerInput,
  before?: { scope: SkillScope; team_id: string | null },
): Promise<{ scope: SkillScope; team_id: string | null }> {
  const teamId = typeof team === 'string' ? (await teamToPutInto(ctx, team, before?.team_id)).id : team
  const newScope = scope ?? (typeof team === 'string' ? 'team' : (before?.scope ?? 'personal'))
  if (newScope === 'public' && before?.scope !== 'public') requirePublishable(ctx)
  if (newScope === 'personal') {
    if (typeof teamId === 'string')
      rejectField('team', 'A personal skill can\'t belong to a team. Omit "team", or use another scope.')
    return { scope: newScope, team_id: null }
  }
  const team_id = teamId === undefined ? (before?.team_id ?? null) : teamId
  if (newScope === 'team' && team_id === null) rejectField('team', 'Choose the team that can use it.')
  return { scope: newScope, team_id }
}

export interface NewSkill {
  name: string
  slug?: string | undefined
  description: string
  content: string
  files: SkillFile[]
  tags: string[]
  frontMatter?: Record<string, string | string[]>
  scope?: SkillScope | undefined
  team?: string | undefined
  reason: string
}

/** Creates a skill owned by the caller, with its first revision. */
export async function insertSkill(ctx: Context & InOrganization, input: NewSkill): Promise<SeenSkill> {
  requireFolder(input)
  const { db, organization, user } = ctx
  const { name, description, content, files, tags, frontMatter = {}, reason } = input
  const { scope, team_id } = await resolveSkillOwner(ctx, input)
  const id = idOfNew(ctx)
  const slug = await resolveSlug(ctx, input)
  const publicSlug = scope === 'public' ? await resolvePublicSlug(db, id, slug) : null
  const row = await insertRow<SkillRow>(ctx, skillKind, {
    insert: sql`insert into skills (id, organization_id, owner_id, scope, team_id, slug, name, description, content, files, tags,
        public_slug, front_matter, created_by)
      values (${id}, ${organization.id}, ${user.id}, ${scope}, ${team_id}, ${slug}, ${name}, ${description}, ${content},
        ${JSON.stringify(files)}, ${tags}, ${publicSlug}, ${JSON.stringify(frontMatter)},
        ${JSON.stringify(actorOf(ctx.caller))}) on conflict do nothing`,
    data: { name, slug, description, scope, teamId: team_id, tags, files: files.map(({ path }) => path) },
  })
  if (!row) {
    await rejectExistingId(ctx, skillKind)
    // A concurrent request took the slug.
    reject('gone_meanwhile')
  }
  await addRevision(ctx, { ...revisionState(row), number: 1, reason })
  return { ...row, owner_name: user.name, team_role: null }
}

/** Returns the part of a skill that a revision stores. */
function revisionState(row: SkillRow) {
  const { description, tags, files, front_matter: frontMatter } = row
  return {
    kind: 'skill' as const,
    id: row.id,
    organizationId: row.organization_id,
    title: row.name,
    content: row.content,
    more: { description, tags, files, frontMatter },
  }
}

/** The columns that a revision stores. Owner, scope and slug aren't part of it. */
const revisedColumns: (keyof SkillRow)[] = ['name', 'description', 'content', 'files', 'tags', 'front_matter']

/** Updates a locked skill. Adds a revision if its texts changed. */
export async function changeSkill(
  ctx: Context & OnOwnSkill,
  set: Partial<SkillRow>,
  reason: string,
): Promise<SeenSkill> {
  const { owner_name, team_role, ...before } = ctx.skill
  expectVersion(ctx, before.version)
  const found = differences<SkillRow>(before, set)
  if (Object.keys(found).length === 0) return ctx.skill
  requireFolder({ ...before, ...set })
  const addsRevision = revisedColumns.some((name) => name in found)
  const revision = before.revision + 1
  const { after, changes } = await updateRow<SkillRow>(ctx, skillKind, before, {
    ...set,
    ...(addsRevision && { revision }),
  })
  const lineCounts =
    addsRevision && (await addRevision(ctx, { ...revisionState(after), number: revision, reason }))
  // The revisions store the texts. The journal only names the revision.
  const { content, files, frontMatter: _, privateTo: __, ...journaled } = changes!
  const omitted = [...(content ? ['content'] : []), ...(files ? ['files'] : [])]
  ctx.record({
    type: 'skill.updated',
    ...concerning(skillKind, after),
    version: after.version,
    changes: journaled,
    data: { name: after.name, reason, ...lineCounts, ...(omitted.length > 0 && { omitted }) },
  })
  return { ...after, owner_name, team_role }
}

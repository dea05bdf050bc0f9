import { insertRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { SeenSkill } from './access.ts'
import { requireFolder } from './fields.ts'
import { skillKind } from './skill.ts'
import { resolvePublicSlug, resolveSlug } from './slugs.ts'
import type { SkillFile, SkillRow, SkillScope } from './tables.ts'
import { resolveSkillOwner } from './skill-owner.ts'

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
  const id = newId()
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
  // A concurrent request took the slug.
  if (!row) reject('gone_meanwhile')
  await addRevision(ctx, { ...revisionState(row), number: 1, reason })
  return { ...row, owner_name: user.name, team_role: null }
}

/** Returns the part of a skill that a revision stores. */
export function revisionState(row: SkillRow) {
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

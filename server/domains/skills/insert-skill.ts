import { insertRow } from '../../database/rows.ts'
import type { InOrganization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { SeenSkill } from './access.ts'
import { requireFolder } from './fields.ts'
import { skillKind } from './skill.ts'
import { publicSlugFor, slugFor } from './slugs.ts'
import type { SkillFile, SkillRow, SkillScope } from './tables.ts'
import { skillOwner } from './skill-owner.ts'

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

/** Makes a skill of the caller's, with its first revision. */
export async function insertSkill(ctx: Context & InOrganization, given: NewSkill): Promise<SeenSkill> {
  requireFolder(given)
  const { db, organization, user } = ctx
  const { name, description, content, files, tags, frontMatter = {}, reason } = given
  const { scope, team_id } = await skillOwner(ctx, given)
  const id = newId()
  const slug = await slugFor(ctx, given)
  const publicSlug = scope === 'public' ? await publicSlugFor(db, id, slug) : null
  const row = await insertRow<SkillRow>(ctx, skillKind, {
    insert: `insert into skills (id, organization_id, owner_id, scope, team_id, slug, name, description, content, files, tags,
        public_slug, front_matter, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing`,
    values: [
      ...[id, organization.id, user.id, scope, team_id, slug, name, description, content],
      ...[JSON.stringify(files), tags, publicSlug, JSON.stringify(frontMatter)],
      JSON.stringify(actorOf(ctx.caller)),
    ],
    data: { name, slug, description, scope, teamId: team_id, tags, files: files.map(({ path }) => path) },
  })
  // Somebody took the slug at the same moment.
  if (!row) reject('gone_meanwhile')
  await addRevision(ctx, { ...stateOf(row), number: 1, reason })
  return { ...row, owner_name: user.name, team_role: null }
}

/** What a revision keeps of a skill. */
export function stateOf(row: SkillRow) {
  const { description, tags, files, front_matter: frontMatter } = row
  return {
    ...{ kind: 'skill' as const, id: row.id, organizationId: row.organization_id },
    ...{ title: row.name, content: row.content, more: { description, tags, files, frontMatter } },
  }
}

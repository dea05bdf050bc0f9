import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { type InOrganization, hasRole, requireWholeOrganization } from '../../../operations/access.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { findOwnSkill, requireSkillRight, type OnOwnSkill, changesSkill } from './access.ts'
import { skillKind, type SkillRow, SkillFileShape, skillScopes } from './skill.ts'
import { undoableRevision } from '../revisions/revisions.ts'
import { changeSkill } from './save-skill.ts'
import { deleteSkill, getSkill, listSkills } from './skills.ts'
import { type UndoableKind, undoableThrough } from '../../../operations/undoable.ts'
import { type ResourceKind, documentResource, mapPage, uriOf } from '../../../operations/resource.ts'
import { listRevisionsSkill } from './revisions.ts'
import { z } from 'zod'

/** Skills in the trash. Users who can delete a skill can restore it. */
export const trashedSkills: TrashKind<SkillRow> = {
  ...skillKind,
  find,
  listed(granted) {
    // Guests and project-bound credentials can't delete skills.
    if (!hasRole(granted.organization, 'member') || granted.caller.projectId !== null) return undefined
    const asAdmin = hasRole(granted.organization, 'admin') ? sql`t.scope <> 'personal'` : sql`false`
    const { organization, user } = granted
    return {
      from: sql`skills t`,
      where: sql`t.organization_id = ${organization.id} and (t.owner_id = ${user.id} or ${asAdmin} or t.scope = 'team'
        and t.team_id in (select tm.team_id from team_members tm where tm.user_id = ${user.id} and tm.role = 'lead'))`,
      title: sql`t.name`,
    }
  },
}

async function find(db: Queries, granted: InOrganization, ref: string) {
  requireWholeOrganization(granted.caller, false, 'member')
  const skill = await findOwnSkill(db, granted, ref)
  return skill && requireSkillRight(granted, skill, 'delete')
}

/** The owner and scope do not change. */
export const undoableSkill: UndoableKind<OnOwnSkill> = undoableThrough('skill', changesSkill('edit'), {
  types: ['skill.updated'],
  fields: [
    undoableRevision('skill', ({ title, content, more }) => {
      const { description, tags, files, frontMatter } = more
      return { name: title, content, description, tags, files, front_matter: frontMatter }
    }),
  ],
  change(ctx, { revision, ...back }) {
    return changeSkill(ctx, back, `Restored revision ${String(revision)}.`)
  },
  remove: deleteSkill,
})

export const skillResource: ResourceKind = {
  name: 'skill',
  title: 'Skill',
  description: 'The instructions of a skill in markdown, preceded by its description, revision and owner.',
  mimeType: 'text/markdown',
  async show(query, skill, revision) {
    const shown = await query(getSkill, { skill, ...(revision && { revision }) })
    const { id, slug, name, updatedAt } = shown
    const about = {
      skill: slug,
      name,
      description: shown.description,
      tags: shown.tags,
      scope: shown.scope,
      revision: shown.revision,
      latestRevision: shown.latestRevision,
      owner: shown.owner?.name ?? 'Baton',
      updatedAt,
      // get_skill returns their text.
      files: shown.files.map(({ path }) => path),
    }
    const listed = { id, title: name, lastModified: updatedAt }
    return documentResource(uriOf('skill', slug, revision), listed, about, shown.content)
  },
  list: (query, page) =>
    mapPage(query(listSkills, page), ({ slug, name, scope, revision, updatedAt }) => ({
      ref: slug,
      title: name,
      lastModified: updatedAt,
      description: `Skill: ${scope}, revision ${revision}.`,
    })),
  complete: (query, page) => mapPage(query(listSkills, page), ({ slug, name }) => [slug, name]),
  revisions: (query, skill, page) => query(listRevisionsSkill, { skill, ...page }),
}

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

import { concerning, differences, expectVersion, updateRow } from '../../../operations/rows.ts'
import type { Context } from '../../../operations/context.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { OnOwnSkill, SeenSkill } from './access.ts'
import { requireFolder } from './fields.ts'
import { revisionState } from './insert-skill.ts'
import { skillKind } from './skill.ts'
import type { SkillRow } from './tables.ts'

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
  const { content: _, files: __, frontMatter: ___, privateTo: ____, ...journaled } = changes!
  ctx.record({
    type: 'skill.updated',
    ...concerning(skillKind, after),
    version: after.version,
    changes: journaled,
    data: { name: after.name, reason, ...lineCounts },
  })
  return { ...after, owner_name, team_role }
}

import { concerning, differences, expectVersion, updateRow } from '../../database/rows.ts'
import type { Context } from '../../operations/context.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { OnOwnSkill, SeenSkill } from './access.ts'
import { requireFolder } from './fields.ts'
import { stateOf } from './insert-skill.ts'
import { skillKind } from './skill.ts'
import type { SkillRow } from './tables.ts'

/** What a revision is made of. Whose it is and how it is called in addresses is not. */
const revised: (keyof SkillRow)[] = ['name', 'description', 'content', 'files', 'tags', 'front_matter']

/** Changes a skill, which is held. What changes its texts makes a new revision. */
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
  const revises = revised.some((name) => name in found)
  const revision = before.revision + 1
  const { files, ...rest } = set
  const { after, changes } = await updateRow<SkillRow>(ctx, 'skills', before, {
    ...rest,
    // As a document, which an empty list would not be known for.
    ...('files' in found && { files: JSON.stringify(files) as never }),
    ...(revises && { revision }),
  })
  const sums = revises && (await addRevision(ctx, { ...stateOf(after), number: revision, reason }))
  // The texts are in the revisions: the journal says which.
  const { content: _, files: __, frontMatter: ___, privateTo: ____, ...told } = changes!
  ctx.record({
    ...{ type: 'skill.updated', ...concerning(skillKind, after), version: after.version, changes: told },
    data: { name: after.name, reason, ...sums },
  })
  return { ...after, owner_name, team_role }
}

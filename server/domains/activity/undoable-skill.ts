import { requireRevision } from '../revisions/revisions.ts'
import { type OnOwnSkill, changesSkill } from '../skills/access.ts'
import { changeSkill } from '../skills/change-skill.ts'
import { deleteSkill } from '../skills/delete-skill.ts'
import { type UndoableKind, asked } from './undoable.ts'

/** A revision is undone as a whole: the one before becomes the newest once more. Whose a skill is stays as it is. */
export const undoableSkill: UndoableKind<OnOwnSkill> = {
  types: ['skill.updated'],
  fields: [
    {
      name: 'revision',
      columns: ['revision'],
      async check({ db, skill }, { revision }) {
        const { title, content, more } = await requireRevision(db, skill.id, revision as number)
        const { description, tags, files, frontMatter } = more
        return { name: title, content, description, tags, files, front_matter: frontMatter }
      },
    },
  ],
  async hold(ctx, id) {
    const granted = await changesSkill('edit').check(asked(ctx), { skill: id })
    return { ...granted, row: { ...granted.skill } }
  },
  change(ctx, { revision, ...back }) {
    return changeSkill(ctx, back, `Back to revision ${String(revision)}.`)
  },
  remove: deleteSkill,
  field: 'skill',
}

import { requireRevision } from '../revisions/revisions.ts'
import { type OnOwnSkill, changesSkill } from './access.ts'
import { changeSkill } from './change-skill.ts'
import { deleteSkill } from './delete-skill.ts'
import { type UndoableKind, writeAccess } from '../../../operations/undoable.ts'

/** Reverts a revision as a whole: the previous one is saved as the newest. The owner and scope do not change. */
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
  async lock(ctx, id) {
    const granted = await changesSkill('edit').check(writeAccess(ctx), { skill: id })
    return { ...granted, row: { ...granted.skill } }
  },
  change(ctx, { revision, ...back }) {
    return changeSkill(ctx, back, `Restored revision ${String(revision)}.`)
  },
  remove: deleteSkill,
  field: 'skill',
}

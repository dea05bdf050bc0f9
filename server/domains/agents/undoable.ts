import { type OnAgent, onAgent } from './access.ts'
import { changeAgent } from './change-agent.ts'
import { deleteAgent } from './delete-agent.ts'
import { requireByPerson } from './user-only-fields.ts'
import { findSkills, skillIdsOf } from './skills-of-agent.ts'
import { type UndoableField, type UndoableKind, writeAccess, plainFields } from '../../operations/undoable.ts'

const fields: UndoableField<OnAgent>[] = [
  ...plainFields('name', 'role', 'instructions', 'memory_scope', 'model'),
  {
    name: 'dailyBudget',
    columns: ['daily_budget'],
    check: (ctx) => requireByPerson(ctx, ['dailyBudget']),
  },
  {
    name: 'skills',
    columns: ['skills'],
    // A skill may have been deleted, or the caller may no longer see it.
    check: async (ctx, { skills }) => void (await findSkills(ctx, skills as string[])),
  },
]

export const undoableAgent: UndoableKind<OnAgent> = {
  // Publication and ownership are absent from `fields`: an undo must not change either.
  types: ['agent.updated'],
  fields,
  async lock(ctx, id) {
    const granted = await onAgent('edit').check(writeAccess(ctx), { agent: id })
    return { ...granted, row: { ...granted.agent, skills: await skillIdsOf(ctx.db, id) } }
  },
  change: (ctx, set) => changeAgent(ctx, set),
  remove: deleteAgent,
  field: 'agent',
}

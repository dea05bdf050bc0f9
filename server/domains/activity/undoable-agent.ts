import { type OnAgent, onAgent } from '../agents/access.ts'
import { changeAgent } from '../agents/change-agent.ts'
import { deleteAgent } from '../agents/delete-agent.ts'
import { requireByPerson } from '../agents/own-limits.ts'
import { findSkills, skillIdsOf } from '../agents/skills-of-agent.ts'
import { type UndoableField, type UndoableKind, asked, plain } from './undoable.ts'

const fields: UndoableField<OnAgent>[] = [
  ...plain('name', 'role', 'instructions', 'memory_scope', 'model'),
  {
    name: 'dailyBudget',
    columns: ['daily_budget'],
    check: (ctx) => requireByPerson(ctx, ['dailyBudget']),
  },
  {
    name: 'skills',
    columns: ['skills'],
    // One of them may be gone, or no longer there for whoever undoes it.
    check: async (ctx, { skills }) => void (await findSkills(ctx, skills as string[])),
  },
]

export const undoableAgent: UndoableKind<OnAgent> = {
  // What the world sees of it, and whose it is, was somebody's decision: they do not take it back alone.
  types: ['agent.updated'],
  fields,
  async hold(ctx, id) {
    const granted = await onAgent('edit').check(asked(ctx), { agent: id })
    return { ...granted, row: { ...granted.agent, skills: await skillIdsOf(ctx.db, id) } }
  },
  change: (ctx, set) => changeAgent(ctx, set),
  remove: deleteAgent,
  field: 'agent',
}

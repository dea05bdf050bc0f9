import { isDeepStrictEqual } from 'node:util'
import { concerning, updateRow } from '../../database/rows.ts'
import { onUniqueViolation } from '../../database/unique-violation.ts'
import type { Context } from '../../operations/context.ts'
import type { OnAgent } from './access.ts'
import { agentKind } from './agent.ts'
import { publicAddress } from './insert-agent.ts'
import { setSkills, skillIdsOf } from './skills-of-agent.ts'
import type { AgentRow } from './tables.ts'

/** What can be changed of an agent: its columns, and the ids of its skills. */
export type AgentChange = Partial<AgentRow> & { skills?: string[] | undefined }

/** Every change of an agent goes through here, so that its version and the journal know of its skills too. */
export async function changeAgent(
  ctx: Context & OnAgent,
  { skills, ...set }: AgentChange,
): Promise<AgentRow> {
  const before = ctx.agent
  const had = await skillIdsOf(ctx.db, before.id)
  const others = skills !== undefined && !isDeepStrictEqual(skills, had)
  const taken = { ...publicAddress(set.public_slug), agents_name: { field: 'name', value: set.name } }
  const changed = await onUniqueViolation(taken, () => updateRow<AgentRow>(ctx, 'agents', before, set))
  if (!changed.changes && !others) return before
  if (others) await setSkills(ctx.db, before.id, skills)
  const after = changed.changes ? changed.after : await countUp(ctx, before)
  ctx.record({
    type: 'agent.updated',
    ...concerning(agentKind, after),
    version: after.version,
    changes: { ...changed.changes, ...(others && { skills: { from: had, to: skills } }) },
  })
  return after
}

/** Its skills are rows of another table, but no less a part of it. */
async function countUp({ db }: Context, { id }: AgentRow): Promise<AgentRow> {
  const [after] = await db.run<AgentRow>(
    'update agents set version = version + 1, updated_at = now() where id = $1 returning *',
    [id],
  )
  return after!
}

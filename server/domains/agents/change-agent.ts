import { isDeepStrictEqual } from 'node:util'
import { concerning, updateRow } from '../../database/rows.ts'
import { sql } from '../../database/sql.ts'
import { onUniqueViolation } from '../../database/unique-violation.ts'
import type { Context } from '../../operations/context.ts'
import type { OnAgent } from './access.ts'
import { agentKind } from './agent.ts'
import { publicSlugViolation } from './insert-agent.ts'
import { setSkills, skillIdsOf } from './skills-of-agent.ts'
import type { AgentRow } from './tables.ts'

/** Changes to an agent: columns, and the ids of its skills. */
export type AgentChange = Partial<AgentRow> & { skills?: string[] | undefined }

/** Applies every change to an agent, so that a change of its skills also bumps the version and reaches the journal. */
export async function changeAgent(
  ctx: Context & OnAgent,
  { skills, ...set }: AgentChange,
): Promise<AgentRow> {
  const before = ctx.agent
  const previousSkills = await skillIdsOf(ctx.db, before.id)
  const hasNewSkills = skills !== undefined && !isDeepStrictEqual(skills, previousSkills)
  const uniqueFields = {
    ...publicSlugViolation(set.public_slug),
    agents_name: { field: 'name', value: set.name },
  }
  const changed = await onUniqueViolation(uniqueFields, () =>
    updateRow<AgentRow>(ctx, agentKind, before, set),
  )
  if (!changed.changes && !hasNewSkills) return before
  if (hasNewSkills) await setSkills(ctx.db, before.id, skills)
  const after = changed.changes ? changed.after : await bumpVersion(ctx, before)
  ctx.record({
    type: 'agent.updated',
    ...concerning(agentKind, after),
    version: after.version,
    changes: { ...changed.changes, ...(hasNewSkills && { skills: { from: previousSkills, to: skills } }) },
  })
  return after
}

/** Bumps the version when only the skills changed, which are rows of another table. */
async function bumpVersion({ db }: Context, { id }: AgentRow): Promise<AgentRow> {
  const [after] = await db.run<AgentRow>(
    sql`update agents set version = version + 1, updated_at = now() where id = ${id} returning *`,
  )
  return after!
}

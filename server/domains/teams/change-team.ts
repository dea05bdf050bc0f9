import type { z } from 'zod'
import { sqlState } from '../../platform/connection-errors.ts'
import { changeRow } from '../../operations/rows.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import type { OnTeam } from './access.ts'
import { type Team, teamFromRow, teamKind } from './team.ts'
import type { TeamRow } from './tables.ts'

/** Updates a team's own fields. Rejects a slug that another team uses. */
export async function changeTeam(
  ctx: Context & OnTeam,
  set: Partial<TeamRow>,
): Promise<z.output<typeof Team>> {
  const { own_role, ...before } = ctx.team
  const after = await changeRow<TeamRow>(ctx, teamKind, before, set).catch((error: unknown) => {
    if (sqlState(error) === '23505') reject('already_taken', { field: 'slug', value: set.slug })
    throw error
  })
  return teamFromRow(ctx, { ...after, own_role })
}

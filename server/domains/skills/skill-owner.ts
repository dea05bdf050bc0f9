import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { rejectField } from '../../operations/errors.ts'
import { requirePublishable } from '../projects/public-address.ts'
import { teamToPutInto } from '../projects/team-of-project.ts'
import type { SkillScope } from './tables.ts'

interface Wanted {
  scope?: SkillScope | undefined
  /** Null: of no team any more. */
  team?: string | null | undefined
}

/** Whose a skill is to be: what was said about it, and otherwise what it was, or what follows from the team. */
export async function skillOwner(
  ctx: Context & InOrganization,
  { scope, team }: Wanted,
  before?: { scope: SkillScope; team_id: string | null },
): Promise<{ scope: SkillScope; team_id: string | null }> {
  const named = typeof team === 'string' ? (await teamToPutInto(ctx, team, before?.team_id)).id : team
  const wanted = scope ?? (typeof team === 'string' ? 'team' : (before?.scope ?? 'personal'))
  if (wanted === 'public' && before?.scope !== 'public') requirePublishable(ctx)
  if (wanted === 'personal') {
    if (typeof named === 'string') rejectField('team', 'A personal skill belongs to no team.')
    return { scope: wanted, team_id: null }
  }
  const team_id = named === undefined ? (before?.team_id ?? null) : named
  if (wanted === 'team' && team_id === null) rejectField('team', 'Name the team that it is for.')
  return { scope: wanted, team_id }
}

import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { requirePublishable } from '../../projects/public-address.ts'
import { teamToPutInto } from '../../projects/team-of-project.ts'
import type { SkillScope } from './tables.ts'

interface OwnerInput {
  scope?: SkillScope | undefined
  /** Null removes it from its team. */
  team?: string | null | undefined
}

/** Resolves scope and team of a skill from the input, falling back to its current ones. A team implies scope "team". */
export async function resolveSkillOwner(
  ctx: Context & InOrganization,
  { scope, team }: OwnerInput,
  before?: { scope: SkillScope; team_id: string | null },
): Promise<{ scope: SkillScope; team_id: string | null }> {
  const teamId = typeof team === 'string' ? (await teamToPutInto(ctx, team, before?.team_id)).id : team
  const newScope = scope ?? (typeof team === 'string' ? 'team' : (before?.scope ?? 'personal'))
  if (newScope === 'public' && before?.scope !== 'public') requirePublishable(ctx)
  if (newScope === 'personal') {
    if (typeof teamId === 'string')
      rejectField('team', 'A personal skill can\'t belong to a team. Omit "team", or use another scope.')
    return { scope: newScope, team_id: null }
  }
  const team_id = teamId === undefined ? (before?.team_id ?? null) : teamId
  if (newScope === 'team' && team_id === null) rejectField('team', 'Choose the team that can use it.')
  return { scope: newScope, team_id }
}

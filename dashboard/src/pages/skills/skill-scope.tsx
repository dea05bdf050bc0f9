import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { everyTeamQuery } from '../teams/queries.ts'
import type { ListedSkill } from './queries.ts'
import { texts } from './texts.ts'

/** A badge with the scope of a skill. */
export function SkillScope({ skill: { scope, builtIn, teamId } }: { skill: ListedSkill }) {
  const team = useTeamName(teamId)
  if (builtIn) return <Badge tone="agent">{texts.scopes['built-in']}</Badge>
  if (scope === 'public') return <Badge tone="accent">{texts.scopes.public}</Badge>
  if (scope === 'team') return <Badge>{team ?? texts.scopes.team}</Badge>
  return <Badge>{texts.scopes.personal}</Badge>
}

export function useTeamName(id: string | null): string | undefined {
  const member = useHasRole('member')
  const teams = useQuery({ ...everyTeamQuery, enabled: member && id !== null }).data
  return teams?.find((team) => team.id === id)?.name
}

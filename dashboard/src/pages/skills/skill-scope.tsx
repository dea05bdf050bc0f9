import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { Badge } from '../../ui/badge.tsx'
import { everyTeamQuery } from '../teams/queries.ts'
import type { ListedSkill } from './queries.ts'

/** Whose it is. */
export function SkillScope({ skill: { scope, builtIn, teamId } }: { skill: ListedSkill }) {
  const team = useTeamName(teamId)
  if (builtIn) return <Badge tone="agent">Built in</Badge>
  if (scope === 'public') return <Badge tone="accent">Public</Badge>
  if (scope === 'team') return <Badge>{team ?? 'Of a team'}</Badge>
  return <Badge>Mine alone</Badge>
}

export function useTeamName(id: string | null): string | undefined {
  const member = useHasRole('member')
  const teams = useQuery({ ...everyTeamQuery, enabled: member && id !== null }).data
  return teams?.find((team) => team.id === id)?.name
}

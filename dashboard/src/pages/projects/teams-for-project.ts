import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { everyTeamQuery } from '../teams/queries.ts'

/** Returns the teams that the user can assign a project to: their own (all for admins) and its current team. */
export function useTeamsForProject(current: string | null = null) {
  const enabled = useHasRole('member')
  const canUseAll = useHasRole('admin')
  const teams = useQuery({ ...everyTeamQuery, enabled }).data
  return teams?.filter(({ id, role }) => canUseAll || role !== null || id === current)
}

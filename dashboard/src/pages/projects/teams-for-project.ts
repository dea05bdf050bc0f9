import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { everyTeamQuery } from '../teams/queries.ts'

/** The teams that whoever looks may put a project into: their own, for admins all, and the one it is in. */
export function useTeamsForProject(present: string | null = null) {
  const enabled = useHasRole('member')
  const all = useHasRole('admin')
  const teams = useQuery({ ...everyTeamQuery, enabled }).data
  return teams?.filter(({ id, role }) => all || role !== null || id === present)
}

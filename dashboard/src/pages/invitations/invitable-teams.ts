import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { everyTeamQuery } from '../teams/queries.ts'

/** Returns the teams that the user can invite people to, or undefined while loading. */
export function useInvitableTeams() {
  const enabled = useHasRole('member')
  return useQuery({ ...everyTeamQuery, enabled }).data?.filter(({ may }) => may.manage)
}

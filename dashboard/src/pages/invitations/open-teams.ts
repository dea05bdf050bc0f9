import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { everyTeamQuery } from '../teams/queries.ts'

/** The teams that whoever looks may invite people into; nothing as long as they are not known. */
export function useOpenTeams() {
  const enabled = useHasRole('member')
  return useQuery({ ...everyTeamQuery, enabled }).data?.filter(({ may }) => may.manage)
}

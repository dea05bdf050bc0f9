import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { openTeamsQuery } from './queries.ts'

/** The teams that whoever looks may invite people into; nothing as long as they are not known. */
export function useOpenTeams() {
  const enabled = useHasRole('member')
  const all = useHasRole('admin')
  return useQuery({ ...openTeamsQuery(all), enabled }).data
}

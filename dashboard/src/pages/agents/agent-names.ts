import { useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { everyAgentQuery } from './queries.ts'

/** Returns the names of all agents by id, for filters. Guests can't list agents. */
export function useAgentNames(): Record<string, string> {
  const agents = useQuery({ ...everyAgentQuery, enabled: useHasRole('member') }).data ?? []
  return Object.fromEntries(agents.map(({ id, name }) => [id, name]))
}

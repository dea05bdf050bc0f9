import { useQuery } from '@tanstack/react-query'
import type { Role } from '../client.ts'
import { isAtLeast } from '../my-role.ts'
import { signInOptionsQuery } from '../queries.ts'
import { type Section, sections } from './sections.ts'

/** Returns the sections that a role sees on this instance. Without a role, the user is in no organization. */
export function useSections(role: Role | undefined): Section[] {
  const options = useQuery(signInOptionsQuery).data
  if (!role) return []
  return sections.filter(
    ({ minRole = 'guest', feature }) => isAtLeast(role, minRole) && (!feature || options?.[feature] === true),
  )
}

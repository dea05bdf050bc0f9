import { useQuery } from '@tanstack/react-query'
import { roles } from '../../server/operations/caller.ts'
import type { Role } from './client.ts'
import { meQuery } from './queries.ts'

/**
 * Returns whether the user has at least this role in the current organization. Use it only for actions without an item:
 * items list the permitted actions in `may`.
 */
export function useHasRole(minRole: Role): boolean {
  const role = useQuery(meQuery).data?.organization?.role
  return role !== undefined && isAtLeast(role, minRole)
}

export function isAtLeast(role: Role, minRole: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(minRole)
}

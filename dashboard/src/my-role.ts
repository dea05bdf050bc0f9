import { useQuery } from '@tanstack/react-query'
import { roles } from '../../server/operations/caller.ts'
import type { Role } from './client.ts'
import { meQuery } from './queries.ts'

/**
 * Whether whoever looks has at least this role in the present organization. For what belongs to no thing: a thing says
 * itself, in `may`, what can be done with it.
 */
export function useHasRole(least: Role): boolean {
  const role = useQuery(meQuery).data?.organization?.role
  return role !== undefined && isAtLeast(role, least)
}

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

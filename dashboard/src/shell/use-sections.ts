import { useQuery } from '@tanstack/react-query'
import type { Role } from '../client.ts'
import { isAtLeast } from '../my-role.ts'
import { anyConflictQuery } from '../pages/conflicts/queries.ts'
import { useInvitableTeams } from '../pages/invitations/invitable-teams.ts'
import { meQuery, signInOptionsQuery } from '../queries.ts'
import { type Area, type Section, areas, conflicts, organizationSections, settings } from './sections.ts'

/** Returns a filter for the sections that a role sees on this instance. Without a role, the user is in no organization. */
function useIsVisible(role: Role | undefined): (section: Section) => boolean {
  const options = useQuery(signInOptionsQuery).data
  return ({ minRole = 'guest', feature }) =>
    role !== undefined && isAtLeast(role, minRole) && (!feature || options?.[feature] === true)
}

/**
 * Returns the areas with the sections that a role sees. Without an organization, only the settings remain. The conflicts
 * appear while there are open ones.
 */
export function useAreas(role: Role | undefined): Area[] {
  const isVisible = useIsVisible(role)
  const hasConflicts =
    (useQuery({ ...anyConflictQuery, enabled: role !== undefined }).data?.items ?? []).length > 0
  if (!role) return [settings]
  return areas
    .filter(({ name }) => name !== conflicts.name || hasConflicts)
    .map((area) => ({ ...area, sections: area.sections.filter(isVisible) }))
}

/** Returns the settings pages of the organization. Only users who can invite see the invitations. */
export function useOrganizationSections(role: Role | undefined): Section[] {
  const isVisible = useIsVisible(role)
  const isSandbox = useQuery(meQuery).data?.organization?.sandbox === true
  const invitableTeams = useInvitableTeams() ?? []
  return organizationSections.filter((section) => {
    // A sandbox shares the members and settings of its organization.
    if (isSandbox && section.to.startsWith('/organization/')) return false
    if (section.to === '/organization/invitations')
      return role !== undefined && (isAtLeast(role, 'admin') || invitableTeams.length > 0)
    return isVisible(section)
  })
}

/** Returns every section that a role sees, for the palette. */
export function useSections(role: Role | undefined): Section[] {
  const organization = useOrganizationSections(role)
  const all = useAreas(role).flatMap(({ sections }) => sections)
  return [...all, ...organization]
}

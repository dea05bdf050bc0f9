import type { Role } from './client.ts'
import { isAtLeast } from './my-role.ts'
import type { SelectOption } from './ui/select.tsx'

/*
 * The roles in the words of the product.
 */
export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
}

/** In a sentence: "as a member". */
export const asRole: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  guest: 'a guest',
}

const descriptions: Record<Role, string> = {
  owner: 'Everything, and the organization itself: its plan, its owners, its end.',
  admin: 'Sees every project, looks after people, teams and settings.',
  member: 'Works in the projects of the organization and of their teams, and makes new ones.',
  guest: 'Sees only the projects that are shared with them by name.',
}

export type TeamRole = 'lead' | 'member'

export const teamRoles: SelectOption<TeamRole>[] = [
  { value: 'lead', name: 'Lead', description: 'Looks after the team: its members and its projects.' },
  { value: 'member', name: 'Member', description: 'Works in the projects of the team.' },
]

export type ShareRole = 'editor' | 'viewer'

export const shareRoles: SelectOption<ShareRole>[] = [
  { value: 'editor', name: 'Editor', description: 'Changes what is in it.' },
  { value: 'viewer', name: 'Viewer', description: 'Reads it, and changes nothing.' },
]

/** The roles that somebody may give: nobody grants more than they have. */
export function rolesUpTo(most: Role): SelectOption<Role>[] {
  return (Object.keys(roleNames) as Role[])
    .filter((role) => isAtLeast(most, role))
    .map((role) => ({ value: role, name: roleNames[role], description: descriptions[role] }))
}

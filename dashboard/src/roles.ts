import type { Role } from './client.ts'
import { isAtLeast } from './my-role.ts'
import type { SelectOption } from './ui/select.tsx'

/*
 * Texts of the roles.
 */
export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
}

/** The role in a sentence, as in "as a member". */
export const asRole: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  guest: 'a guest',
}

const descriptions: Record<Role, string> = {
  owner: 'Can do everything, including managing owners and deleting the organization.',
  admin: 'Sees all projects and manages people, teams and settings.',
  member: 'Works in the projects of the organization and their teams, and creates projects.',
  guest: 'Only sees projects shared with them.',
}

export type TeamRole = 'lead' | 'member'

export const teamRoles: SelectOption<TeamRole>[] = [
  { value: 'lead', name: 'Lead', description: 'Manages the members and projects of the team.' },
  { value: 'member', name: 'Member', description: "Works in the team's projects." },
]

export type ShareRole = 'editor' | 'viewer'

export const shareRoles: SelectOption<ShareRole>[] = [
  { value: 'editor', name: 'Editor', description: 'Can change it.' },
  { value: 'viewer', name: 'Viewer', description: 'Can only view it.' },
]

/** Returns the roles that a user can grant: at most their own. */
export function rolesUpTo(maxRole: Role): SelectOption<Role>[] {
  return (Object.keys(roleNames) as Role[])
    .filter((role) => isAtLeast(maxRole, role))
    .map((role) => ({ value: role, name: roleNames[role], description: descriptions[role] }))
}

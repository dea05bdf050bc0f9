/** Texts of the members of an organization. */
export const texts = {
  membersPage: {
    title: 'Members',
    noun: 'members',
    search: 'Search members',
    searchPlaceholder: 'Name or username',
    filterByRole: 'Filter by role',
    allRoles: 'All roles',
    pluralRole: (role: string) => `${role}s`,
    empty: { title: 'No members yet', text: 'Invite people to get started.' },
    noMatches: { title: 'No matching members', text: 'Change the name or the role.' },
  },
  memberTable: {
    label: 'Members',
    name: 'Name',
    you: 'You',
    teams: 'Teams',
    lead: (team: string) => `${team} (lead)`,
    lastSeen: 'Last seen',
    neverSeen: 'Never',
    role: 'Role',
    roleOf: (member: string) => `Role of ${member}`,
    actions: 'Actions',
    actionsFor: (member: string) => `Actions for ${member}`,
    leave: 'Leave…',
    remove: 'Remove…',
  },
  memberChanges: {
    roleChanged: (member: string, role: string) => `${member} is now ${role}.`,
    roleNotChanged: (member: string) => `${member}'s role didn't change.`,
    removed: (member: string) => `Removed ${member} from the organization.`,
  },
  removeDialog: {
    title: (member: string) => `Remove ${member}?`,
    consequence: (organization: string) =>
      `They lose access to ${organization} on every device, and their keys and tokens for it are revoked. Their past work stays. We notify them by email.`,
    remove: 'Remove',
  },
  roleDialog: {
    title: (member: string, role: string) => `Make ${member} ${role}?`,
    ownTitle: (role: string) => `Make yourself ${role}?`,
    action: (role: string) => `Make them ${role}`,
    ownAction: (role: string) => `Make me ${role}`,
    owner:
      'Owners can do everything: change roles, remove anyone, including you, and delete the organization.',
    stepDown: 'You lose permissions. Only someone else can restore your current role.',
    guest: (member: string, teams: string) =>
      `Guests can't be in teams, so ${member} leaves ${teams}. Guests only see projects shared with them.`,
    ownGuest: (teams: string) =>
      `Guests can't be in teams, so you leave ${teams}. Guests only see projects shared with them.`,
  },
}

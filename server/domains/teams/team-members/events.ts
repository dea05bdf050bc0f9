/** Their subject is the team, so that they appear in its activity. */
export const teamMemberEvents = {
  'team_member.added': 'A member joined a team.',
  'team_member.changed': 'The role of a team member changed.',
  'team_member.removed': 'A member left a team or was removed from it.',
} as const

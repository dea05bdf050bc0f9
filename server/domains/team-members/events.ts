/** Their subject is the team: whoever looks at what happened to it finds them there. */
export const teamMemberEvents = {
  'team_member.added': 'Somebody joined a team.',
  'team_member.changed': 'Somebody got another role in a team.',
  'team_member.removed': 'Somebody left a team.',
} as const

export const memberEvents = {
  'member.joined': 'A user joined the organization.',
  'member.updated': "A member's role changed. A member who became a guest left all teams.",
  'member.removed': 'A member was removed from the organization and lost all access to it.',
  'member.left': 'A member left the organization.',
} as const

export const memberEvents = {
  'member.joined': 'Somebody joined the organization.',
  'member.updated': 'Somebody has another role in the organization. Whoever became a guest left its teams.',
  'member.removed': 'Somebody was taken out of the organization, with all that they could do there.',
  'member.left': 'Somebody left the organization.',
} as const

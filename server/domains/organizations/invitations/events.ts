/** Invitation events. Every member can read them, so they contain the role and team id but no email address. */
export const invitationEvents = {
  'invitation.sent': 'A user was invited to the organization.',
  'invitation.resent': 'An invitation was sent again with a new link.',
  'invitation.revoked': 'An invitation was revoked.',
  'invitation.accepted': 'An invitation was accepted.',
  'invitation.declined': 'An invitation was declined.',
} as const
